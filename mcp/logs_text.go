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
	b.WriteString(s.LeftOut(got.cursor, got.forward, got.more))
	if len(s.Lines) == 0 {
		b.WriteString(render.Nothing(st, a.Grep+a.Level != "", a.Since != "") + "\n")
	} else {
		s.Write(&b, a.Grep != "")
	}
	return render.Text(b.String())
}
