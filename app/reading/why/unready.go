package why

import (
	"os"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/transcript"
)

// unready says what a run that isn't ready lacks, if nothing better is known.
func (x *examination) unready() {
	st := x.Status
	late := st.StartedAt != nil && (st.Failure != nil || time.Since(*st.StartedAt) >= x.patience)
	if len(x.list) > 0 || st.State != app.Starting || st.PID == 0 || !late {
		return
	}
	if lines := x.tail(1); len(lines) > 0 && (x.read == nil || lines[0].Seq > x.read.last()) { // it was printed meanwhile
		x.read = nil
		if x.printed(); len(x.list) > 0 {
			return
		}
	}
	age := app.Known(words.Age(time.Since(*st.StartedAt)))
	c := x.of(app.FindingOther).Is("it is still not ready after %s: %s", age, app.SayOf(x.Waits))
	c.Correct("%s", x.readyFix())
	if x.listensNowhere() {
		c.Kind, c.Problem = app.FindingListens, app.Say("it is still not ready after %s: it listens on no port at all", age)
		c.See("system", "%s", app.SayOf(x.Waits))
		x.onSocket(c)
	}
	x.complains(c)
	if x.Waits.Kind == words.BadAnswer {
		x.answered(c)
	}
	x.add(c)
}

// readyFix are what to correct if a readiness check fails, by its kind; "" is the default, which looks at the port.
var readyFix = map[string]app.Sentence{
	"http":    app.Say(readyPath),
	"tcp":     app.Say("correct the address of ready: in devservers.yml, or make the server listen there"),
	"log":     app.Say("correct the pattern of ready: in devservers.yml if the server prints another line then"),
	"command": app.Say("run the command of ready: by hand to see what it says, and correct it in devservers.yml"),
	"":        app.Say("correct the command so that it opens the port, or remove port: from devservers.yml"),
}

// waitFix are what to do instead if the server may still be working.
var waitFix = map[string]app.Sentence{
	"http": app.Say("wait if it is still working: a page may be built when it is first asked for; else " + readyPath),
	"": app.Say("wait if it is still working; if it never opens the port, correct the command, or remove port: from " +
		"devservers.yml"),
}

// readyFix returns what to do about a run that isn't ready.
func (x *examination) readyFix() app.Sentence {
	kind := x.Server.Ready.Kind()
	if fix, ok := waitFix[kind]; ok && works(x.tail(1), *x.Status.StartedAt) {
		return fix
	}
	return readyFix[kind]
}

// works reports whether a run may still be working: it began or printed its last line within a minute.
func works(last []transcript.Line, started time.Time) bool {
	if len(last) > 0 {
		started = last[0].Time
	}
	return time.Since(started) < time.Minute
}

// complains adds the last error that a run printed which isn't ready: then nobody has to wait.
func (x *examination) complains(c *app.Claim) {
	r := x.reading()
	if len(r.errors) == 0 || x.Waits.Kind == words.BadAnswer {
		return
	}
	at := r.said(r.errors[len(r.errors)-1])
	c.Quote("run", r.Lines[at].Seq, r.Lines[at].Text).Correct("correct the error that it printed")
}

var socketPath = words.Lazy(`(?i)\b(?:listen|bind|bound|serv)\w*\b.*?([\w@.+/-]+\.sock(?:et)?)\b`)

// onSocket says of a run that listens on no port that it listens on the socket of a file, as it printed.
func (x *examination) onSocket(c *app.Claim) {
	r := x.reading()
	for _, l := range r.Lines {
		for _, w := range l.Text.All(socketPath(), 1) {
			path := w.There(x.Server.WorkingDir, x.Project.Dir)
			if info, err := os.Stat(path); err != nil || info.Mode()&os.ModeSocket == 0 {
				continue
			}
			c.Problem = app.Say("it listens on the socket %s, not on port %s", r.PathOf(path), app.Number(x.Status.Port))
			c.Quote("run", l.Seq, l.Text)
			c.Correct("make it listen on $PORT (%s), or remove port: from devservers.yml", app.Number(x.Status.Port))
			return
		}
	}
}

// listensNowhere reports whether a run whose port is what it waits for has no listener at all.
func (x *examination) listensNowhere() bool {
	kind := x.Server.Ready.Kind()
	return x.Status.Port != 0 && (kind == "" || kind == "tcp" || kind == "http") &&
		len(machine.OfTree(x.Run.Record().Holder.PID)) == 0
}
