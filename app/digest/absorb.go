package digest

import "strings"

// A logger reports a failure, and its stack trace follows after a line or two: both are one error.

// maxProse is how many lines of text may stand between a logged error and its trace.
const maxProse = 2

// isLogged reports whether r is a single line with an error level.
func (r *Reading) isLogged() bool {
	return r.Level != "warn" && (r.parser == &levels || r.Kind == levels.Kind)
}

// maxWaited is how many lines of any kind may stand between a logged error and its trace.
const maxWaited = 12

// isProse reports whether text is words: it begins with a letter and is not a request.
func isProse(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return isWordByte(text[0]) && (text[0] > '9' || text[0] < '0') && first != strings.ToUpper(first) && !strings.HasPrefix(text, "INFO")
}

var (
	thrownName = pattern{expr: `(?:^|\s)((?:[\w$]+\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Rejection)(?: \[\w+\])?: .*)$`}
	thrownMark = pattern{expr: `^(?:error: |\[?(?:ERROR|error)\]:? )(.*)$`}
	thrownJava = pattern{expr: `^[a-z][\w$]*(?:\.[\w$]+)+(?:Exception|Error)(?:: |$)`}
)

// isTraceOf reports whether r, which begins here, is the trace of the logged error o: it follows at once or with nothing
// else in between, or doesn't name the exception itself. In Java the exception is a line of its own.
func (r *Reading) isTraceOf(o *Reading) bool {
	if !o.isLogged() {
		return false
	}
	if r.parser == &levels {
		return thrownJava.find(r.Message) != nil
	}
	return r.parser.Absorbs && (o.prose <= r.back || r.unnamed)
}

// absorb makes r and the line o before it one error.
func (r *Reading) absorb(o *Reading) {
	if r.unnamed || r.back > 0 && (o.lines == 1 || o.File != "") {
		r.Message, r.Ready = thrown(o.Message), true
	}
	if r.rank < ours && o.File != "" && rankOf(o.File) == ours {
		r.File, r.Line, r.Column, r.rank = o.File, o.Line, o.Column, theirs
	}
	r.from, r.back = o.from, 0
}

// thrown returns a logged message from the name of the exception on, or all of it without one.
func thrown(message string) string {
	if m := thrownMark.find(message); m != nil {
		return m[1]
	}
	if m := thrownName.find(message); m != nil {
		return m[1]
	}
	return message
}
