// Package home locates the directories of one user's devservers and the one manager that runs in them, and saves small
// files so that a reader, a crash or a full disk never finds half of one. It owns the lock and status.json, by which
// other processes find the manager. It is independent of projects and servers.
package home
