package cli

// The usage of flags that several commands have.
const (
	sinceUsage = "oldest time: 5m, 2h30m or 2026-08-01T15:04:05Z"
	untilUsage = "newest time, written as for --since"
	runUsage   = "a run other than the last one, see devservers runs"
)
