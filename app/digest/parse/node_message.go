package parse

import "strings"

// Properties of an error, known from its first line on.
const (
	jsAggregate = "aggregate " // it contains others
	jsFatal     = "fatal "     // it ends the process: a stack follows, however long the message is
)

// maxMore is how many lines a message may have.
const maxMore = 60

// named reads the line with the message.
func (r *Reading) named(text string) {
	text = strings.TrimPrefix(strings.TrimPrefix(text, " "), "[!] ")
	r.step, r.Ready = jsError, true
	r.Message = strings.TrimPrefix(strings.TrimPrefix(text, "⨯ "), "ℹ ")
	if rest, ok := strings.CutPrefix(text, "["); ok {
		r.Message, r.Held = strings.TrimSuffix(strings.TrimSuffix(rest, " {"), "]"), r.Held+jsAggregate
	}
	if strings.HasSuffix(text, "] {") && text[0] == '[' {
		r.step = jsProps
	}
	r.importer(text)
}

// importer reads the file that a message ends with; the stack may have a better one.
func (r *Reading) importer(text string) {
	if m := jsFrom.Find(text); m != nil {
		r.File, r.Line, r.Column, r.Rank = m[1], 0, 0, max(r.Rank, Theirs)
	}
}

// jsFrom matches a file that imports another one, or lacks the imported name.
var jsFrom = Pattern{Expr: `(?:imported from|in module|from| \() ?'?(/[^']*?\.[cm]?[jt]sx?)['.)]*$`}

// more reports whether text belongs to the message.
func (r *Reading) more(text string) bool {
	if !strings.Contains(r.Held, jsFatal) && onlyPlace.Find(r.Message) == nil || r.Lines > maxMore ||
		strings.HasPrefix(text, "Node.js v") {
		return false
	}
	r.zod(text)
	r.tsNode(text)
	return true
}

// onlyPlace matches a message that is nothing but a place, as template engines throw it: the reason follows.
var onlyPlace = Pattern{Expr: `^([\w ]*(?:[Ee]rror|Exception)): \(?(\S+:\d+(?::\d+)?|/\S+\.\w+)\)?(?: \[Line \d+, Column \d+\])?$`}

// Explained takes the reason that follows such a message.
func (r *Reading) Explained(text string) {
	if r.Rank == Ours || r.Lines > maxMore || !r.Ready || strings.HasPrefix(text, "    at ") {
		return
	}
	m := onlyPlace.Find(r.Message)
	if m == nil || text == r.Message || strings.TrimSpace(text) == "" || IsFramed(text) ||
		IsCaret(strings.TrimLeft(text, "- ")) {
		return
	}
	r.File, r.Line, r.Column, r.Rank = m[2], 0, 0, Ours
	for _, p := range PlaceIn(r.Message) {
		r.File, r.Line, r.Column = p.File, p.Line, p.Column
	}
	r.Message = m[1] + ": " + strings.TrimSpace(text)
}
