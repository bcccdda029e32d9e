// Package shell makes people's shells know devservers: it installs completion and manual pages, and prints the hook that
// starts a project's servers when a shell enters its directory. It owns nothing, and doesn't know how servers are run.
package shell
