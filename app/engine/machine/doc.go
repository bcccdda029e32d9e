// Package machine is what all servers share. It finds who listens on the TCP ports of this machine and who owns a port,
// and gives servers with `port: auto` a port of their own. It decides whether there is room for another server, and
// which idle ones sleep for it: starts wait in the order in which they came, and a server that is in use, pinned or
// needed is never ended. It makes the processes of sleeping servers stand still, and continues them.
//
// It owns ports.json, the queue of waiting starts, and the file that lists which runs stand still.
package machine
