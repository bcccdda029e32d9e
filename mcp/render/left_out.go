package render

import (
	"fmt"

	"devservers/app"
)

// LeftOut describes what is not shown and how to get it; "" = everything is shown. forward: the oldest lines came
// first, up to cursor; more: there is more than was looked at.
func (s Fitted) LeftOut(cursor string, forward, more bool) string {
	switch {
	case s.Left == 0 && !more:
		return ""
	case forward:
		return fmt.Sprintf("left out: newer lines; read on with since=%s\n", cursor)
	case len(s.Lines) == 0:
		return ""
	}
	count := fmt.Sprint(s.Left, " older lines")
	if s.Left == 0 {
		count = "older lines"
	} else if more {
		count = "more than " + count
	}
	first := s.Lines[0]
	return fmt.Sprintf("left out: %s, before line %d; narrow with grep, level or since, raise limit or tokens, or read "+
		"all from since=%s\n",
		count, first.Seq, app.Cursor(first.Run, 0))
}

// Nothing explains why no line of a server is shown: filtered by what lines have, or by when they came.
func Nothing(st app.Status, filtered, since bool) string {
	switch {
	case st.Unmanaged:
		return "devservers doesn't run it, so its output is not here"
	case st.Run == "":
		return "it has not run yet; call start_server"
	case filtered:
		return "no line matches"
	case since:
		return "nothing new"
	}
	return "it has printed nothing"
}
