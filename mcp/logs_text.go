package mcp

import (
	"fmt"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

// describe writes the answer: a head with the facts and a link for v, what was left out, and the lines.
func (got found) describe(v session.Visit, st app.Status, a logArguments, s render.Fitted) render.Text {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s%s%s\n", st.Ref(), words.Is(string(st.State)), words.Tail(", run ", st.Run),
		words.Tail(", cursor ", got.cursor))
	if st.Reason != "" && st.State != app.Ready {
		fmt.Fprintf(&b, "reason: %s\n", render.Tidy(st.Reason, 300))
	}
	if st.ViewerURL != "" {
		fmt.Fprintf(&b, "viewer_url: %s\n", v.Viewer(st.ViewerURL))
	}
	if got.note != "" {
		fmt.Fprintf(&b, "note: %s\n", got.note)
	}
	b.WriteString(leftOut(s, got))
	if len(s.Lines) == 0 {
		b.WriteString(nothing(st, a) + "\n")
	} else {
		s.Write(&b, a.Grep != "")
	}
	return render.Text(b.String())
}

// leftOut describes what is not shown and how to get it; "" = everything is shown.
func leftOut(s render.Fitted, got found) string {
	switch {
	case s.Left == 0 && !got.more:
		return ""
	case got.forward:
		return fmt.Sprintf("left out: newer lines; read on with since=%s\n", got.cursor)
	case len(s.Lines) == 0:
		return ""
	}
	count := fmt.Sprint(s.Left, " older lines")
	if s.Left == 0 {
		count = "older lines"
	} else if got.more {
		count = "more than " + count
	}
	first := s.Lines[0]
	return fmt.Sprintf("left out: %s, before line %d; narrow with grep, level or since, raise limit or tokens, or read "+
		"all from since=%s\n",
		count, first.Seq, app.Cursor(first.Run, 0))
}

// nothing explains why no line is shown.
func nothing(st app.Status, a logArguments) string {
	switch {
	case st.Unmanaged:
		return "devservers doesn't run it, so its output is not here"
	case st.Run == "":
		return "it has not run yet; call start_server"
	case a.Grep != "" || a.Level != "":
		return "no line matches"
	case a.Since != "":
		return "nothing new"
	}
	return "it has printed nothing"
}
