// Package ports knows who listens on the TCP ports of this machine, and gives servers with `port: auto` a port of their
// own. It owns the file ports.json. It knows processes, but not which of them belong to servers.
package ports
