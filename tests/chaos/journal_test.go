//go:build chaos

package chaos

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// journal remembers the latest steps and faults, for the report of a violation.
type journal struct {
	began time.Time
	mu    sync.Mutex
	lines []string
}

// remembered is how many lines of the journal a report shows.
const remembered = 400

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	line := fmt.Sprintf("%8.3fs ", time.Since(j.began).Seconds()) + fmt.Sprintf(format, args...)
	if j.lines = append(j.lines, line); len(j.lines) > 2*remembered {
		j.lines = append(j.lines[:0], j.lines[len(j.lines)-remembered:]...)
	}
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Join(j.lines[max(0, len(j.lines)-remembered):], "\n")
}
