package edits

import (
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/evidence"
)

// sign is a fact that shows what an edit did.
type sign struct {
	kind  signKind
	since time.Time // when it began
	sure  time.Time // when it proves something if nothing else happens
	text  string    // what was observed: nothing that the server printed
}

type signKind int

// What contradicts, in the order in which it counts, then what confirms.
const (
	ended signKind = iota + 1
	frozen
	closed
	deaf
	failing
	failedBuild
	failedRequest
	erred
	brokenBefore
	renewed
	answered
	rebuilt
	spoke
)

// final reports whether no request can tell more.
func (k signKind) final() bool { return k != 0 && k <= deaf }

// against returns what contradicts that the server is well: the first of it that counts; zero = nothing.
func (r reading) against(v app.Verdict) sign {
	s, last := r.server, r.lastError(v)
	began := app.Later(r.edit.At, r.tree.ClosedAt)
	switch {
	case r.server.FailedBefore(r.edit.At):
		return r.left()
	case s.EndedByItself && s.EndedAt != nil && !s.State.Up():
		return sign{ended, *s.EndedAt, s.EndedAt.Add(settled), s.Reason}
	case r.tree.Stopped != 0:
		return sign{frozen, r.now, r.edit.At.Add(r.patience()), fmt.Sprintf("PID %d is stopped (state T)", r.tree.Stopped)}
	case r.tree.Closed != 0 && v.Before && !r.tree.Young:
		at := app.Earlier(r.edit.At.Add(r.patience()), began.Add(r.listening()))
		return sign{closed, r.tree.ClosedAt, at, r.closedText()}
	case r.tree.Closed != 0 && !last.IsZero() && !(r.tree.Young && r.tree.Busy): // else it is about to listen
		return sign{closed, r.tree.ClosedAt, last.Add(settled), r.closedText()}
	case r.tree.Closed != 0:
		at := began.Add(r.listening())
		if r.tree.Young && r.tree.Busy && r.now.Before(r.edit.At.Add(busyAfter)) { // it may be loading
			at = app.Later(at, r.now.Add(lookAgain))
		}
		return sign{closed, r.tree.ClosedAt, at, r.closedText()}
	case !r.tree.Waits.IsZero() && r.now.Sub(r.tree.Waits) >= deafAfter:
		sure := app.Later(r.edit.At.Add(r.patience()), r.tree.Since.Add(r.listening())) // a new process may yet accept
		if !last.IsZero() {
			sure = app.Earlier(sure, last.Add(settled))
		}
		return sign{deaf, r.tree.Waits, sure,
			fmt.Sprintf("connections have been waiting for %s and nothing accepts them",
				words.Duration(r.now.Sub(r.tree.Waits)))}
	case s.State == app.Failing:
		return sign{failing, s.Since, app.Later(app.Later(s.Since, r.edit.At), r.tree.Since).Add(r.listening()),
			"it has been failing since " + s.Since.Local().Format("15:04:05")}
	case r.built != nil && r.built.State == "failed" && r.built.At.After(r.from()):
		return sign{failedBuild, r.built.At, app.Later(last, r.built.At).Add(settled), ""}
	case v.Request.Failed() && v.Request.Again && r.believes(v):
		return sign{failedRequest, v.Request.At, v.Request.At.Add(answerSettled), ""}
	case !last.IsZero():
		return sign{erred, last, app.Later(last.Add(settled), r.repeated(v)), ""}
	case len(v.New)+len(v.Again) > 0 && r.broken && v.ReactedAt == nil && r.touched(v):
		return sign{} // it may have helped, and nothing shows that it did
	case len(v.New)+len(v.Again) > 0:
		return sign{brokenBefore, r.base.At, app.Later(r.edit.At.Add(r.patience()), r.reactedAt(v).Add(settled)), ""}
	}
	return sign{}
}

// left is the sign of a server that had failed before the edit. Its watch may start it.
func (r reading) left() sign {
	s, sure := r.server, r.edit.At
	if s.Watching && s.Watched != nil && len(s.Watched(r.edit.Files)) > 0 {
		sure = sure.Add(max(noneAfter, r.patience()))
	}
	text := "it had failed before the edit and nothing has started it since"
	if !r.now.Before(sure) {
		text += ": start it"
	}
	return sign{ended, r.edit.At, sure, text + " (" + s.Reason + ")"}
}

// repeated returns until when errors don't count: they came before the edit, too, and nothing has loaded its files yet.
func (r reading) repeated(v app.Verdict) (until time.Time) {
	fresh := func(e digest.Error) bool { return !e.Since.Before(r.edit.At) }
	if r.reactedAt(v).IsZero() && (v.Request == nil || !v.Request.Loaded) &&
		!slices.ContainsFunc(append(slices.Clone(v.New), v.Again...), fresh) {
		until = r.edit.At.Add(r.patience())
	}
	return until
}

// believes reports whether a bad answer shows what the edit did: it is newer than a reaction, or none is to come, and
// nothing shows that it would have been as bad before.
func (r reading) believes(v app.Verdict) bool {
	q, last := v.Request, r.reactedAt(v)
	late := !q.Sent.Before(r.edit.At.Add(r.patience()))
	was := q.Was >= 200 && q.Was < 400
	same := r.old() || r.tree.Unread && !r.reloads()
	came := q.Loaded || !last.IsZero()
	if came { // an error that came before the edit, too, explains a bad answer, but not that there is none
		same = r.came(v.Still) && !r.cameAny(v) && q.Reports == 0 && q.At.Sub(q.Sent) < deafAfter
	}
	return !r.changing() && !q.Sent.Before(last) && (came || late) && (was || !same)
}

// changing reports whether the server has said that it will replace its process, or something that may mean that, and
// has not done so yet: until then the process from before answers.
func (r reading) changing() bool {
	began, most := time.Time{}, max(settledRestart, 2*r.known.slowest())
	switch b := r.built; {
	case r.tree.PID != 0:
	case r.announced(): // it may take its time to end the process from before
		began, most = b.At, slowAfter
	case r.known.Renews && r.renews():
		began, most = r.edit.At, r.patience()
	case b != nil && b.At.After(r.edit.At):
	case r.spoke() && !r.old():
		began = app.Earlier(r.plain.At, r.edit.At.Add(r.patience()-most))
	}
	return !began.IsZero() && r.now.Before(began.Add(most))
}

// listening is how long a server may take until it listens: twice its longest start of late, or as its reactions take.
func (r reading) listening() time.Duration {
	return max(2*r.known.slowest(), noneAfter, r.known.patience())
}

func (r reading) closedText() string {
	since := "since the edit"
	if r.tree.ClosedAt.Before(r.edit.At) {
		since = "since before the edit"
	}
	return fmt.Sprintf("nothing listens on %d %s", r.tree.Closed, since)
}

// proof returns what shows that something newer than the edit works, if anything: answers only from after the reaction.
func (r reading) proof(v app.Verdict) sign {
	asked := v.Request != nil && !v.Request.Sent.Before(r.reactedAt(v))
	well := asked && v.Request.OK()
	var p sign
	switch b := r.built; {
	case r.server.StartedSince(r.edit.At) && r.server.State.Up():
		p = sign{renewed, *r.server.StartedAt, r.server.StartedAt.Add(r.proving()), "its run started " +
			r.after(*r.server.StartedAt)}
	case r.tree.PID != 0:
		p = sign{renewed, r.tree.Since, r.tree.Since.Add(r.proving()),
			fmt.Sprintf("PID %d started %s", r.tree.PID, r.after(r.tree.Since))}
	case well && v.Request.Confirms():
		p = sign{answered, v.Request.At, v.Request.At.Add(answerSettled), v.Request.Confirmed() + " " + r.after(v.Request.At)}
	case well && r.broken && len(v.Fixed) > 0 && len(v.New)+len(v.Again) == 0 && !r.renews(): // by another request
		p = sign{answered, v.Request.At, v.Request.At.Add(answerSettled), ""}
	case b != nil && b.At.After(r.from()) && b.State == "done":
		p = sign{rebuilt, b.At, b.At.Add(settled), ""}
	case b != nil && b.At.After(r.from()) && b.State == "noticed" && well &&
		(v.Request.Loaded || v.Request.Module != "" || !evidence.IsModule(r.edit.Files)):
		p = sign{rebuilt, b.At, v.Request.At.Add(answerSettled), ""}
	case b != nil && b.At.After(r.from()): // it has begun or noticed something
	case r.spoke() && !r.old() && !r.renews() && !r.changing() && !r.gone && r.wrong.Before(r.edit.At):
		p = sign{spoke, r.plain.At, app.Earlier(r.plain.At.Add(settledRestart), r.edit.At.Add(r.patience())), ""}
	}
	switch {
	case p.kind == 0:
	case v.Request != nil && !v.Request.OK(): // it was asked, and the answer doesn't confirm
		return sign{}
	case asked && p.kind != spoke:
		p.sure = v.Request.At.Add(answerSettled)
		if p.kind == renewed {
			p.sure = app.Later(p.sure, p.since.Add(supervisor.ConfirmReady))
		}
	}
	return p
}

// proving is how long a new process has to live until that proves something. One that no request can reach has to do
// its work once: it may fail only then.
func (r reading) proving() time.Duration {
	switch {
	case r.server.URL != "":
		return settledRestart
	case 2*r.pause > noneMost: // its lines are too rare to be waited for
		return noneAfter
	}
	return max(noneAfter, 2*r.pause)
}

// quiet reports whether a new process that no request can reach has printed nothing for longer than the one before it
// ever did: it may do nothing at all.
func (r reading) quiet(p sign) bool {
	return p.kind == renewed && r.server.URL == "" && r.rest > 0 && r.now.Sub(app.Later(r.lastLine, p.since)) > 2*r.rest
}

// old reports whether the server runs the code from before the edit, as far as known: it loads the edited file when it
// starts, and has not asked to be told of changes.
func (r reading) old() bool { return r.tree.Sources && !r.tree.Watches && !r.known.Reloads }

// renews reports whether only a new process can show what the edit did, and none is there yet: the one that answers
// loaded the edited file when it started, and what watches it is another, which may read the file and speak of it.
func (r reading) renews() bool {
	is := r.tree.Sources && !r.serves && (r.known.Renews || r.old() && r.tree.Others && r.tree.Traced)
	return r.tree.PID == 0 && (is || r.announced())
}

// announced reports whether the server has said that it begins to restart.
func (r reading) announced() bool {
	b := r.built
	return b != nil && b.restart && b.State == "begun" && b.At.After(r.edit.At) && !r.tree.Hidden
}

// after says how long after the edit something was.
func (r reading) after(at time.Time) string {
	return words.Duration(max(0, at.Sub(r.edit.At))) + " after the edit"
}

// lastError returns when the last error came since the edit; zero = none did.
func (r reading) lastError(v app.Verdict) (last time.Time) {
	for _, e := range append(slices.Clone(v.New), v.Again...) {
		if !r.past(e) {
			last = app.Later(last, e.LastAt)
		}
	}
	return last
}

// came reports whether one of these errors came since the edit.
func (r reading) came(list []digest.Error) bool {
	return slices.ContainsFunc(list, func(e digest.Error) bool { return !r.past(e) })
}

// past reports whether an error came last before the edit, or may have, in a process that has ended since.
func (r reading) past(e digest.Error) bool {
	return e.LastAt.Before(r.edit.At) || e.Since.Before(r.edit.At) && e.LastAt.Before(r.begun())
}

// begun returns from when a process from before the edit says nothing of it.
func (r reading) begun() time.Time {
	if r.tree.PID == 0 {
		return r.edit.At
	}
	return app.Earlier(r.edit.At.Add(digest.Early), r.tree.Since)
}
