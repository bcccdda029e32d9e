package logs

import (
	"time"

	"devservers/app"
)

// MergeQuery asks for the lines of several servers and tasks, merged by time.
type MergeQuery struct {
	Projects   []string // ids; empty = all
	Servers    []string // project/server; empty = all servers and tasks of Projects
	Grep       string   // only lines that contain it
	Regex      bool     // Grep is a regular expression (RE2)
	IgnoreCase bool
	Levels     []string  // only lines of these levels: error, warn, info, debug, none (the line says nothing of it); empty = all
	Since      time.Time // Since ≤ the line's time < Until; zero = no bound
	Until      time.Time
	At         app.MergeCursor // read from here; nil = from Until, or from the newest line
	Forward    bool            // the lines behind At, oldest first; otherwise those before it
	Limit      int             // most lines of a page; 0 = DefaultMerged
	Budget     time.Duration   // most time spent on looking; 0 = DefaultBudget
	SGR        bool            // keep colours in Text
}

// viewed tells whether it is a look at these servers. Who looks at all of them at once keeps none from being idle.
func (q MergeQuery) viewed() bool { return len(q.Projects) > 0 || len(q.Servers) > 0 }

// The bounds of one page of merged lines.
const (
	DefaultMerged = 500
	mergedBytes   = 1 << 20 // of text
)
