package why

import (
	"slices"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/reading/why/machine"
	"devservers/app/transcript/text"
)

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

var kills = text.Lazy(`\bp?kill(?:all)?\s+(?:-s\s*)?-?(?:9|(?:SIG)?KILL)\b|\bSIGKILL\b|\bkill\([^;]*,\s*9\s*\)`)

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
