package lines

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/transcript/text"
	"devservers/views"
)

// row is a line as the page draws it, or the heading of an error of several lines.
type row struct {
	app.FoldedLine
	heads   *digest.Range     // it is the heading of this error
	lines   int               // of that error, below the heading
	within  string            // the error below whose heading it is, as run:seq; "" = none
	same    bool              // the line before is of the same server
	apart   bool              // lines are left out before it: it is the context of another match
	record  *text.FieldRecord // nil: it is text
	left    int               // characters that are cut off
	targets bool              // the page is about it
	begins  bool              // a run begins with it

	edit *views.ActivityRow // it is not a line, but the verdict on an edit
}

const (
	foldFrom = 4    // lines of an error that is folded
	maxShown = 1200 // bytes of a line that the page shows; the drawer shows all
)

// rows returns what to draw for lines. Lines of an error follow its heading.
func (l Look) rows(lines []app.MergedLine) []row {
	out := make([]row, 0, len(lines)+8)
	var last app.MergedLine
	for _, line := range l.folded(lines) {
		out = append(out, l.edits(last.Time, line.Time)...)
		row := row{FoldedLine: line, begins: line.Seq == 1 && line.Gap == nil}
		if e := line.Error; line.Gap == nil && l.headed(line) {
			row.within = app.Cursor(line.Run, e.From)
			if last.Error == nil || last.Run != line.Run || last.Error.From != e.From {
				head := row
				head.heads, head.lines, head.within, head.Times = e, int(e.To-e.From+1), "", 1
				head.same, row.begins = follows(last, line.MergedLine), false
				out = append(out, head)
				last = line.MergedLine
			}
		}
		row.same = follows(last, line.MergedLine)
		row.apart = l.Context && line.Gap == nil && row.same && line.Seq != last.Seq+1
		row.targets = l.Target != "" && line.Run != "" && app.Cursor(line.Run, line.Seq) == l.Target
		row.read()
		out = append(out, row)
		last = line.MergedLine
		last.Seq = line.Last
	}
	if l.ToNow {
		out = append(out, l.edits(last.Time, time.Now())...)
	}
	return out
}

// edits returns the verdicts on edits that came after one line and before the next. Without a line before, that line
// and what came before it are on another part of the page.
func (l Look) edits(from, to time.Time) (list []row) {
	for i, e := range l.Edits {
		if !from.IsZero() && !e.At.Before(from) && e.At.Before(to) {
			verdict := row{edit: &l.Edits[i]}
			verdict.Time = e.At
			list = append(list, verdict)
		}
	}
	return list
}

// headed reports whether a line belongs to an error that gets a heading: it has several lines, and a message.
func (l Look) headed(line app.FoldedLine) bool {
	e := line.Error
	return e != nil && e.Message != "" && e.To-e.From+1 >= foldFrom && l.Marks == nil && l.Target == ""
}

func follows(last, line app.MergedLine) bool {
	return last.Server == line.Server && last.Server != "" && last.Gap == nil && line.Gap == nil && line.Seq != 1
}

// folded joins repeats, unless the page shows each.
func (l Look) folded(lines []app.MergedLine) []app.FoldedLine {
	if l.Fold {
		return app.Fold(lines)
	}
	out := make([]app.FoldedLine, len(lines))
	for i, line := range lines {
		out[i] = app.FoldedLine{MergedLine: line, Times: 1, Last: line.Seq, LastAt: line.Time}
	}
	return out
}

// read takes a line apart if it is the record of a log, and cuts one that is very long.
func (r *row) read() {
	if record, ok := text.ParseFields(r.Text); ok {
		r.record = &record
		return
	}
	r.Text, r.left = shorten(r.Text, maxShown)
}

// shorten cuts a text that may hold SGR sequences, and returns how many characters are cut off.
func shorten(text string, most int) (string, int) {
	if len(text) <= most {
		return text, 0
	}
	for !utf8.RuneStart(text[most]) {
		most--
	}
	if esc := strings.LastIndexByte(text[:most], 0x1b); esc >= 0 && most-esc < 24 &&
		!strings.Contains(text[esc:most], "m") {
		most = esc
	}
	return text[:most], utf8.RuneCountInString(text[most:])
}

// class returns the classes of a row.
func (r row) class() string {
	class := "l"
	for _, is := range []struct {
		so   bool
		name string
	}{
		{r.Level == "error", "error"}, {r.Level == "warn", "warn"}, {r.heads != nil, "headline"}, {r.within != "", "in"},
		{r.same, "same"}, {r.apart, "apart"},
		{r.Partial, "open"}, {r.targets, "target"}, {r.record != nil, "rec"}, {r.Again, "again"},
	} {
		if is.so {
			class += " " + is.name
		}
	}
	return class
}

// levelWord returns the level of a record: that of the line, or as printed.
func (r row) levelWord() string {
	if r.Level != "" {
		return r.Level
	}
	word, _ := shorten(strings.ToLower(r.record.Level), 8)
	return word
}

// elements counts those of a record besides its message and fields: the line with its time, server and text, what is
// before the record, its level, and how often it came.
func (r row) elements() (n int) {
	n = 5
	for _, is := range []bool{r.record.Before != "", r.Level == "error" || r.Level == "warn", r.Times > 1} {
		if is {
			n++
		}
	}
	return n
}

// hot reports whether a field describes what went wrong.
func (r row) hot(f text.Field) bool {
	switch f.Key {
	case "status", "statusCode", "status_code", "code", "http.status_code", "res.statusCode":
		return len(f.Value) == 3 && f.Value[0] == '5' || r.Level == "error" && strings.HasPrefix(f.Value, "E")
	case "err", "error", "exception", "err.message", "error.message", "err.type", "exc_info":
		return f.Value != "null" && f.Value != ""
	}
	return false
}

// value returns the value of a field as far as a row shows it.
func value(f text.Field) string {
	v, left := shorten(f.Value, 200)
	if left > 0 {
		v += "…"
	}
	if v == "" || strings.ContainsAny(v, " \t\n") {
		return `"` + v + `"`
	}
	return v
}

// maxKeys is how many fields a page suggests, and mostRead is how many of its lines it looks at for them.
const (
	maxKeys  = 12
	mostRead = 200
)

// keys returns the names of fields in lines, the newest first.
func (l Look) keys(lines []app.MergedLine) (list []string) {
	for _, line := range slices.Backward(lines[max(0, len(lines)-mostRead):]) {
		record, _ := text.ParseFields(text.Plain([]byte(line.Text)))
		for _, f := range record.Fields {
			if len(list) < maxKeys && !slices.Contains(list, f.Key) {
				list = append(list, f.Key)
			}
		}
	}
	return list
}
