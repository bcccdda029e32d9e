package view

import (
	"fmt"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Detail draws everything about one server or task, one fact a line.
func (v View) Detail(st app.Status) string {
	head := v.Symbol(st) + " " + v.Paint(Bold, st.Ref().String()) + "  " + v.State(st) + "  " +
		v.Paint(Dim, "for "+v.age(st.Since))
	text := Clip(head, v.Width, v.Style) + "\n"
	for _, fact := range v.facts(st) {
		if fact[1] != "" {
			text += v.Hang(v.Paint(Dim, fmt.Sprintf("  %-8s ", fact[0])), fact[1], 11)
		}
	}
	if st.Failure != nil && !st.State.Up() {
		text += "\n" + v.Failure("  "+v.Cross()+" ", st.Failure)
	}
	return text
}

func (v View) facts(st app.Status) [][2]string {
	return [][2]string{
		{"reason", v.Remark(st)},
		{"named", v.Link(st.NamedURL)},
		{"url", v.Link(st.URL)},
		{"port", portFact(st)},
		{"run", st.Run},
		{"pid", pidFact(st)},
		{"up", v.upFact(st)},
		{"ready", readyFact(st)},
		{"load", loadFact(st)},
		{"ended", v.endedFact(st)},
		{"by", actorText(st.Actor)},
		{"code", changedCode(st)},
		{"command", Plain(st.Command)},
		{"added", addedFact(st)},
		{"dir", v.Path(st.Dir)},
		{"env", v.borrowedFact(st)},
		{"overlay", overlayFact(st)},
		{"log", v.Path(st.Log)},
		{"viewer", v.Link(st.ViewerURL)},
	}
}

// addedFact describes what the command got, and how to do without it.
func addedFact(st app.Status) string {
	if st.Added == "" {
		return ""
	}
	if st.Kind.IsTask() {
		return Plain(st.Added) + ", as arguments of this run"
	}
	return Plain(st.Added) + ", to give it its port; port_flag: false in devservers.yml leaves it out"
}

// overlayFact states that devservers.yml isn't the whole truth.
func overlayFact(st app.Status) string {
	if len(st.Overlay) == 0 {
		return ""
	}
	return words.Count(len(st.Overlay), "change") + " to devservers.yml: devservers show-env " + st.Ref().String()
}

// borrowedFact states which env files a worktree has from the main checkout.
func (v View) borrowedFact(st app.Status) string {
	if len(st.BorrowedEnvFiles) == 0 {
		return ""
	}
	var files []string
	for _, file := range st.BorrowedEnvFiles {
		files = append(files, v.Path(file))
	}
	return words.And(files) + " of the main checkout"
}

// portFact explains why a worktree has another port than the file.
func portFact(st app.Status) string {
	if st.DeclaredPort == 0 {
		return number(st.Port)
	}
	return fmt.Sprintf("%d, since another checkout has the declared port %d", st.Port, st.DeclaredPort)
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func pidFact(st app.Status) string {
	if st.Processes > 1 {
		return fmt.Sprintf("%d, %d processes in all", st.PID, st.Processes)
	}
	return number(st.PID)
}

func (v View) upFact(st app.Status) string {
	if st.StartedAt == nil || !st.State.Up() {
		return ""
	}
	return v.age(*st.StartedAt) + ", since " + st.StartedAt.Local().Format("2006-01-02 15:04:05")
}

func readyFact(st app.Status) string {
	if st.StartedAt == nil || st.ReadyAt == nil {
		return ""
	}
	return "after " + words.Duration(st.ReadyAt.Sub(*st.StartedAt))
}

func loadFact(st app.Status) string {
	if !st.State.Up() {
		return ""
	}
	return words.Percent(st.CPU) + " of a core, " + words.Size(st.Memory)
}

func (v View) endedFact(st app.Status) string {
	switch {
	case st.EndedAt == nil || st.State.Up() || st.EndedByItself() && st.Reason != "": // the reason says it
		return ""
	case st.Exit == nil:
		return words.Ago(v.since(*st.EndedAt))
	}
	return ExitText(st.Exit) + ", " + words.Ago(v.since(*st.EndedAt))
}

// changedCode says what an agent's run runs that has changed since a person last decided.
func changedCode(st app.Status) string {
	if st.ChangedCode == nil || st.For == nil {
		return ""
	}
	return words.Files(st.ChangedCode.Files) + " changed " + words.Age(time.Since(st.ChangedCode.At)) + " ago, before " +
		st.For.String() + " started it"
}
