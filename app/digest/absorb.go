package digest

import "strings"

// A logger says that something failed, and the trace of it comes after a line or two: both are one error.

// maxProse is how many lines of text may be between what is logged and its trace.
const maxProse = 2

// isLogged: it is a line that says itself that it is an error, and no more.
func (r *Reading) isLogged() bool {
	return r.Level != "warn" && (r.parser == &levels || r.Kind == levels.Kind)
}

// waits tells whether the trace of what was logged may still come after a line in which nothing is known: an indented or an empty one, a rule, an item
// of a list, a line of prose; not one with a time or a request.
func (r *Reading) waits(text string) bool {
	if !r.isLogged() || r.lines >= maxBlock {
		return false
	}
	r.lines++
	if text == "" || strings.IndexByte(" \t-=#*^|~", text[0]) >= 0 || isFrameLine(text) || strings.HasPrefix(text, "future: <") {
		return r.lines < maxWaited
	}
	r.prose++
	return r.prose <= maxProse && isProse(text)
}

// maxWaited is how many lines in all may be between what is logged and its trace.
const maxWaited = 12

// isProse: words, which begin with a letter and are no request.
func isProse(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return isWordByte(text[0]) && (text[0] > '9' || text[0] < '0') && first != strings.ToUpper(first) && !strings.HasPrefix(text, "INFO")
}

var (
	thrownName = pattern{expr: `(?:^|\s)((?:[\w$]+\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Rejection)(?: \[\w+\])?: .*)$`}
	thrownMark = pattern{expr: `^(?:error: |\[?(?:ERROR|error)\]:? )(.*)$`}
	thrownJava = pattern{expr: `^[a-z][\w$]*(?:\.[\w$]+)+(?:Exception|Error)(?:: |$)`}
)

// isTraceOf tells whether r, which begins, is the trace of o, which was logged: at once, or when nothing else was said in between, or when r itself
// does not say what was thrown. In Java the exception is a line of its own.
func (r *Reading) isTraceOf(o *Reading) bool {
	if !o.isLogged() {
		return false
	}
	if r.parser == &levels {
		return thrownJava.find(r.Message) != nil
	}
	return r.parser.Absorbs && (o.prose <= r.back || r.unsaid)
}

// absorb makes r the error that o, the line before it, has announced.
func (r *Reading) absorb(o *Reading) {
	if r.unsaid || r.back > 0 && o.lines == 1 {
		r.Message, r.Ready = thrown(o.Message), true
	}
	r.from, r.back = o.from, 0
}

// thrown is what is logged from the name of the exception on, if it is named.
func thrown(message string) string {
	if m := thrownMark.find(message); m != nil {
		return m[1]
	}
	if m := thrownName.find(message); m != nil {
		return m[1]
	}
	return message
}
