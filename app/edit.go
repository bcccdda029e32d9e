package app

import (
	"fmt"
	"time"

	"devservers/app/digest"
)

// Edit is a set of files of a project that changed together.
type Edit struct {
	Number int       `json:"number"` // 1 is the first that was seen in the project
	At     time.Time `json:"at"`
	Files  []string  `json:"files"`          // relative to the project, at most 20
	More   int       `json:"more,omitempty"` // files that are not listed
}

// States of a Verdict.
const (
	VerdictPending = "pending" // not clear yet
	VerdictOK      = "ok"      // it reacted, printed nothing wrong since, and its port listens
	VerdictBroken  = "broken"  // an error came, it doesn't listen, or it ended
	VerdictNone    = "none"    // it did not react
)

// Verdict is the effect of the last edit on one server. A server that an earlier edit broke stays broken until it is
// ok.
type Verdict struct {
	Server    string         `json:"server"` // project/server
	Run       string         `json:"run"`
	State     string         `json:"state"`              // pending, ok, broken, none
	Message   string         `json:"message"`            // one sentence
	Reaction  string         `json:"reaction,omitempty"` // the line in which the server reported a build or a restart
	ReactedAt *time.Time     `json:"reacted_at,omitempty"`
	New       []digest.Error `json:"new"`              // that came since the last good state
	Again     []digest.Error `json:"again,omitempty"`  // that were there before the edit and came again after it
	Fixed     []digest.Error `json:"fixed"`            // what raised them ran again without them
	Unseen    []digest.Error `json:"unseen,omitempty"` // not seen since the edit; nothing shows that they are fixed
	Left      int            `json:"left"`             // from before, still there, and not seen again
	Request   *EditRequest   `json:"request,omitempty"`
	Closed    int            `json:"closed,omitempty"`  // its port, if nothing listens there
	Broken    *Broken        `json:"broken,omitempty"`  // of a broken one: since when
	Skipped   int64          `json:"skipped,omitempty"` // lines that were not read, because they came too fast
	WatchOff  string         `json:"watch_off,omitempty"`
	Browser   bool           `json:"browser_unseen,omitempty"` // it serves pages: errors in a browser are not seen, but for
	// those that BrowserLogs reports: in pages open under its named URL.
	BrowserLogs bool `json:"browser_logs,omitempty"`

	Stale bool      `json:"-"` // it is broken only by what came before the edit
	Clear time.Time `json:"-"` // when a pending verdict becomes clear if the server prints nothing more
}

// Broken says since which edit a server is broken.
type Broken struct {
	Edit      Edit       `json:"edit"`
	GoodUntil *time.Time `json:"good_until,omitempty"` // when it was last known to be ok; nil = unknown
}

// EditRequest is a request that devservers sent to a server to see the effect of an edit, and its answer.
type EditRequest struct {
	Path   string    `json:"path"`             // GET
	Module string    `json:"module,omitempty"` // requested before it, and answered well; "" = none
	Status int       `json:"status,omitempty"` // 0 = no answer
	Said   string    `json:"said,omitempty"`   // why there was none, or what a bad answer said
	At     time.Time `json:"at"`               // of the answer
	Sent   time.Time `json:"-"`
}

// Failed reports whether the server answered that it is broken.
func (r *EditRequest) Failed() bool { return r != nil && r.Status >= 500 }

// OK reports whether the server answered with a page.
func (r *EditRequest) OK() bool { return r != nil && r.Status >= 200 && r.Status < 400 }

// EditPage is the verdict on the last edit of a project.
type EditPage struct {
	Project  string    `json:"project"`
	Edit     *Edit     `json:"edit,omitempty"` // nil: none was seen
	Watched  bool      `json:"watched"`        // its files are watched: one of its servers runs
	State    string    `json:"state"`          // broken if one is; else pending if one is; else ok if one is; else none
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

// String names an edit by its files.
func (e Edit) String() string {
	switch n := len(e.Files) + e.More; {
	case len(e.Files) == 0:
		return "an edit"
	case n == 1:
		return "the edit of " + e.Files[0]
	case n == 2 && e.More == 0:
		return "the edit of " + e.Files[0] + " and " + e.Files[1]
	default:
		return fmt.Sprintf("the edit of %s and %d other files", e.Files[0], n-1)
	}
}

// String says since which edit a server is broken.
func (b Broken) String() string {
	text := "broken since " + b.Edit.String() + " at " + b.Edit.At.Local().Format("15:04")
	if b.GoodUntil != nil {
		text += ", good until " + b.GoodUntil.Local().Format("15:04")
	}
	return text
}
