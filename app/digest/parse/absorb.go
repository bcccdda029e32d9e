package parse

import "strings"

// A logger reports a failure, and its stack trace follows after a line or two: both are one error.

// MaxProse is how many lines of text may stand between a logged error and its trace.
const MaxProse = 2

// IsLogged reports whether r is a single line with an error level.
func (r *Reading) IsLogged() bool {
	return r.Level != "warn" && (r.Parser == &Levels || r.Parser.Begin == nil && r.Parser != &Reports && r.Line == 0)
}

// MaxWaited is how many lines of any kind may stand between a logged error and its trace.
const MaxWaited = 12

// IsProse reports whether text is words: it begins with a letter and is not a request.
func IsProse(text string) bool {
	first, _, _ := strings.Cut(text, " ")
	return (text[0]|0x20 >= 'a' && text[0]|0x20 <= 'z' || text[0] >= 0x80 || text[0] == '_') &&
		first != strings.ToUpper(first) && !strings.HasPrefix(text, "INFO")
}

var (
	thrownName = Pattern{Expr: `(?:^|\s)((?:[\w$]+\.)*(?:[A-Z][\w$]*)?(?:Error|Exception|Rejection)(?: \[\w+\])?: .*)$`}
	thrownMark = Pattern{Expr: `^(?:error: |\[?(?:ERROR|error)\]:? )(.*)$`}
	thrownJava = Pattern{Expr: `^[a-z][\w$]*(?:\.[\w$]+)+(?:Exception|Error)(?:: |$)`}
)

// IsTraceOf reports whether r, which begins here, is the trace of the logged error o: it follows at once or with
// nothing else in between, or doesn't name the exception itself. In Java the exception is a line of its own.
func (r *Reading) IsTraceOf(o *Reading) bool {
	if o.Parser == &Reports && o.Ready && o.Line > 0 && r.Parser.Absorbs && r.Back == 1 && o.To.Seq == r.From.Seq-1 {
		return strings.Contains(r.Message, o.Message)
	}
	if o.Parser == &Node && r.Parser == &Node && o.step == jsError && o.Rank == 0 && o.Prose == r.Back &&
		r.Back == 1 { // its message has two lines
		return true
	}
	if !o.IsLogged() {
		return false
	}
	if r.Parser == &Levels {
		return thrownJava.Find(r.Message) != nil
	}
	return r.Parser.Absorbs && (o.Prose <= r.Back || r.Unnamed)
}

// Absorb makes r and the line o before it one error.
func (r *Reading) Absorb(o *Reading) {
	if r.Unnamed || r.Back > 0 && (o.Lines == 1 || o.File != "" || o.Parser == &Node) {
		r.Message, r.Ready = thrown(o.Message), true
	}
	if r.Rank < Ours && o.File != "" && RankOf(o.File) == Ours {
		r.File, r.Line, r.Column, r.Rank = o.File, o.Line, o.Column, Theirs
	}
	if o.Parser != &Levels && o.Parser.Begin == nil {
		r.Kind = o.Parser.Kind
	}
	r.From, r.Back = o.From, 0
}

// thrown returns a logged message from the name of the exception on, or all of it without one.
func thrown(message string) string {
	if m := thrownMark.Find(message); m != nil {
		return m[1]
	}
	if m := thrownName.Find(message); m != nil {
		return m[1]
	}
	return message
}
