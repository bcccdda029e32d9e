// Package settings reads and changes the person's own config.yml: settings, hooks and the registered projects. Comments,
// order and unknown keys of the file survive every change. The manager is the only process that changes it.
package settings
