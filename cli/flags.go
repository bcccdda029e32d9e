package cli

import "net/url"

// The usage of flags that several commands have.
const (
	sinceUsage = "oldest time: 5m, 2h30m or 2026-08-01T15:04:05Z"
	untilUsage = "newest time, in the form of --since"
	runUsage   = "a run other than the last one; see devservers runs"
)

// params returns a query with the values that are set, and 1 for the switches that are on.
func params(values map[string]string, switches map[string]bool) url.Values {
	q := url.Values{}
	for name, value := range values {
		if value != "" {
			q.Set(name, value)
		}
	}
	for name, on := range switches {
		if on {
			q.Set(name, "1")
		}
	}
	return q
}
