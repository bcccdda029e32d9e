package why

import (
	"strings"
	"unicode"

	"devservers/app"
	"devservers/app/transcript"
	"devservers/app/transcript/text"
)

// mostAsked is in how many of the last lines a question may stand: the entries of a menu are below it.
const mostAsked = 8

// question returns the question that ends the output of a program.
func question(lines []transcript.Line) (l transcript.Line, ok bool) {
	for i := len(lines) - 1; i >= max(0, len(lines)-mostAsked); i-- {
		said := strings.TrimSpace(text.Plain(lines[i].Text))
		switch {
		case said == "" || strings.HasPrefix(said, "❯") || strings.HasPrefix(said, "○") || strings.HasPrefix(said, "●"):
		case len(said) < 300 && text.Questions().MatchString(said):
			return lines[i], true
		default:
			return l, false
		}
	}
	return l, false
}

// prompt returns the last line if it is unfinished and looks like a prompt, whatever it says.
func prompt(lines []transcript.Line) (l transcript.Line, ok bool) {
	if len(lines) == 0 || !lines[0].Partial {
		return l, false
	}
	last := strings.TrimSpace(text.Plain(lines[0].Text))
	if last == "" || len(last) > 300 || !strings.ContainsAny(last[len(last)-1:], ":?>$#)]") ||
		!strings.ContainsFunc(last, unicode.IsLetter) {
		return l, false
	}
	return lines[0], true
}

// asks adds the question of a run that waits for a person.
func (x *examination) asks(c *app.Claim, l transcript.Line) *app.Claim {
	c.Quote("run", l.Seq, app.Print(text.Plain(l.Text)))
	return c.Do(app.StepAnswer, x.name()).Or("make the command not ask (--yes, CI=1)")
}
