package server

import (
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/engine/health"
	"devservers/app/record/history"
	"devservers/app/run/protocol"
)

// Facts is the actual state of one server or task. A Status for clients is made from them and from what other parts
// own; the engine never reads a Status.
type Facts struct {
	State     app.State
	Reason    words.Reason
	Since     time.Time // when the state began
	URL       string
	Port      int
	Added     string     // what was added to the command: for the port, or the arguments of a task
	Failure   *app.Error // why the last start failed
	Retry     *app.Retry // of failed: the next automatic start
	Unhealthy string     // why a server that was ready fails its alive: check
	IdleStop  *time.Time

	app.LastRun
	Seen
	Frozen  time.Time    // since when a sleeping run stands still; zero: it doesn't
	Remark  words.Reason // what is unusual about how the run is ready
	Mutes   words.Reason // that the holder of the run does not answer; shown instead of Reason
	Crashed bool         // the last run ended on its own, and there was no request since
	Decided time.Time    // when a person last started it, or trusted what it runs; as of the last run
}

// Seen is what the watchers of ports and memory have seen of a run. They write it themselves, under the same lock, and
// wake the server's goroutine, which draws the conclusions.
type Seen struct {
	Silent health.Silence // whether the run serves, as far as known
	Over   string         // what devservers ended the run for: its use of memory, or its liveness check
	Heavy  string         // that the run uses much memory, or ""
}

// Why returns the reason that is shown: that the holder does not answer, before any other.
func (f *Facts) Why() words.Reason {
	if f.Mutes.Any() {
		return f.Mutes
	}
	return f.Reason
}

// shown returns a Status with these facts.
func (f *Facts) shown() app.Status {
	reason := f.Why()
	return app.Status{
		State:       f.State,
		Reason:      reason.String(),
		Standing:    reason.Standing(),
		Since:       f.Since,
		Failure:     f.Failure,
		Retry:       f.Retry,
		Unhealthy:   f.Unhealthy,
		IdleStop:    f.IdleStop,
		Queue:       reason.Room.Place,
		Frozen:      !f.Frozen.IsZero(),
		Location:    app.Location{URL: f.URL, Port: f.Port},
		Declaration: app.Declaration{Added: f.Added},
		LastRun:     f.LastRun,
	}
}

// To sets the state and its reason.
func (f *Facts) To(state app.State, reason words.Reason) {
	if f.State != state {
		f.Since = time.Now()
	}
	f.State, f.Reason = state, reason
}

// Begin marks a start as in progress.
func (f *Facts) Begin(by app.Actor) {
	*f = Facts{State: f.State, Since: f.Since, Port: f.Port, Decided: f.Decided,
		LastRun: app.LastRun{Run: f.Run, Actor: &by, For: new(f.Behalf(by))}}
	f.To(app.Waiting, words.Reason{})
}

// Behalf returns for whom a start by a is: an automatic one, and one by a visit, is for the one who asked for the last.
// Else what an agent starts would leave its sandbox when it crashes, or when a watched file changes.
func (f *Facts) Behalf(a app.Actor) app.Actor {
	if (a.Automatic() || a.Kind == app.ActorVisit) && f.For != nil {
		return *f.For
	}
	return a
}

// owe records for whom a run is.
func (f *Facts) owe(rec protocol.Record) {
	f.Actor, f.For = new(app.Actor(rec.Actor)), new(app.Actor(rec.For))
	if rec.For == (protocol.Actor{}) { // of an older holder
		f.For = f.Actor
	}
	f.Decided, f.ChangedCode = rec.Decided, rec.Changed
}

// Begun records a run that has just started or was adopted. waits is what its readiness check waits for.
func (f *Facts) Begun(rec protocol.Record, waits words.Reason) {
	f.Added = command.Join(rec.Added)
	f.Run, f.Port, f.PID, f.StartedAt = rec.ID, rec.Port, rec.Leader.PID, &rec.Started
	f.owe(rec)
	switch {
	case rec.Stop != nil:
		f.To(app.Stopping, words.Reason{Kind: words.StoppingBefore})
	case rec.Kind == string(config.KindTask):
		f.To(app.Running, words.Reason{})
		f.Since = rec.Started
	case rec.Ready != nil: // adopted
		f.To(app.Ready, words.Reason{})
		f.ReadyAt, f.Since = rec.Ready, *rec.Ready
	default:
		f.To(app.Starting, waits)
		f.Since = rec.Started
	}
}

// Refused records a start that failed before its run began.
func (f *Facts) Refused(fail *app.Error) {
	f.To(app.Failed, words.Reason{Kind: words.NotStarted, Detail: fail.Line()})
	f.Failure = fail
}

// Served reports whether the run was ready and has a port that it should listen on.
func (f *Facts) Served() bool {
	return (f.State == app.Ready || f.State == app.Failing) && f.Port != 0
}

// Serve sets the state of a run that was ready: ready, sleeping if it stands still, or failing if it does not serve or
// its liveness check fails.
func (f *Facts) Serve() {
	switch {
	case !f.Frozen.IsZero():
		f.To(app.Sleeping, words.Reason{Kind: words.Frozen})
	case f.Silent.Any() && !f.Silent.Never:
		kind := words.NotListening
		if f.Silent.Deaf {
			kind = words.NotAccepting
		}
		f.To(app.Failing, words.Reason{Kind: kind, Port: f.Port, Since: f.Silent.Since, About: f.Silent.By})
		f.Since = f.Silent.Since
	case f.Unhealthy != "":
		f.To(app.Failing, words.Reason{Kind: words.AliveFailed, Detail: f.Unhealthy})
	case f.Silent.Never:
		f.To(app.Ready, words.Reason{Kind: words.NeverListened, Port: f.Port, About: f.Silent.By})
	default:
		f.To(app.Ready, f.Remark)
	}
}

// Freeze records that the run stands still, because it was not used up to this moment.
func (f *Facts) Freeze(unused time.Time) {
	f.Frozen, f.IdleStop = unused, nil
	f.Serve()
}

// Thaw records that the run continues, and reports whether it stood still.
func (f *Facts) Thaw() (was bool) {
	if was = !f.Frozen.IsZero(); was {
		f.Frozen = time.Time{}
		f.Serve()
	}
	return was
}

// Lives reports whether a run lives, or is about to; also one that stands still.
func (f *Facts) Lives() bool { return f.State.Up() || !f.Frozen.IsZero() }

// Mute records since when the holder of the run has not answered; nil: it answers. It reports whether that is new.
func (f *Facts) Mute(since *time.Time, holder int) (news bool) {
	news = f.Mutes.Any() != (since != nil)
	f.Mutes = words.Reason{}
	if since != nil {
		f.Mutes = words.Reason{Kind: words.HolderSilent, Since: *since, PID: holder}
	}
	return news
}

// CountDown sets when a server will be stopped for being idle; nil means not for now. It reports whether that is news:
// a move of less than a second is none, which a server in use makes at each look.
func (f *Facts) CountDown(at *time.Time) (news bool) {
	old := f.IdleStop
	if at == nil && old == nil || at != nil && old != nil && at.Sub(*old).Abs() < time.Second {
		return false
	}
	f.IdleStop = at
	return true
}

// Ended records the end of a run of which nothing is left. onEdit is true if the next edit starts the server again
// after a crash.
func (f *Facts) Ended(rec protocol.Record, state app.State, reason words.Reason, onEdit bool, failure *app.Error) {
	f.Crashed = history.ExitOf(rec.End).ByItself() && f.Retry == nil
	reason.Ended.Detail, reason.OnEdit = f.Over, f.Crashed && onEdit
	f.To(state, reason)
	f.Exit, f.PID, f.URL = history.ExitOf(rec.End), 0, ""
	f.EndedAt, f.Failure = &rec.Gone.At, failure
	f.IdleStop, f.Unhealthy, f.Mutes, f.Frozen = nil, "", words.Reason{}, time.Time{}
}

// Outside records what was seen of a server that devservers doesn't run, and reports whether that is new.
func (f *Facts) Outside(port int, url, by string, serves bool) (news bool) {
	before := *f
	f.Port, f.URL, f.Failure = port, url, nil
	switch {
	case !serves:
		f.To(app.Stopped, words.Reason{Kind: words.NotServed, Port: port})
		f.ReadyAt = nil
	default:
		f.To(app.External, words.Reason{Kind: words.ServedElsewhere, Port: port, About: by})
		if f.ReadyAt == nil || before.State != app.External {
			f.ReadyAt = new(time.Now())
		}
	}
	return before.State != f.State || before.Reason != f.Reason || before.URL != f.URL || before.Port != port
}

// CalledOff records that a start will not be made, because a stop was requested.
func (f *Facts) CalledOff() {
	if f.State == app.Failed || f.State == app.Waiting || f.State == app.Starting {
		f.To(app.Stopped, words.Reason{})
		f.Failure = nil
	}
	f.Crashed, f.Retry = false, nil
}

// Recall records the end of a run of an earlier manager.
func (f *Facts) Recall(rec protocol.Record) {
	f.To(AfterEnd(rec))
	f.Since, f.Run, f.StartedAt, f.ReadyAt, f.EndedAt = rec.Gone.At, rec.ID, &rec.Started, rec.Ready, &rec.Gone.At
	f.Exit = history.ExitOf(rec.End)
	f.owe(rec)
}

// AfterEnd returns the state of a server after a run that nothing follows, and its reason.
func AfterEnd(rec protocol.Record) (app.State, words.Reason) {
	switch rec.End.Cause {
	case app.CauseAsked, app.CauseShutdown:
		return app.Stopped, words.Reason{}
	case app.CauseIdle:
		return app.Sleeping, words.Reason{Kind: words.Asleep}
	}
	reason := words.Reason{Kind: words.Exited, Ended: history.End(rec)}
	if history.ExitOf(rec.End).Well() && (rec.Ready != nil || rec.Kind == string(config.KindTask)) {
		return app.Stopped, reason
	}
	return app.Failed, reason
}

// UntilOver is met when no run is alive, however it ended. It is for hooks; no file can declare it.
const UntilOver config.Condition = "over"

// meets reports whether a server or task of this kind meets what another one waits for, and whether it has failed and
// will not meet it on its own.
func (f *Facts) meets(until config.Condition, kind config.Kind) (met, failed bool) {
	over := !f.State.Up() && f.Retry == nil
	if until == UntilOver {
		return over, false
	}
	ended := over && f.Exit.Well()
	switch {
	case until == config.UntilCompleted:
		return ended, over && !ended
	case until == config.UntilReady && (f.State == app.Ready || f.State == app.Running || f.State == app.External):
		return true, false
	case until == config.UntilStarted && (f.State == app.External || f.PID != 0 && f.State.Up() || ended &&
		kind == config.KindTask):
		return true, false
	}
	late := f.State == app.Starting && f.Failure != nil
	return false, over || late
}
