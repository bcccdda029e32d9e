package view

import (
	"devservers/app/base/words"
	"devservers/app/digest"
)

type outputError struct {
	View
	digest.Error
}

// OutputError draws an error on two lines: place and message, then its count and its lines.
func (v View) OutputError(server string, e digest.Error) string {
	first := outputError{v, e}.sign() + " " + v.Paint(Bold, server)
	if at := e.Place(); at != "" {
		first += "  " + v.Paint(Cyan, Plain(at))
	}
	return first + "  " + Plain(e.Message) + "\n" + v.Paint(Dim, "    "+outputError{v, e}.facts()) + "\n"
}

func (e outputError) sign() string {
	switch {
	case e.Fixed:
		return e.Done()
	case !e.Current():
		return e.Paint(Dim, e.Pick("·", "-"))
	case e.Level == "warn":
		return e.Paint(Yellow, "!")
	}
	return e.Cross()
}

func (e outputError) facts() string {
	text := e.Kind + ", " + e.moment(e.LastAt)
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
	text := outputError{v, e}.sign() + " " + word + " " + v.Paint(Bold, server)
	if at := e.Place(); at != "" {
		text += " " + v.Paint(Cyan, Plain(at))
	}
	if e.Count > 1 && e.Current() {
		text += " " + v.Paint(Dim, "("+words.Count(e.Count, "time")+")")
	}
	return text + " " + Plain(e.Message) + "\n"
}
