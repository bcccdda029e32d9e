package digest

import (
	"strings"

	"devservers/app/digest/place"
)

// Properties of an error, known from its first line on.
const (
	jsAggregate = "aggregate " // it contains others
	jsFatal     = "fatal "     // it ends the process: a stack follows, however long the message is
	jsYouch     = "youch "     // Nuxt and Adonis show it, with empty lines
)

// maxMore is how many lines a message may have.
const maxMore = 60

// isTsx reports whether tsx restarts the program.
func isTsx(text string) bool {
	return strings.Contains(text, "Rerunning...") || strings.Contains(text, "Restarting...")
}

// named reads the line with the message.
func (r *Reading) named(text string) {
	text = strings.TrimPrefix(text, " ")
	r.step, r.Ready = jsError, true
	r.Message = strings.TrimPrefix(strings.TrimPrefix(text, "⨯ "), "ℹ ")
	if r.Message != text && strings.HasPrefix(text, "ℹ") {
		r.held += jsYouch
	}
	if rest, ok := strings.CutPrefix(text, "["); ok {
		r.Message, r.held = strings.TrimSuffix(strings.TrimSuffix(rest, " {"), "]"), r.held+jsAggregate
	}
	if strings.HasSuffix(text, "] {") && text[0] == '[' {
		r.step = jsProps
	}
	r.importer(text)
}

// importer reads the file that a message ends with; the stack may have a better one.
func (r *Reading) importer(text string) {
	if m := jsFrom.find(text); m != nil {
		r.File, r.Line, r.Column, r.rank = m[1], 0, 0, max(r.rank, theirs)
	}
}

// jsFrom matches a file that imports another one, or lacks the imported name.
var jsFrom = pattern{expr: `(?:imported from|in module|from| \() ?'?(/[^']*?\.[cm]?[jt]sx?)['.)]*$`}

// more reports whether text belongs to the message.
func (r *Reading) more(text string) bool {
	if strings.Contains(r.held, jsYouch) && strings.TrimSpace(text) == "" {
		return r.lines < 5
	}
	if !strings.Contains(r.held, jsFatal) || r.lines > maxMore || strings.HasPrefix(text, "Node.js v") {
		return false
	}
	r.zod(text)
	r.tsNode(text)
	return true
}

// onlyPlace matches a message that is nothing but a place, as template engines throw it: the reason follows.
var onlyPlace = pattern{expr: `^(\w*(?:Error|Exception)): \S+:\d+(?::\d+)?$`}

// explained takes the reason that follows such a message.
func (r *Reading) explained(text string) {
	if r.rank == ours || r.lines > maxMore || !r.Ready || strings.HasPrefix(text, "    at ") {
		return
	}
	m := onlyPlace.find(r.Message)
	if m == nil || strings.TrimSpace(text) == "" || isFramed(text) || isCaret(strings.TrimLeft(text, "- ")) {
		return
	}
	i := strings.Index(r.Message, ": ")
	name, where := r.Message[:i], r.Message[i+2:]
	for _, p := range place.In(where) {
		r.File, r.Line, r.Column, r.rank = p.File, p.Line, p.Column, ours
	}
	r.Message = name + ": " + strings.TrimSpace(text)
}
