// Package projects knows the registered projects and what their files say: devservers.yml, env files, the overlay and
// trust. It resolves names, puts environments together, and says what has changed since a run was started.
//
// Each project has a loader, a goroutine that alone reads its files, and swaps an immutable Declared as a whole. A
// caller waits for it for a bounded time. It knows nothing of runs: the supervisor hears of each new Declared.
package projects
