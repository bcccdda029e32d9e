package render

import (
	"context"
	"regexp"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
)

// WriteHits groups the lines by run; the heads are ours, so they carry the mark.
func WriteHits(b *strings.Builder, viewer func(address string) string, lines []app.FoldedLine, numbered bool) {
	m := NewMark()
	m.Begin(b)
	head := ""
	for _, l := range lines {
		if h := l.Server + " run " + l.Run; h != head {
			head = h
			m.Head(b, "%s, %s: %s", h, l.Time.Format(time.RFC3339), viewer("/p/"+l.Server+"/runs/"+l.Run))
		}
		WriteLine(b, l, numbered)
	}
	m.End(b)
}

// WithContext adds the lines around each hit, and joins equal hits.
func (r ResultReader) WithContext(ctx context.Context, hits []app.LogLine, around int64) (out []app.FoldedLine) {
	known := map[string]int{}
	for _, h := range hits {
		h.Match = true
		if at, ok := known[h.Server+"\n"+h.Text]; ok && around == 0 {
			out[at].Times++
			continue
		}
		known[h.Server+"\n"+h.Text] = len(out)
		project, name, _ := strings.Cut(h.Server, "/")
		lines := []app.LogLine{h}
		if around > 0 {
			q := logs.Query{Ref: app.Ref{Project: project, Name: name}, Run: h.Run, Only: true, After: h.Seq - around - 1,
				Before: h.Seq + around + 1, Direction: logs.Forward}
			if page, err := r.Logs.Read(ctx, q); err == nil {
				lines = page.Lines
			}
		}
		for _, l := range lines {
			l.Server, l.Match = h.Server, l.Seq == h.Seq
			l.Text = r.Mask(l.Text)
			out = append(out, app.FoldedLine{MergedLine: app.MergedLine{LogLine: l}, Times: 1, Last: l.Seq})
		}
	}
	return out
}

// slashed matches a regular expression as JavaScript, Perl and sed write it; its flags are the second group.
var slashed = words.Lazy(`^/(.+)/([a-z]*)$`)

// Pattern returns a regular expression as it was meant: one that can't be read is text, which note says. What stands
// between slashes, with flags, is in the form of another language.
func Pattern(given string, note func(lines ...string)) string {
	if m := slashed().FindStringSubmatch(given); m != nil && m[2] != "" {
		if inner, ok := unslashed(given); ok {
			note(words.Quote(words.Clip(given, 60)) + " was read as " + words.Quote(words.Clip(inner, 60)))
			return inner
		}
	}
	if _, err := regexp.Compile(given); err == nil {
		return given
	}
	note(words.Quote(given) + " is not a regular expression; it was looked for as text")
	return regexp.QuoteMeta(given)
}

// Expression returns what a text is as a regular expression, and whether it is more than the text itself.
func Expression(given string) (pattern string, looks bool, err error) {
	if inner, ok := unslashed(given); ok {
		return inner, true, nil
	}
	_, err = regexp.Compile(given)
	return given, regexp.QuoteMeta(given) != given, err
}

// unslashed returns what stands between slashes; upper and lower case are the same with the flag i.
func unslashed(given string) (inner string, ok bool) {
	m := slashed().FindStringSubmatch(given)
	if m == nil {
		return "", false
	}
	if inner = m[1]; strings.Contains(m[2], "i") {
		inner = "(?i)" + inner
	}
	_, err := regexp.Compile(inner)
	return inner, err == nil
}
