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
	for _, fact := range (member{v, st}).facts() {
		if fact[1] != "" {
			text += v.Hang(v.Paint(Dim, fmt.Sprintf("  %-8s ", fact[0])), fact[1], 11)
		}
	}
	if st.Failure != nil && !st.State.Up() {
		text += "\n" + v.Failure("  "+v.Cross()+" ", st.Failure)
	}
	return text
}

// member is a server or task to draw.
type member struct {
	View
	st app.Status
}

func (m member) facts() [][2]string {
	st := m.st
	return [][2]string{
		{"reason", m.Remark(st)},
		{"named", m.Link(st.NamedURL)},
		{"url", m.Link(st.URL)},
		{"port", portFact(st)},
		{"run", st.Run},
		{"pid", pidFact(st)},
		{"up", m.upFact()},
		{"ready", readyFact(st)},
		{"load", loadFact(st)},
		{"ended", m.endedFact()},
		{"by", actorText(st.Actor)},
		{"code", changedCode(st)},
		{"command", Plain(st.Command)},
		{"added", addedFact(st)},
		{"dir", m.Path(st.Dir)},
		{"env", m.borrowedFact()},
		{"overlay", overlayFact(st)},
		{"log", m.Path(st.Log)},
		{"viewer", m.Link(st.ViewerURL)},
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
func (m member) borrowedFact() string {
	if len(m.st.BorrowedEnvFiles) == 0 {
		return ""
	}
	return words.And(words.Each(m.st.BorrowedEnvFiles, m.Path)) + " of the main checkout"
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

func (m member) upFact() string {
	if m.st.StartedAt == nil || !m.st.State.Up() {
		return ""
	}
	return m.age(*m.st.StartedAt) + ", since " + m.st.StartedAt.Local().Format("2006-01-02 15:04:05")
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

func (m member) endedFact() string {
	switch {
	case m.st.EndedAt == nil || m.st.State.Up() || m.st.EndedByItself() && m.st.Reason != "": // the reason says it
		return ""
	case m.st.Exit == nil:
		return words.Ago(m.since(*m.st.EndedAt))
	}
	return ExitText(m.st.Exit) + ", " + words.Ago(m.since(*m.st.EndedAt))
}

// changedCode says what an agent's run runs that has changed since a person last decided.
func changedCode(st app.Status) string {
	if st.ChangedCode == nil || st.For == nil {
		return ""
	}
	return words.Files(st.ChangedCode.Files) + " changed " + words.Age(time.Since(st.ChangedCode.At)) + " ago, before " +
		st.For.String() + " started it"
}
