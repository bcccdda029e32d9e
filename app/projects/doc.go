// Package projects knows the registered projects and the content of their files: devservers.yml, env files, the overlay
// and trust. It resolves names, builds environments, and reports what has changed since a run was started.
//
// Each project has a loader: a goroutine that alone reads its files, and publishes each new state as an immutable
// Declared. Callers wait for it for a limited time. The package knows nothing of runs: the supervisor receives each new
// Declared.
package projects
