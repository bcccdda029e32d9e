package app

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"devservers/app/base/words"
	"devservers/app/config"
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
	VerdictOK      = "ok"      // something newer than the edit works, and nothing contradicts
	VerdictBroken  = "broken"  // an error came, it doesn't answer, doesn't listen, or it ended
	VerdictStale   = "stale"   // it still runs the code from before the edit
	VerdictNone    = "none"    // nothing is known to have loaded the edited file
)

// Verdict is the effect of the last edit on one server. A server that an earlier edit broke stays broken until it is
// ok.
type Verdict struct {
	Server  string `json:"server"` // project/server
	Run     string `json:"run"`
	State   string `json:"state"`   // pending, ok, broken, stale, none
	Message string `json:"message"` // one sentence
	// what was observed that shows it, and when that began: nothing that the server printed
	Proof     string         `json:"proof,omitempty"`
	Reaction  string         `json:"reaction,omitempty"` // the line in which the server reported a build or a restart
	ReactedAt *time.Time     `json:"reacted_at,omitempty"`
	New       []digest.Error `json:"new"`              // that came since the last good state
	Again     []digest.Error `json:"again,omitempty"`  // that were there before the edit and came again after it
	Fixed     []digest.Error `json:"fixed"`            // what raised them ran again without them
	Unseen    []digest.Error `json:"unseen,omitempty"` // not seen since the edit; nothing shows that they are fixed
	Still     []digest.Error `json:"still,omitempty"`  // that come at the same rate as before: not from the edit
	Left      int            `json:"left"`             // from before, still there, and not seen again
	Request   *EditRequest   `json:"request,omitempty"`
	Page      *PageLoad      `json:"page,omitempty"`    // a page that was opened in a browser
	Closed    int            `json:"closed,omitempty"`  // its port, if nothing listens there
	Before    bool           `json:"before,omitempty"`  // it was failed or failing before the edit
	Broken    *Broken        `json:"broken,omitempty"`  // of a broken one: since when
	Failure   *Block         `json:"failure,omitempty"` // of a broken one
	Skipped   int64          `json:"skipped,omitempty"` // lines that were not read because they came too fast
	WatchOff  string         `json:"watch_off,omitempty"`
	// it serves pages: errors in a browser are not seen, but for
	Browser bool `json:"browser_unseen,omitempty"`
	// the ones that BrowserLogs reports: in pages open under its named URL.
	BrowserLogs bool `json:"browser_logs,omitempty"`

	Watches bool      `json:"-"` // it watches an edited file, and has not reacted
	Apart   bool      `json:"-"` // the edit doesn't concern the server
	Self    bool      `json:"-"` // it reacted on its own: not to a request of ours, nor to one for a restart
	Renewed bool      `json:"-"` // and did so with a new process
	Ask     bool      `json:"-"` // a request would tell more
	Clear   time.Time `json:"-"` // when a pending verdict becomes clear if nothing more happens
}

// Broken names the edit since which a server is broken.
type Broken struct {
	Edit      Edit       `json:"edit"`
	GoodUntil *time.Time `json:"good_until,omitempty"` // when it was last known to be ok; nil = unknown
}

// EditRequest is a request that devservers sent to a server to see the effect of an edit, and its answer.
type EditRequest struct {
	Path         string       `json:"path"`             // GET
	Module       string       `json:"module,omitempty"` // requested before it, and answered well; "" = none
	Others       []string     `json:"others,omitempty"` // pages that were requested before it, with the same answer
	Status       int          `json:"status,omitempty"` // 0 = no answer
	Was          int          `json:"was,omitempty"`    // the status of this path before the edit; 0 = unknown
	Said         string       `json:"said,omitempty"`   // why there was none, or the text of a bad answer
	Led          string       `json:"led,omitempty"`    // the page to which it was redirected and that gave the answer
	Loaded       bool         `json:"loaded,omitempty"` // the server opened an edited file to answer it
	failed       bool         // the same failed before the edit
	prior        *EditRequest // for the same edit
	Mended       bool         `json:"mended,omitempty"` // and is answered well since
	At           time.Time    `json:"at"`               // of the answer
	Sent, From   time.Time    `json:"-"`                // and of the first of the requests for this answer
	Again        bool         `json:"-"`                // it failed as one before it did
	Unsure       bool         `json:"-"`                // without an answer, but not for so long that this says something
	Bad          bool         `json:"bad,omitempty"`    // it was answered with code that has a syntax error: Said
	Page, Script bool         `json:"-"`                // the answer is a page, or a module for a browser
	Body         []byte       `json:"-"`
	// where the server's own channel was asked ("" = it has none), and how many errors count: Said is the first
	Channel string   `json:"channel,omitempty"`
	Reports int      `json:"reports,omitempty"`
	Keys    []string `json:"-"` // all that it reported
}

// Text says how the request was answered; "" without one.
func (r *EditRequest) Text() string {
	if r == nil {
		return ""
	}
	was := ""
	if r.Status >= 400 && r.Status < 500 && r.wasWell() {
		was = fmt.Sprintf(", and %d before", r.Was)
	}
	switch {
	case r.Status == 0:
		return "GET " + r.Path + ": " + r.Said
	case r.Reports > 0:
		return fmt.Sprintf("GET %s answered %d, and the server's channel %s reports %s", r.Path, r.Status, r.Channel,
			words.Count(r.Reports, "error"))
	case r.Bad:
		return fmt.Sprintf("GET %s answered %d with code that has a syntax error", r.Path, r.Status)
	case r.Module != "" && r.OK():
		return fmt.Sprintf("GET %s and %s answered %d", r.Module, r.Path, r.Status)
	case r.Led != "":
		return fmt.Sprintf("GET %s led to %s, which answered %d%s", r.Path, r.Led, r.Status, was)
	}
	return fmt.Sprintf("GET %s answered %d%s", words.And(append(slices.Clone(r.Others), r.Path)), r.Status, was)
}

// Failed reports whether the answer shows that the server is broken: an error, no answer, or that a page is gone.
func (r *EditRequest) Failed() bool {
	return r != nil && !r.Unsure &&
		(r.Bad || r.Status == 0 || r.Status >= 400 && (r.Status >= 500 || r.wasWell()) && !r.refused())
}

func (r *EditRequest) wasWell() bool { return r.Was >= 200 && r.Was < 400 }

// refused reports whether the status may tell of our request alone: a method or a version that the server does without,
// a page that somebody has to log in for, or a limit.
func (r *EditRequest) refused() bool {
	return slices.Contains([]int{401, 403, 429, 501, 505}, r.Status)
}

// OK reports whether the server answered well: with a page, or with what it answered before.
func (r *EditRequest) OK() bool {
	return r != nil && !r.Bad && r.Status >= 200 && (r.Status < 400 || r.Status < 500 && r.Status == r.Was)
}

// During reports whether a moment was between a request and its answer, or this short after it.
func (r *EditRequest) During(at time.Time, after time.Duration) bool {
	return r != nil && !at.Before(cmp.Or(r.From, r.Sent)) && at.Before(r.At.Add(after))
}

// Causes reports whether a line of this time may be due to this request, or to the one before it for the same edit: the
// time is only as exact as lines' times are.
func (r *EditRequest) Causes(at time.Time) bool {
	const exact, settled = 20 * time.Millisecond, 250 * time.Millisecond
	return r.During(at.Add(exact), settled) || r != nil && r.prior.During(at.Add(exact), settled)
}

// Ended reports whether what began at a moment was caused by the request, and has ended with its answer.
func (r *EditRequest) Ended(at time.Time) bool {
	return r != nil && r.Status != 0 && at.After(r.From) && at.Before(r.At)
}

// Confirms reports whether the answer shows that the server has loaded the edit.
func (r *EditRequest) Confirms() bool { return r != nil && (r.Loaded || r.Mended) }

// Confirmed says what shows it.
func (r *EditRequest) Confirmed() string {
	if r.Loaded {
		return "it read the edited file"
	}
	return "what failed before answered well"
}

// Follows notes the answer to a request before this one: whether the same failed then. edit: for the same edit.
func (r *EditRequest) Follows(last *EditRequest, edit bool) {
	if last != nil {
		same := last.Path == r.Path || last.Path == r.Module || last.Reports > 0 && last.Channel == r.Channel
		if edit {
			prior := *last
			prior.prior, r.prior = nil, &prior
			if last.Path == r.Path {
				r.Was = last.Was
			}
		}
		r.failed = edit && last.failed || !edit && same && last.Failed()
		r.Mended = r.failed && r.OK()
	}
}

// EditPage is the verdict on the last edit of a project.
type EditPage struct {
	Project  string    `json:"project"`
	Edit     *Edit     `json:"edit,omitempty"` // nil: none was seen
	Watched  bool      `json:"watched"`        // its files are watched: one of its servers runs
	State    string    `json:"state"`          // broken if one is; else pending, stale, ok if one is; else none
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

// Paths returns the absolute paths of the files of an edit of the project in root.
func (e Edit) Paths(root string) []string {
	return words.Each(e.Files, func(f string) string { return filepath.Join(root, f) })
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

// String returns since which edit a server is broken.
func (b Broken) String() string {
	text := "broken since " + b.Edit.String() + " at " + b.Edit.At.Local().Format("15:04")
	if b.GoodUntil != nil {
		text += ", good until " + b.GoodUntil.Local().Format("15:04")
	}
	return text
}

// Event returns the event of one of the verdicts.
func (p EditPage) Event(v Verdict) Event {
	return Event{
		Event: EventEdit, Project: p.Project, Server: v.Server, Kind: config.KindServer, Run: v.Run, Verdict: v.State,
		Message: p.Edit.String() + ": " + v.Message, Files: p.Edit.Files,
	}
}
