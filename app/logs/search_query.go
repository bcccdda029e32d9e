package logs

import "time"

// SearchQuery looks for a text in the transcripts of all runs of all projects, or of some.
type SearchQuery struct {
	Text       string
	Regex      bool // Text is a regular expression (RE2)
	IgnoreCase bool
	Projects   []string // ids; empty = all
	Server     string   // only this server or task of them
	Since      time.Time
	Until      time.Time
	Limit      int           // most hits; 0 = DefaultHits
	Budget     time.Duration // most time spent on looking; 0 = DefaultBudget
}

// The bounds of one search.
const (
	DefaultHits   = 100
	MaxHits       = 1000
	DefaultBudget = 2 * time.Second
)
