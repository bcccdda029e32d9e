package edits

import (
	"context"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/digest"
)

// ErrorQuery selects errors that a server or task printed. With nothing but Ref it selects the current errors of
// the current or last run.
type ErrorQuery struct {
	Ref      app.Ref
	Run      string    // "": the current or the last one
	After    int64     // only errors that came, came again or were fixed after this seq
	Since    time.Time // only errors that came or were fixed since; zero = no bound
	Edit     bool      // only errors that came or were fixed since the last edit, with its verdict
	Warnings bool      // warnings, too
	Fixed    bool      // those that are fixed or were not seen since a rebuild, too; After includes them anyway
	Limit    int       // the newest ones; 0 = DefaultErrors

	newer int64 // of a follower: only errors that changed after this version of the digest
}

// DefaultErrors is the default of ErrorQuery.Limit.
const DefaultErrors = 50

// ErrorPage is the digest of one run's output.
type ErrorPage struct {
	Server string         `json:"server"` // project/server
	Run    string         `json:"run"`
	Errors []digest.Error `json:"errors"` // in the order in which they came last
	Fixed  int            `json:"fixed"`  // how many are fixed, shown or not
	// seq of the first line that was read: 1, unless the run had printed very much when the manager started
	From    int64        `json:"from"`
	Cursor  string       `json:"cursor"`            // run:seq; continue after it
	Left    string       `json:"left,omitempty"`    // in words: what was left out, and how to get it
	Skipped int64        `json:"skipped,omitempty"` // lines that were not read: too many at once
	Dropped int64        `json:"dropped,omitempty"` // errors that were forgotten, because there were too many
	Edit    *app.Edit    `json:"edit,omitempty"`    // of a query with Edit
	Verdict *app.Verdict `json:"verdict,omitempty"` // on it
	Built   *Built       `json:"built,omitempty"`   // the last build or restart that the server reported

	version int64 // of the digest
}

// Built is what a server reported about a build or a restart.
type Built struct {
	State string    `json:"state"` // begun, done, failed; noticed: it looks at the file when that is requested
	Seq   int64     `json:"seq"`
	At    time.Time `json:"at"`
	Text  string    `json:"text"` // its line

	restart bool // of the whole server; one that has begun has no line that says when it is done
}

// Errors returns the digest of what was printed up to now. It waits briefly for an error whose end is not clear yet.
func (e *Edits) Errors(ctx context.Context, q ErrorQuery) (ErrorPage, error) {
	if q.Edit {
		return e.errorsOfEdit(ctx, q)
	}
	r, err := e.errorsOf(q.Ref, q.Run)
	if r == nil {
		return ErrorPage{Server: q.Ref.String(), Errors: []digest.Error{}}, err
	}
	if r.catchUp(false) && app.Pause(ctx, readQuiet) {
		r.flush()
	}
	return r.page(q), ctx.Err()
}

// Ranges returns which lines of a run are errors and warnings, of those that the run's digest has read. past reports
// whether the run is over and read only now; then they never change.
func (e *Edits) Ranges(ref app.Ref, id string) (found digest.Ranges, past bool) {
	r, err := e.errorsOf(ref, id)
	if r == nil || err != nil {
		return found, false
	}
	past = r.isDone()
	r.catchUp(past)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.d.Ranges(r.from), past
}

// Served returns the page that a server printed last that it had answered well, and when; "" = none.
func (e *Edits) Served(ref app.Ref) (page string, at time.Time) {
	r, err := e.errorsOf(ref, "")
	if r == nil || err != nil {
		return "", at
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Concat(r.pages.Good, []string{""})[0], r.pages.GoodAt
}

// errorsOfEdit returns what came or was fixed since the last edit; nothing if there was none.
func (e *Edits) errorsOfEdit(ctx context.Context, q ErrorQuery) (ErrorPage, error) {
	made, err := e.Edited(q.Ref.Project)
	if err != nil {
		return ErrorPage{}, err
	}
	q.Edit, q.Since = false, time.Now()
	if made.Edit != nil {
		q.Since = made.Edit.At
	}
	page, err := e.Errors(ctx, q)
	page.Edit, page.Verdict = made.Edit, made.Of(q.Ref)
	return page, err
}

// FollowErrors yields the page of q, then a page after each change, in the current run or the ones after it; with
// q.Run until that run is over. It ends when ctx ends, whose error it returns, or with the error of yield.
func (e *Edits) FollowErrors(ctx context.Context, q ErrorQuery, yield func(ErrorPage) error) error {
	var last *reader
	for range e.sup.Changes(ctx) {
		r, err := e.errorsOf(q.Ref, q.Run)
		if err != nil {
			return err
		}
		if r == nil {
			continue
		}
		over := r.isDone()
		if last != nil && r.run != last.run {
			q.After, q.Since = 0, time.Time{}
		}
		if r != last {
			q.newer = 0
		}
		page := r.page(q)
		if last == nil || len(page.Errors) > 0 {
			if err := yield(page); err != nil {
				return err
			}
		}
		last, q.newer = r, page.version
		if _, q.After, err = app.ParseCursor(page.Cursor); err != nil || over && q.Run != "" {
			return err
		}
	}
	return ctx.Err()
}
