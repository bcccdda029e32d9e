package cli

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/term"
)

// detail is everything about one server or task, a fact a line.
func (p *program) detail(st app.Status) string {
	s, width := p.Style(p.Out), p.Width(p.Out)
	head := symbol(s, st) + " " + s.Paint(term.Bold, st.Ref().String()) + "  " + stateText(s, st) + "  " +
		s.Paint(term.Dim, "for "+words.Age(p.since(st.Since).Truncate(1e9)))
	text := term.Clip(strings.TrimRight(head, " "), width, s) + "\n"
	for _, fact := range p.facts(s, st) {
		if fact[1] != "" {
			text += term.Hang(s.Paint(term.Dim, fmt.Sprintf("  %-8s ", fact[0])), fact[1], 11, width, term.Style{})
		}
	}
	if st.Failure != nil && !st.State.Up() {
		text += "\n" + p.explained(s, "  "+s.Cross()+" ", st.Failure, width)
	}
	return text
}

func (p *program) facts(s term.Style, st app.Status) [][2]string {
	return [][2]string{
		{"reason", term.Plain(p.remark(st))},
		{"url", s.Paint(term.Cyan, st.URL)},
		{"port", number(st.Port)},
		{"run", st.Run},
		{"pid", pidFact(st)},
		{"up", p.upFact(st)},
		{"ready", p.readyFact(st)},
		{"load", loadFact(st)},
		{"ended", p.endedFact(st)},
		{"by", actorText(st.Actor)},
		{"command", term.Plain(st.Command)},
		{"dir", p.tilde(st.Dir)},
		{"overlay", overlayFact(st)},
		{"log", p.tilde(st.Log)},
		{"viewer", s.Paint(term.Cyan, st.ViewerURL)},
	}
}

// overlayFact says that devservers.yml does not say all.
func overlayFact(st app.Status) string {
	if len(st.Overlay) == 0 {
		return ""
	}
	return words.Count(len(st.Overlay), "change") + " to devservers.yml: devservers show-env " + st.Ref().String()
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

func (p *program) upFact(st app.Status) string {
	if st.StartedAt == nil || !st.State.Up() {
		return ""
	}
	return words.Age(p.since(*st.StartedAt).Truncate(1e9)) + ", since " + st.StartedAt.Local().Format("2006-01-02 15:04:05")
}

func (p *program) readyFact(st app.Status) string {
	if st.StartedAt == nil || st.ReadyAt == nil {
		return ""
	}
	return "after " + words.Age(st.ReadyAt.Sub(*st.StartedAt))
}

func loadFact(st app.Status) string {
	if !st.State.Up() {
		return ""
	}
	return words.Percent(st.CPU) + " of a core, " + words.Size(st.Memory)
}

func (p *program) endedFact(st app.Status) string {
	if st.EndedAt == nil || st.State.Up() || st.State == app.Exited && st.Reason != "" {
		return "" // the reason says it
	}
	return strings.TrimPrefix(exitText(st.Exit)+", "+words.Ago(p.since(*st.EndedAt)), ", ")
}

// actorText says who asked. What a client calls itself is somebody else's text.
func actorText(a *app.Actor) string {
	if a == nil {
		return ""
	}
	return term.Plain(a.String())
}
