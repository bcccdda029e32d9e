package words

import (
	"fmt"
	"strings"
	"time"
)

// ErrorsLeftOut describes what a list of errors lacks: older ones beyond a limit, ones that were dropped, and lines
// that were skipped; "" if nothing.
func ErrorsLeftOut(older int, dropped, skipped int64) string {
	var said []string
	if older > 0 {
		said = append(said, fmt.Sprintf("%d older ones are left out; a higher limit shows them", older))
	}
	if dropped > 0 {
		said = append(said, fmt.Sprintf("%d more were dropped: there were too many different ones", dropped))
	}
	if skipped > 0 {
		said = append(said, fmt.Sprintf("%d lines were not read: too many had been printed at once", skipped))
	}
	return strings.Join(said, "; ")
}

// EventsLeftOut describes what a list of events lacks: older ones beyond a limit, and ones that are no longer kept; ""
// if nothing.
func EventsLeftOut(older, lost int) string {
	var said []string
	if lost > 0 {
		said = append(said, fmt.Sprintf("%d more are no longer kept", lost))
	}
	if older > 0 {
		said = append(said, fmt.Sprintf("%d older ones are left out; a higher limit shows them", older))
	}
	return strings.Join(said, "; ")
}

// OlderLines describes how to get the lines before a page.
func OlderLines(before string) string { return "there are older lines: ask with before=" + before }

// NewerLines describes how to get the lines after a page.
func NewerLines(after string) string { return "there is more: ask with after=" + after }

// RunsLeftOut is the note of a search that ended early, after some of all runs.
func RunsLeftOut(searched, all int) string {
	return fmt.Sprintf("the time was over after %d of %d runs: name a project or a server, or ask for less with since",
		searched, all)
}

// HitsLeftOut is the note that there are more hits than the newest n, all from before oldest.
func HitsLeftOut(n int, oldest time.Time) string {
	return fmt.Sprintf("these are the newest %d hits: ask for older ones with until=%s", n,
		oldest.Format(time.RFC3339Nano))
}
