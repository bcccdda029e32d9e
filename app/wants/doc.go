// Package wants holds what is wanted of a server or task beside what is so, and decides what follows from both: whether a
// request has been answered, what a start waits for, which hooks it requests, and in which order servers stop. It takes
// no lock and starts nothing: the supervisor calls it under its own, and carries out the requests.
package wants
