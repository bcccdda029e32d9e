package app

import (
	"context"
	"errors"
	"time"
)

// What WaitFor can wait for.
const (
	UntilReady   = "ready"   // it answers
	UntilExit    = "exit"    // no run of it lives, and none is about to be tried again
	UntilStopped = "stopped" // the same, and nobody wants it up
	UntilLog     = "log"     // it printed a line that matches Pattern
	UntilQuiet   = "quiet"   // it has printed nothing for quietFor
	UntilRebuild = "rebuild" // it has reacted to the last edit, or to the next one if the last is long ago
)

// quietFor is how long a server that UntilQuiet is about must have said nothing: a build is over then.
const quietFor = 2 * time.Second

// defaultWait is how long WaitFor waits when nothing is said.
const defaultWait = 60 * time.Second

// WaitQuery says what to wait for.
type WaitQuery struct {
	Ref     Ref
	Until   string
	Pattern string // of UntilLog: a regular expression
	Run     string // of UntilLog: where to look from, "" = the current run
	After   int64
	Timeout time.Duration // 0 = a minute
}

// WaitResult is what came of it. That the time is over is no error.
type WaitResult struct {
	Met     bool     `json:"met"`
	Message string   `json:"message"`           // one sentence
	Line    *LogLine `json:"line,omitempty"`    // of UntilLog: the one that matched
	Verdict *Verdict `json:"verdict,omitempty"` // of UntilRebuild
	Status  Status   `json:"status"`
}

// WaitFor waits until q is so, or cannot become so by itself any more, or the time is over.
func (s *Supervisor) WaitFor(ctx context.Context, q WaitQuery) (WaitResult, error) {
	if q.Timeout <= 0 {
		q.Timeout = defaultWait
	}
	limited, cancel := context.WithTimeout(ctx, q.Timeout)
	defer cancel()
	var out WaitResult
	var err error
	switch q.Until {
	case UntilLog:
		out, err = s.waitLog(limited, q)
	case UntilQuiet:
		out, err = s.waitQuiet(limited, q)
	case UntilRebuild:
		out, err = s.waitRebuild(limited, q.Ref)
	default:
		out, err = s.waitState(limited, q)
	}
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		out.Message, err = "not so after "+q.Timeout.String(), nil
	}
	if err == nil {
		out.Status, err = s.Status(q.Ref)
	}
	return out, err
}

func (s *Supervisor) waitState(ctx context.Context, q WaitQuery) (WaitResult, error) {
	for {
		changed := s.Changed()
		st, err := s.Status(q.Ref)
		if err != nil {
			return WaitResult{}, err
		}
		if met, final := reached(st, q.Until); met || final {
			return WaitResult{Met: met, Message: q.Ref.String() + " is " + string(st.State)}, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return WaitResult{}, ctx.Err()
		}
	}
}

// reached tells whether st is what is waited for, and whether it will not become so without somebody's doing. A
// stopped server is not final: whoever waits for it expects somebody to start it.
func reached(st Status, until string) (met, final bool) {
	lives := st.State.Up() || st.State == Backoff
	switch until {
	case UntilReady:
		return st.State == Ready, st.State == Exited && st.Want != "up"
	case UntilStopped:
		return !lives && st.Want != "up", false
	}
	return !lives, false
}

// waitRebuild waits for the verdict on an edit that was made just now or comes.
func (s *Supervisor) waitRebuild(ctx context.Context, ref Ref) (WaitResult, error) {
	asked := time.Now()
	for {
		changed := s.Changed()
		page, err := s.AwaitEdit(ctx, ref.Project, ref.Name)
		if err != nil {
			return WaitResult{}, err
		}
		if v := page.Of(ref); v != nil && page.Edit.At.After(asked.Add(-editRecent)) && v.State != VerdictPending {
			return WaitResult{Met: v.State != VerdictNone, Message: page.Edit.says() + ": " + v.Message, Verdict: v}, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return WaitResult{}, ctx.Err()
		}
	}
}

// errFound ends the following of a log.
var errFound = errors.New("found")

func (s *Supervisor) waitLog(ctx context.Context, q WaitQuery) (WaitResult, error) {
	var out WaitResult
	if q.Pattern == "" {
		return out, failf(CodeInvalid, "say which line to wait for", "pattern is missing")
	}
	ask := LogQuery{Ref: q.Ref, Run: q.Run, After: q.After, Forward: true, Grep: q.Pattern, Regex: true}
	err := s.FollowLogs(ctx, ask, func(p LogPage) error {
		if len(p.Lines) == 0 {
			return nil
		}
		out = WaitResult{Met: true, Message: q.Ref.String() + " printed it", Line: &p.Lines[0]}
		return errFound
	})
	if errors.Is(err, errFound) {
		err = nil
	}
	return out, err
}

// waitQuiet follows the log until a page is late.
func (s *Supervisor) waitQuiet(ctx context.Context, q WaitQuery) (WaitResult, error) {
	following, cancel := context.WithCancel(ctx)
	defer cancel()
	late := time.AfterFunc(quietFor, cancel)
	defer late.Stop()
	err := s.FollowLogs(following, LogQuery{Ref: q.Ref, Tail: -1}, func(p LogPage) error {
		if len(p.Lines) > 0 {
			late.Reset(quietFor)
		}
		return nil
	})
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return WaitResult{Met: true, Message: q.Ref.String() + " has printed nothing for " + quietFor.String()}, nil
	}
	return WaitResult{}, err
}
