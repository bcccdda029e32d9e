// Package budget decides whether the machine has room for another server, and which idle ones sleep for it. Starts wait
// in the order in which they came. It never ends a server that is in use, pinned or needed. It also makes the processes
// of sleeping servers stand still, and continues them.
//
// It owns the queue of waiting starts, and the file that lists which runs stand still.
package budget
