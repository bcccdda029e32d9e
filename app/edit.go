package app

import (
	"time"

	"devservers/app/digest"
)

// Edit is a set of files of a project that changed together.
type Edit struct {
	Number int       `json:"number"` // 1 is the first since the manager started
	At     time.Time `json:"at"`
	Files  []string  `json:"files"`          // relative to the project, at most 20
	More   int       `json:"more,omitempty"` // files that are not listed
}

// States of a Verdict.
const (
	VerdictPending = "pending" // not clear yet
	VerdictGood    = "good"    // the server rebuilt or restarted without a new error
	VerdictBad     = "bad"     // there are new errors, or the server ended
	VerdictNone    = "none"    // the server did not react
)

// Verdict is the effect of an edit on one server.
type Verdict struct {
	Server    string         `json:"server"` // project/server
	Run       string         `json:"run"`
	State     string         `json:"state"`              // pending, good, bad, none
	Message   string         `json:"message"`            // one sentence
	Reaction  string         `json:"reaction,omitempty"` // the line in which the server reported a build or a restart
	ReactedAt *time.Time     `json:"reacted_at,omitempty"`
	New       []digest.Error `json:"new"`
	Fixed     []digest.Error `json:"fixed"`
	Left      int            `json:"left"` // errors from before the edit that are still there

	Clear time.Time `json:"-"` // when a pending verdict becomes clear if the server prints nothing more
}

// EditPage is the verdict on the last edit of a project.
type EditPage struct {
	Project  string    `json:"project"`
	Edit     *Edit     `json:"edit,omitempty"` // nil: none was seen
	Watched  bool      `json:"watched"`        // its files are watched: one of its servers runs
	State    string    `json:"state"`          // the worst verdict: bad, pending, good, none
	Message  string    `json:"message"`
	Verdicts []Verdict `json:"verdicts"`
}

// Of returns the verdict about one server; nil if there is none.
func (p EditPage) Of(ref Ref) *Verdict {
	for i := range p.Verdicts {
		if p.Verdicts[i].Server == ref.String() {
			return &p.Verdicts[i]
		}
	}
	return nil
}
