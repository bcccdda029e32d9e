package logs

import (
	"slices"
	"time"

	"devservers/app"
	"devservers/app/transcript/text"
)

// Direction is the order in which lines are looked for; a page always has them in the order of their times.
type Direction int

// The two directions.
const (
	Backward Direction = iota // from the newest line to the oldest
	Forward
)

// Query asks for lines. The zero value asks for the newest lines of all servers and tasks.
type Query struct {
	// Of one server or task, for Read and Follow.
	Ref           app.Ref
	Run           string // "" = the current or the last one
	Only          bool   // a follower ends with Run
	After, Before int64  // lines of Run with After < seq < Before; Before 0 = no bound

	// Of several, for ReadMerged, FollowMerged and Search.
	Projects []string        // ids; empty = all
	Servers  []string        // project/server, or a name that any of Projects may have; empty = all
	At       app.MergeCursor // read from here; nil = from Since or Until, or from the newest line
	// read forward up to here, and only the servers that it names; nil = as far as there is something
	To app.MergeCursor

	Direction    Direction
	Since, Until time.Time     // Since ≤ a line's time < Until; zero = no bound
	Limit        int           // most lines that match in one page; 0 = the default, less than 0 = none
	Budget       time.Duration // most time spent on several; 0 = DefaultBudget

	Grep       string // only lines that contain it
	Regex      bool   // Grep is a regular expression (RE2)
	IgnoreCase bool
	Levels     []string           // only lines of these levels, app.NoLevel among them; empty = all. See AtLeast
	Context    int                // lines shown around each match
	Squeeze    bool               // of blank lines in a row only one: a tool that clears the screen prints dozens
	SGR        bool               // keep colors in Text; all other escape sequences are removed anyway
	Errors     bool               // the level error is what the digest of the run says, as far as it has read the lines
	Where      []text.FieldFilter // only lines with all of these fields
	Newest     bool               // of several: only their newest runs
}

// The bounds of one page of lines.
const (
	DefaultTail   = 100  // of one run, backward
	DefaultLimit  = 1000 // of one run, forward
	DefaultMerged = 500
	MaxLimit      = 10_000
	DefaultHits   = 100 // of a search
	MaxHits       = 1000
	MaxContext    = 100
	DefaultBudget = 2 * time.Second
)

// The most text in a page: of one run, and of several.
const (
	pageBytes   = 4 << 20
	mergedBytes = 1 << 20
)

// AtLeast returns level and the levels above it; nil for "".
func AtLeast(level string) []string {
	if i := slices.Index(levels, level); i >= 0 {
		return levels[: i+1 : i+1]
	}
	if level == "" {
		return nil
	}
	return []string{level} // the filter refuses it
}

// levels are all, the highest first.
var levels = []string{"error", "warn", "info", "debug"}

// viewed reports whether it is a look at certain servers. A reader of all of them keeps none from being idle.
func (q Query) viewed() bool { return q.Ref.Name != "" || len(q.Projects) > 0 || len(q.Servers) > 0 }

// limit is Limit, or usual when it is not set, and never more than most.
func (q Query) limit(usual, most int) int {
	if q.Limit < 0 {
		return 0
	}
	return app.Within(q.Limit, usual, most)
}
