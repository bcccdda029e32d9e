package view

import (
	"devservers/app/base/words"
	"devservers/app/digest"
)

// OutputError draws an error on two lines: place and message, then its count and its lines.
func (v View) OutputError(server string, e digest.Error) string {
	first := v.errorSign(e) + " " + v.Paint(Bold, server)
	if at := e.Place(); at != "" {
		first += "  " + v.Paint(Cyan, Plain(at))
	}
	return first + "  " + Plain(e.Message) + "\n" + v.Paint(Dim, "    "+v.errorFacts(e)) + "\n"
}

func (v View) errorSign(e digest.Error) string {
	switch {
	case e.Fixed:
		return v.Done()
	case !e.Current():
		return v.Paint(Dim, v.Pick("·", "-"))
	case e.Level == "warn":
		return v.Paint(Yellow, "!")
	}
	return v.Cross()
}

func (v View) errorFacts(e digest.Error) string {
	text := e.Kind + ", " + v.moment(e.LastAt)
	if e.Count > 1 {
		text += ", " + words.Count(e.Count, "time")
	}
	if e.From == e.Last {
		text += ", line " + number(int(e.Last))
	} else {
		text += ", lines " + number(int(e.From)) + " to " + number(int(e.Last))
	}
	if e.Fixed {
		text += ", fixed"
	} else if !e.Current() {
		text += ", not seen since the rebuild"
	}
	return text
}

// ErrorChange draws a new or fixed error on one line.
func (v View) ErrorChange(server string, e digest.Error) string {
	word := "error"
	switch {
	case e.Fixed:
		word = "fixed"
	case !e.Current():
		word = "not seen since"
	case e.Level == "warn":
		word = "warning"
	}
	text := v.errorSign(e) + " " + word + " " + v.Paint(Bold, server)
	if at := e.Place(); at != "" {
		text += " " + v.Paint(Cyan, Plain(at))
	}
	if e.Count > 1 && e.Current() {
		text += " " + v.Paint(Dim, "("+words.Count(e.Count, "time")+")")
	}
	return text + " " + Plain(e.Message) + "\n"
}
