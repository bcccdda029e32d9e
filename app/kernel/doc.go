// Package kernel has the system calls of Linux that package syscall lacks, or announces to Go's scheduler. Package
// golang.org/x/sys/unix has most of them, too, but Go initialises it after much that a holder doesn't need, and a holder
// branches off before: see app/run/holder.
package kernel
