package digest

import (
	"cmp"
	"strings"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// head is what the general rules see in a line.
type head struct {
	level    string // error, warn or note; "" = it states none
	at       spot   // its place
	bare     spot   // a line without a file
	first    bool   // the place is what it begins with
	alone    bool   // it has nothing but the place
	arrow    bool   // an arrow or a frame leads to the place
	timed    bool   // a time begins it: it is a line of a log
	frame    bool   // it is a frame of a trace
	mark     bool   // a mark or a level begins it
	numbered bool   // a line without a file is what it begins with
	rest     string // the message, without what stands before it
	indent   int
}

// arrows lead to a place.
var arrows = []string{"-->", "--->", "╭─", "┌─", "└─", "╰─", ",-[", "→", "➜", "↳", "@ ", "at: ", "=>", "❯", "┃"}

// headName matches the name of an exception before its message.
var headName = parse.Pattern{Expr: `^(?:Uncaught |Unhandled |fatal: |[A-Z][a-z]+ )?(?:[A-Za-z_][\w$]*(?:\.|::|\\|/))*[A-Z][\w$]*(?:Error|Exception|Rejection|Failure|Fault)(?: \[[\w-]+\]| \([\w -]+\))?(?:: |:$|$)`}

// opener matches what may stand before the place with which a line begins: brackets, the name of a program, a label.
var opener = parse.Pattern{Expr: "^(?:[\\w.+-]{1,40}(?::|>) |\\[?\\d{1,4}[\\].)] |\\s*[-*•] )?[\\s(\\[{<\"'`]*" +
	"(?:(?i:file|in|at|on|location|source|path|position|test|where)\\b:?\\s*)?[(\\[{<\"'`]*$"}

// failing matches a few words before a place, which may say what failed there: "build failed: a.js:3:1: text".
var failing = parse.Pattern{Expr: `^[\w.+-]{1,40}(?: [\w.+-]{1,40}){1,3}: $`}

// see reads a line.
func (d *Digest) see(line string) head {
	h := head{indent: indentOf(line)}
	rest := strings.TrimSpace(line)
	if after, ok := parse.CutTime(rest); ok && (rest[0] == '[' || rest[0] <= '9') {
		rest, h.timed = after, true
	}
	h.level, rest, h.mark = lead(rest)
	if rest, h.arrow = cutArrow(rest); h.arrow && h.level == "" {
		h.level, rest, h.mark = lead(rest)
	}
	if parse.MightHavePlace([]byte(rest)) {
		h.at, h.bare = d.where.spots(rest)
	}
	switch {
	case h.at.rank > 0 && opener.Find(rest[:h.at.from]) != nil,
		h.at.rank == rankOurs && failing.Matches(rest[:h.at.from]) && text.Complains(rest[:h.at.from]):
		h.first, h.arrow = true, h.arrow || label.Find(rest) != nil
		rest = d.afterPlace(&h, rest, h.at)
	case h.at.rank == 0 && h.bare.line > 0 && h.level == "" && h.bare.file == "" && opener.Find(rest[:h.bare.from]) != nil:
		rest = d.afterPlace(&h, rest, h.bare)
		h.numbered = !h.alone && h.level != ""
	}
	h.rest = rest
	return h
}

// onlyColumn matches the end of a place: "-- (Pos 27)".
var onlyColumn = parse.Pattern{Expr: `(?i)^[(\[ -]*(?:pos|position|col|column|char|character)\W*\d+[)\]]?$`}

// label matches a word that announces a place: "Location: a.py:3".
var label = parse.Pattern{Expr: `^(?:at|[A-Z][A-Za-z]{1,14}): `}

// quoteEnd splits off the brackets and quotes that end a place.
var quoteEnd = parse.Pattern{Expr: "(?s)^ *[\\])}>\"'`]*(.*)$"}

// afterPlace reads what follows the place that begins a text: a level, a code, the message.
func (d *Digest) afterPlace(h *head, rest string, at spot) string {
	after := strings.TrimLeft(quoteEnd.Find(rest[at.to:])[1], ", ")
	separated := strings.TrimLeft(after, ":-–— \t|•")
	if strings.Trim(separated, "─━-=.^~") == "" || onlyColumn.Find(separated) != nil {
		h.alone = true
		return ""
	}
	for _, word := range []string{"in ", "in:", "at ", "from ", "by "} { // a frame of a trace
		if strings.HasPrefix(separated, word) {
			h.alone, h.frame = true, true
			return separated
		}
	}
	level, message, strong := lead(separated)
	if m := bareWord.Find(separated); m != nil && !strong {
		level, message, strong = levelWord(m[1]), separated[len(m[0]):], true
	}
	if m := placeLetter.Find(separated); m != nil && !strong {
		level, message, strong = letterLevel(m[1][0]|0x20, true), separated[len(m[0]):], true
	}
	if strong {
		h.level = cmp.Or(level, h.level)
	} else if l := codeLevel(separated); l != "" && h.level == "" {
		h.level = l
	}
	if h.level == "" && headName.Find(message) == nil && warningName.Find(message) == nil &&
		h.weak(rest[at.to-1:], message) {
		return message
	}
	h.level = cmp.Or(h.level, d.s.unstated(h, message))
	return message
}

// unstated returns the level of a finding that states none before its message.
func (s *stream) unstated(h *head, message string) string {
	if warningName.Find(message) != nil || strings.Contains(message, ", ignoring") ||
		strings.HasSuffix(message, "(warning)") || strings.HasSuffix(message, "[warning]") || s.warned != "" &&
		s.warned == h.at.file {
		return "warn"
	}
	return "error"
}

// onlyWarnings matches a line that counts only warnings.
var onlyWarnings = parse.Pattern{Expr: `\b[1-9]\d* warnings?\b`}

// counts notes that a line names a file that has only warnings: the findings below it don't state their level.
func (s *stream) counts(line string, w *where) {
	if !strings.Contains(line, " warning") || onlyWarnings.Find(line) == nil {
		return
	}
	if s.warned = ""; !strings.Contains(line, "error") {
		s.warned = w.fileIn(line).file
	}
}

// bareWord matches a level after a place, separator what compilers write between a place and a message.
var (
	bareWord  = parse.Pattern{Expr: `^(error|warning|warn|info|note|hint|style|suggestion)\s+`}
	separator = parse.Pattern{Expr: "^(?:[\\])}>\"'`]*\\s*(?::|,|- ))"}
)

// weak reports whether a place and a text are no sign of an error: nothing separates them as compilers do, or only a
// line is known, and the text doesn't sound like something wrong.
func (h *head) weak(after, message string) bool {
	if h.timed {
		return true
	}
	if after[0] == ')' && h.at.column > 0 && h.at.rank == rankOurs {
		return !text.Complains(message) && !text.Refuses(message)
	}
	if separator.Find(after[1:]) != nil {
		return h.at.column == 0 && !text.Complains(message)
	}
	return true
}

// cutArrow removes what leads to a place.
func cutArrow(s string) (string, bool) {
	for _, a := range arrows {
		if rest, ok := strings.CutPrefix(s, a); ok {
			return strings.TrimLeft(rest, " ─[>┬▶"), true
		}
	}
	return s, false
}

func indentOf[T string | []byte](s T) int {
	n := 0
	for n < len(s) && (s[n] == ' ' || s[n] == '\t') {
		n++
	}
	return n
}

// logged returns the level of a line of a log; "" unless it is an error or a warning.
func logged(line string) string {
	if level := text.Level(line); level == "error" || level == "warn" {
		return level
	}
	return ""
}

var (
	testTitle   = parse.Pattern{Expr: `\s\(?\d+(?:\.\d+)? ?m?s\)?$`} // of a failed test; what failed follows
	warningName = parse.Pattern{Expr: `\b[A-Z]\w*Warning: `}
	interrupted = parse.Pattern{Expr: `SignalException: SIG|KeyboardInterrupt$`} // the program was stopped
	noWords     = parse.Pattern{Expr: `^\PL*$`}
)

// isHarmless reports whether a line that looks like an error is none: tools print it at each start or end.
func isHarmless(h head, line string) bool {
	for _, text := range parse.Harmless {
		if strings.Contains(line, text) && (h.level == "warn" || warningName.Find(line) != nil || logged(line) == "warn") {
			return true
		}
	}
	return text.CountsNone(line) || text.Mentions(line) || interrupted.Matches(line) ||
		h.mark && testTitle.Find(line) != nil || noWords.Find(h.rest) != nil && !h.first
}
