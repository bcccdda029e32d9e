package app

import (
	"context"
	"time"

	"devservers/app/digest"
)

// ErrorQuery asks for the errors that a server or task printed. The zero value of everything but Ref is what is wrong now, in the current or last run.
type ErrorQuery struct {
	Ref      Ref
	Run      string    // "": the current or the last one
	After    int64     // only what lines behind this seq changed: an error that came, came again, or was fixed
	Since    time.Time // only what has come or was fixed since; zero = no bound
	Edit     bool      // only what has come or was fixed since the last edit of the project's files; with its verdict
	Warnings bool      // warnings, too
	Fixed    bool      // what has been fixed, too; it comes anyway with After
	Limit    int       // the newest ones; 0 = DefaultErrors
}

// DefaultErrors is how many errors one answer holds unless it is said.
const DefaultErrors = 50

// ErrorPage is the digest of one run's output.
type ErrorPage struct {
	Server  string         `json:"server"` // project/server
	Run     string         `json:"run"`
	Errors  []digest.Error `json:"errors"`            // in the order in which they came last
	Fixed   int            `json:"fixed"`             // how many are fixed, shown or not
	From    int64          `json:"from"`              // seq of the first line that was looked at: 1, unless the run had printed very much when the manager was started
	Cursor  string         `json:"cursor"`            // run:seq; ask with it for what changes from now on
	Left    string         `json:"left,omitempty"`    // in words: what was left out, and how to get it
	Edit    *Edit          `json:"edit,omitempty"`    // of a query for what an edit did
	Verdict *Verdict       `json:"verdict,omitempty"` // on it
	Built   *Built         `json:"built,omitempty"`   // what the server said last about building or starting anew
}

// Built is what a server said about its work.
type Built struct {
	State string    `json:"state"` // begun, done, failed
	Seq   int64     `json:"seq"`
	At    time.Time `json:"at"`
	Text  string    `json:"text"` // its line
}

// Errors gives the digest of what was printed up to now. An error whose end cannot be known yet is waited for, a moment.
func (s *Supervisor) Errors(ctx context.Context, q ErrorQuery) (ErrorPage, error) {
	if q.Edit {
		return s.errorsOfEdit(ctx, q)
	}
	d, err := s.digestOf(ctx, q.Ref, q.Run)
	if d == nil {
		return ErrorPage{Server: q.Ref.String(), Errors: []digest.Error{}}, err
	}
	if d.catchUp(false) && sleep(ctx, digestQuiet) {
		d.flush()
	}
	return d.page(q), ctx.Err()
}

// errorsOfEdit gives what came or was fixed since the last edit; nothing when none was seen.
func (s *Supervisor) errorsOfEdit(ctx context.Context, q ErrorQuery) (ErrorPage, error) {
	made, err := s.Edited(ctx, q.Ref.Project)
	if err != nil {
		return ErrorPage{}, err
	}
	q.Edit, q.Since = false, time.Now()
	if made.Edit != nil {
		q.Since = made.Edit.At
	}
	page, err := s.Errors(ctx, q)
	page.Edit, page.Verdict = made.Edit, made.Of(q.Ref)
	return page, err
}

// FollowErrors yields the page that q asks for, then a page each time that something has changed, in the current run or the ones after it; with q.Run until
// that run is over. It ends when ctx ends, whose error it returns, or when yield returns one.
func (s *Supervisor) FollowErrors(ctx context.Context, q ErrorQuery, yield func(ErrorPage) error) error {
	for told, run := false, q.Run; ; {
		changed := s.Changed() // before the reading, so that nothing is missed
		d, err := s.digestOf(ctx, q.Ref, q.Run)
		if err != nil {
			return err
		}
		if d != nil {
			over := d.isDone()
			if told && d.run != run {
				q.After, q.Since = 0, time.Time{}
			}
			page := d.page(q)
			if !told || len(page.Errors) > 0 {
				told = true
				if err := yield(page); err != nil {
					return err
				}
			}
			run = d.run
			if _, q.After, err = ParseCursor(page.Cursor); err != nil || over && q.Run != "" {
				return err
			}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
