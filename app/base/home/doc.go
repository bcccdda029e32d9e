// Package home locates the directories of one user's devservers, and the one manager that runs in them. It owns the
// lock and status.json, by which other processes find the manager. It is independent of projects and servers.
package home
