// Package ports finds who listens on the TCP ports of this machine and who owns a port, and gives servers with
// `port: auto` a port of their own. It owns the file ports.json. It is given the holders and the declarations of our
// servers, and is independent of them otherwise.
package ports
