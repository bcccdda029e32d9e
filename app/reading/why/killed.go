package why

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/reading/why/machine"
)

// childSignals are the signals that the exit code of a shell says have ended what it ran, and what it prints of them.
var childSignals = map[int]struct{ name, printed string }{137: {"KILL", "Killed"}, 143: {"TERM", "Terminated"},
	139: {"SEGV", "Segmentation fault"}, 134: {"ABRT", "Aborted"}, 135: {"BUS", "Bus error"}}

// passedOn claims that a signal has ended a process of the run, if a line or its memory shows that; else any program
// may have exited with that code.
func (x *examination) passedOn(code int) *app.Claim {
	sig, r := childSignals[code], x.reading()
	name := app.Known(sig.name)
	c := x.of(app.FindingOther).Is("exit code %s is what a shell gives for a process that was ended by signal %s",
		app.Number(code), name)
	at := slices.IndexFunc(r.texts, func(line string) bool { return reports(line, sig.name, sig.printed) })
	if at >= 0 || x.Heavy != "" {
		c.Is("a process that it started was ended by signal %s", name)
	}
	if c.See("system", "exit code %s is 128 and the number of that signal", app.Number(code)); at >= 0 {
		c.Quote("run", r.Lines[at].Seq, r.Lines[at].Text)
	}
	switch {
	case sig.name == "KILL" && (at >= 0 || x.Heavy != "" || !r.kills().Empty()):
		return x.killed(c)
	case at >= 0:
		return c.Correct("look for what ends it: devservers did not send that signal")
	}
	return x.ends(c).Correct("look at its last lines: none shows a signal, and a program can exit with that code")
}

// reports reports whether a line says that a signal has ended a process: what a shell prints of it, or its name.
func reports(line, name, printed string) bool {
	rest, ok := strings.CutPrefix(line, printed)
	return ok && (rest == "" || strings.HasPrefix(rest, " (")) || strings.Contains(line, "signal SIG"+name) ||
		reaped().MatchString(line) && strings.Contains(line, printed)
}

// killed adds to a claim about signal KILL what shows who sent it: much memory that the run used, a line of the command
// or of a file that it runs, or the kernel's count of what it has ended.
func (x *examination) killed(c *app.Claim) *app.Claim {
	if x.Heavy != "" {
		c.Kind = app.FindingMemory
		return x.tooHeavy(c.See("system", "%s", app.Known(x.Heavy)))
	}
	if where := x.reading().kills(); !where.Empty() {
		c.ReadIn(where, "%s can send that signal")
		return c.Correct("look at %s: it may be what ended it", where)
	}
	n, known := machine.Starved()
	switch {
	case !known:
		return c.Correct("nothing shows who sent it: ask the log of the system whether it ran out of memory")
	case n == 0:
		c.See("system", "the kernel has ended no process for want of memory since the machine started")
		return c.Correct("nothing shows who sent it: look for what ends it")
	}
	c.See("system", "since the machine started, the kernel has ended %s for want of memory",
		app.Known(words.Count(n, "process")))
	return c.Correct("nothing shows who sent it; `journalctl -k` says whether this was one of them")
}

var kills = words.Lazy(`\bp?kill(?:all)?\s+(?:-s\s*)?-?(?:9|(?:SIG)?KILL)\b|\bSIGKILL\b|\bkill\([^;]*,\s*9\s*\)`)

// kills returns where the command, or a file that it runs, has a line that sends signal KILL; empty = nowhere.
func (r *printout) kills() (where app.Name) {
	for _, step := range r.Calls() {
		if step.File == "" && kills().MatchString(step.Text) {
			return r.StepAt(step)
		}
	}
	files := slices.DeleteFunc(r.StepFiles(), func(file string) bool { return !r.Ours(file) })
	at, ok := code.Lines(files, func(l code.SourceLine) bool {
		return kills().MatchString(l.Text) && !code.IsComment(l.Text)
	})
	if !ok {
		return where
	}
	return r.Line(at)
}
