package render

import (
	"fmt"
	"math"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/reading/edits"
)

// ErrorsShown bounds the errors of one server in an answer.
const ErrorsShown = 15

// fixedLength bounds the message of an error that is gone: enough to recognize it.
const fixedLength = 100

// ErrorsText returns the answer of head and of errors, which stand between marks. current reports whether one is not
// fixed.
func ErrorsText(head, body string, m Mark, found int, current bool) Text {
	if found == 0 {
		return Text(head + "no errors\n")
	}
	var b strings.Builder
	b.WriteString(head)
	m.Begin(&b)
	b.WriteString(body)
	m.End(&b)
	if current {
		b.WriteString("get_server_logs with since=run:N shows what follows line N\n")
	}
	return Text(b.String())
}

// WriteErrors writes a line for each error; as is its first word, "" = its level or fixed.
func WriteErrors(b *strings.Builder, list []digest.Error, as string) {
	writeErrors(b, list, as, math.MaxInt)
}

// writeErrors does so for the first, which may be the cause of others, and for as many of the last as fit until b has
// most bytes. It reports whether it left some out.
func writeErrors(b *strings.Builder, list []digest.Error, as string, most int) (left bool) {
	lines := errorLines(list, as)
	last := len(lines)
	for room := most - b.Len(); last > 1; last-- {
		if room -= len(lines[last-1]) + 1; room < len(lines[0]) {
			break
		}
	}
	for i, line := range lines {
		if i == 0 || i >= last {
			b.WriteString(line + "\n")
		}
	}
	return last > 1
}

// ErrorLines returns a line for each error.
func ErrorLines(list []digest.Error) []string { return errorLines(list, "error") }

func errorLines(list []digest.Error, as string) (lines []string) {
	for _, e := range list[:min(len(list), ErrorsShown)] {
		word := as
		switch {
		case word == "" && e.Fixed:
			word = "fixed"
		case word == "" && !e.Current():
			word = "not seen since"
		case word == "":
			word = e.Level
		}
		if place := e.Place(); place != "" {
			word += " " + Tidy(place, 200)
		}
		if e.Fixed {
			lines = append(lines, word+": "+Tidy(e.Message, fixedLength))
			continue
		}
		lines = append(lines, fmt.Sprintf("%s: %s (x%d, %s, line %d)", word, Tidy(e.Message, LineLength), e.Count,
			words.Ago(time.Since(e.LastAt)), e.From))
	}
	return lines
}

// ErrorLine returns an error as one line without its times.
func ErrorLine(e digest.Error) string {
	text := Tidy(e.Message, LineLength)
	if place := e.Place(); place != "" {
		text = Tidy(place, 200) + ": " + text
	}
	if e.Count > 1 {
		text += fmt.Sprintf(" (x%d)", e.Count)
	}
	return text
}

// ServerErrors writes our words into the head, and the server's into the body.
func ServerErrors(head, body *strings.Builder, st app.Status, p edits.ErrorPage, m Mark, viewer string) {
	now, fixed := 0, 0
	for _, e := range p.Errors {
		if e.Fixed {
			fixed++
		} else if e.Current() {
			now++
		}
	}
	fmt.Fprintf(head, "%s %s, run %s: %s, %d fixed", st.Ref(), words.Is(string(st.State)), p.Run,
		words.Count(now, "error"), fixed)
	if p.Built != nil {
		fmt.Fprintf(head, "; last build: %s %s", p.Built.State, words.Ago(time.Since(p.Built.At)))
	}
	fmt.Fprintf(head, "\nviewer_url: %s\n", viewer)
	if len(p.Errors) > 0 {
		m.Head(body, "%s", st.Ref())
	}
	if left := writeErrors(body, p.Errors, "", MostBytes-ErrorsRest-head.Len()); left || p.Left != "" {
		head.WriteString("left out: more errors; get_server_logs with level=error has them\n")
	}
}

// ErrorsRest is how much of an answer is not for errors: a long last one, marks and notes.
const ErrorsRest = 1 << 10
