// Package live is the screen of status --watch: all servers with trouble first, the output of one, and keys that start,
// stop, restart and open. It owns the terminal while it runs and draws what the manager streams; it decides nothing about
// servers.
package live
