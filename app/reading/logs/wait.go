package logs

import (
	"context"
	"errors"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/supervisor"
)

// Until is what For waits for.
type Until string

// What For can wait for.
const (
	UntilReady   Until = "ready"   // it answers
	UntilExit    Until = "exit"    // no run of it lives, and no retry follows
	UntilStopped Until = "stopped" // the same, and it is not wanted up
	UntilLog     Until = "log"     // it printed a line that matches Pattern
	UntilQuiet   Until = "quiet"   // it has printed nothing for quietFor
	UntilRebuild Until = "rebuild" // it has reacted to the last edit, or to the next one if the last is long ago
)

// Untils are all that For can wait for, the default first.
var Untils = []Until{UntilReady, UntilExit, UntilStopped, UntilLog, UntilQuiet, UntilRebuild}

// quietFor is how long a server must print nothing to be quiet: a build is over then.
const quietFor = 2 * time.Second

// defaultTimeout is how long For waits by default.
const defaultTimeout = 60 * time.Second

// WaitQuery describes what to wait for.
type WaitQuery struct {
	Ref     app.Ref
	Until   Until
	Pattern string // of UntilLog: a regular expression
	Run     string // of UntilLog: where to look from, "" = the current run
	After   int64
	Timeout time.Duration // 0 = a minute
}

// WaitResult is how the waiting ended. A timeout is not an error.
type WaitResult struct {
	Met     bool         `json:"met"`
	Message string       `json:"message"`           // one sentence
	Line    *app.LogLine `json:"line,omitempty"`    // of UntilLog: the one that matched
	Verdict *app.Verdict `json:"verdict,omitempty"` // of UntilRebuild
	Status  app.Status   `json:"status"`
}

// Waiter waits for servers.
type Waiter struct {
	sup     *supervisor.Supervisor
	logs    *Logs
	rebuilt Rebuilt
}

// Rebuilt waits for a clear verdict on an edit made just now or coming; its message is one sentence about it.
type Rebuilt func(context.Context, app.Ref) (verdict *app.Verdict, message string, err error)

// NewWaiter returns a Waiter.
func NewWaiter(sup *supervisor.Supervisor, l *Logs, rebuilt Rebuilt) *Waiter {
	return &Waiter{sup, l, rebuilt}
}

// For waits until q is met, cannot be met any more without a request, or the timeout is over.
func (w *Waiter) For(ctx context.Context, q WaitQuery) (WaitResult, error) {
	if q.Timeout <= 0 {
		q.Timeout = defaultTimeout
	}
	limited, cancel := context.WithTimeout(ctx, q.Timeout)
	defer cancel()
	out, err := w.until(limited, q)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		out.Message, err = "not met within "+words.Duration(q.Timeout), nil
	}
	if err == nil {
		out.Status, err = w.sup.Status(q.Ref)
	}
	return out, err
}

func (w *Waiter) until(ctx context.Context, q WaitQuery) (WaitResult, error) {
	switch q.Until {
	case UntilLog:
		return w.log(ctx, q)
	case UntilQuiet:
		return w.quiet(ctx, q.Ref)
	case UntilRebuild:
		return w.rebuild(ctx, q)
	case UntilReady, UntilExit, UntilStopped:
		return w.state(ctx, q)
	}
	return WaitResult{}, app.Failf(app.CodeInvalid, "write "+words.Or(Untils), "cannot wait until %s",
		words.Quote(string(q.Until)))
}

func (w *Waiter) state(ctx context.Context, q WaitQuery) (WaitResult, error) {
	for range w.sup.Changes(ctx) {
		st, err := w.sup.Status(q.Ref)
		if err != nil {
			return WaitResult{}, err
		}
		met, final := reached(st, q.Until)
		if met && q.Until == UntilReady && st.ReadyAt != nil && st.Port != 0 {
			if left := time.Until(st.ReadyAt.Add(supervisor.ConfirmReady)); left > 0 { // it may end immediately
				app.Pause(ctx, left)
				st, err = w.sup.Status(q.Ref)
				met, final = reached(st, q.Until)
			}
		}
		if err != nil {
			return WaitResult{}, err
		}
		if met || final {
			return WaitResult{Met: met, Message: q.Ref.String() + " " + words.Is(string(st.State))}, nil
		}
	}
	return WaitResult{}, ctx.Err()
}

// reached reports whether st meets until, and whether it cannot without a request. A stopped server
// can still become ready: the caller expects a start.
func reached(st app.Status, until Until) (met, final bool) {
	lives := st.Active()
	switch until {
	case UntilReady:
		return st.State == app.Ready || st.State == app.Running || st.State == app.External && st.Unmanaged,
			st.Want != "up" && (st.State == app.Failed || st.EndedByItself())
	case UntilStopped:
		return !lives && st.Want != "up", false
	}
	return !lives, false
}

// whileUp bounds what a wait does to the time in which the server can still print or build something: over reports
// that this ended it.
func (w *Waiter) whileUp(ctx context.Context, ref app.Ref,
	do func(context.Context) (WaitResult, error)) (out WaitResult,
	over bool, err error) {
	bounded, cancel := context.WithCancel(ctx)
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for range w.sup.Changes(bounded) {
			if st, err := w.sup.Status(ref); err != nil || isOver(st) {
				cancel()
				return
			}
		}
	}()
	out, err = do(bounded)
	over = errors.Is(err, context.Canceled) && ctx.Err() == nil
	cancel()
	<-ended
	return out, over, err
}

// isOver reports whether a server prints nothing more without a request.
func isOver(st app.Status) bool {
	return !st.State.Up() && st.Retry == nil && (st.Want != "up" || st.State == app.Failed || st.State == app.Stopped) ||
		st.State == app.External
}

// rebuild waits for a verdict on an edit. A server that the edit has ended is broken: that is looked at once more.
func (w *Waiter) rebuild(ctx context.Context, q WaitQuery) (WaitResult, error) {
	wait := func(ctx context.Context) (WaitResult, error) {
		verdict, message, err := w.rebuilt(ctx, q.Ref)
		return WaitResult{Met: verdict != nil && (verdict.State == app.VerdictOK || verdict.State == app.VerdictBroken),
			Message: message, Verdict: verdict}, err
	}
	out, over, err := w.whileUp(ctx, q.Ref, wait)
	if !over {
		return out, err
	}
	last, cancel := context.WithTimeout(ctx, lastVerdict)
	defer cancel()
	if out, err = wait(last); err != nil && ctx.Err() == nil {
		return w.overMessage(q.Ref, "nothing is built")
	}
	return out, err
}

// lastVerdict is how long the verdict on a server that has ended may take.
const lastVerdict = time.Second

// overMessage is the result of a wait that can't be met any more.
func (w *Waiter) overMessage(ref app.Ref, therefore string) (WaitResult, error) {
	st, err := w.sup.Status(ref)
	return WaitResult{Message: ref.String() + " " + words.Is(string(st.State)) + ": " + therefore}, err
}

// errFound ends the following of a log.
var errFound = errors.New("found")

func (w *Waiter) log(ctx context.Context, q WaitQuery) (WaitResult, error) {
	var out WaitResult
	if q.Pattern == "" {
		return out, app.Failf(app.CodeInvalid, "give a pattern for the line to wait for", "pattern is missing")
	}
	ask := Query{Ref: q.Ref, Run: q.Run, After: q.After, Direction: Forward, Grep: q.Pattern, Regex: true}
	take := func(p app.LogPage) error {
		if len(p.Lines) == 0 {
			return nil
		}
		out = WaitResult{Met: true, Message: q.Ref.String() + " printed a matching line", Line: &p.Lines[0]}
		return errFound
	}
	_, over, err := w.whileUp(ctx, q.Ref, func(ctx context.Context) (WaitResult, error) {
		return WaitResult{}, w.logs.Follow(ctx, ask, take)
	})
	if over {
		if page, err := w.logs.Read(ctx, ask); err != nil || take(page) == nil { // what came before its end
			return w.overMessage(q.Ref, "it printed no matching line")
		}
		return out, nil
	}
	if errors.Is(err, errFound) {
		err = nil
	}
	return out, err
}

// quiet follows the log until no line has come for quietFor.
func (w *Waiter) quiet(ctx context.Context, ref app.Ref) (WaitResult, error) {
	following, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.AfterFunc(quietFor, cancel)
	defer late.Stop()
	err := w.logs.Follow(following, Query{Ref: ref, Limit: -1}, func(p app.LogPage) error {
		if len(p.Lines) > 0 {
			late.Reset(quietFor)
		}
		return nil
	})
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return WaitResult{Met: true, Message: ref.String() + " has printed nothing for " + words.Duration(quietFor)}, nil
	}
	return WaitResult{}, err
}
