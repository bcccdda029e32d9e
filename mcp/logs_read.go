package mcp

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
	"devservers/mcp/session"
)

type logArguments struct {
	ofTargets
	Since   string `arg:"since" about:"last, edit, start, a cursor, or how long ago (5m)"`
	Run     string `arg:"run" about:"an earlier run"`
	Level   string `arg:"level" oneof:"error warn info debug" about:"at least"`
	Grep    string `arg:"grep" also:"filter pattern query" about:"regular expression"`
	Context int    `arg:"context" max:"10" about:"lines around each match"`
	Limit   int    `arg:"limit" also:"tail lines n" min:"1" max:"4000" usual:"4000" about:"newest lines"`
	Tokens  int    `arg:"tokens" min:"100" max:"8000" usual:"2000"`
}

// found is the lines for one answer.
type found struct {
	lines   []app.MergedLine
	cursor  string
	forward bool   // the oldest lines come first
	more    bool   // there is more than was looked at
	note    string // about the request
}

// lineReader reads the lines of one server for an answer.
type lineReader struct {
	*call
	st app.Status
	a  logArguments
}

// newest returns the newest lines: of one run, or of all runs since a moment.
func (r lineReader) newest(from time.Time) (found, error) {
	if r.st.Run == "" {
		return found{}, nil
	}
	q := logs.Query{
		Ref: r.st.Ref(), Run: r.a.Run, Grep: r.a.Grep, Regex: true, IgnoreCase: true, Levels: logs.AtLeast(r.a.Level),
		Context: r.a.Context, Since: from, Limit: r.a.Limit, Squeeze: true,
	}
	if !from.IsZero() && q.Context == 0 && q.Run == "" {
		return r.merged(logs.Query{Since: from, Limit: q.Limit})
	}
	page, err := r.reader.Read(r.ctx, q)
	got := found{cursor: page.Cursor, more: page.Left != ""}
	for l := range page.All() {
		l.Match = l.Match || q.Context == 0
		got.lines = append(got.lines, l)
	}
	return got, err
}

// onward returns the lines after a cursor, the oldest first, across restarts.
func (r lineReader) onward(cursor string) (found, error) {
	at, err := r.place(cursor)
	if err != nil || r.st.Run == "" {
		return found{}, err
	}
	got, err := r.merged(logs.Query{At: at, Direction: logs.Forward, Limit: r.a.Limit})
	got.forward = true
	return got, err
}

// newSince returns the newest of the lines after a cursor.
func (r lineReader) newSince(cursor string) (found, error) {
	at, err := r.place(cursor)
	if err != nil {
		return found{}, err
	}
	got, err := r.merged(logs.Query{Limit: r.a.Limit})
	seen := at[r.st.Ref()]
	first := slices.IndexFunc(got.lines, func(l app.MergedLine) bool {
		return l.Run > seen.Run || l.Run == seen.Run && l.Seq > seen.Seq
	})
	if first < 0 {
		got.lines, got.more = nil, false
		return got, err
	}
	got.lines, got.more = got.lines[first:], got.more && first == 0
	return got, err
}

func (r lineReader) place(cursor string) (app.MergeCursor, error) {
	run, seq, err := app.ParseCursor(cursor)
	if err == nil {
		err = r.kept(run)
	}
	return app.MergeCursor{r.st.Ref(): {Run: run, Seq: seq}}, err
}

func (r lineReader) kept(run string) error {
	return session.KeptRun(r.sup.Kept.IDs(r.st.Ref()), r.st.Ref(), run)
}

func (r lineReader) merged(q logs.Query) (found, error) {
	q.Servers, q.Squeeze = []string{r.st.Ref().String()}, true
	q.Grep, q.Regex, q.IgnoreCase, q.Levels = r.a.Grep, true, true, logs.AtLeast(r.a.Level)
	page, err := r.reader.ReadMerged(r.ctx, q)
	got := found{lines: page.Lines, more: page.More}
	for i := range got.lines {
		got.lines[i].Match = true
	}
	if at, ok := page.After[r.st.Ref()]; ok && at.Run != "" {
		got.cursor = app.Cursor(at.Run, at.Seq)
	}
	return got, err
}

// lastLines returns the last n lines of the current run, for answers that show a few.
func (c *call) lastLines(ref app.Ref, n int) []string {
	page, err := c.reader.Read(c.ctx, logs.Query{Ref: ref, Limit: 20 * n})
	if err != nil {
		return nil
	}
	return render.LastLines(c.maskedLines(page.Lines), n)
}

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
