package digest

import (
	"strings"
	"unicode/utf8"

	"devservers/app/digest/parse"
)

// note is the level of lines that explain an error: note, help, hint, info.
const note = "note"

// marks are characters that stand for a level at the beginning of a line.
var marks = map[rune]string{'×': "error", '✘': "error", '✖': "error", '✗': "error", '✕': "error", '❌': "error", '🚨': "error", '■': "error", '⨯': "error", '🛑': "error", '💥': "error", '🔴': "error",
	'⚠': "warn", '🟡': "warn", 'ℹ': note, '💡': note, '🔵': note}

// isMarked reports whether a line begins with a mark of a tool. A cross in red is part of what programs write.
func isMarked(line string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " \t"))
	return marks[r] != "" && r != '❌'
}

// leadWord matches a level at the beginning of a text, with a code if there is one.
var leadWord = parse.Pattern{Expr: `(?i)^(?:[\[(<*]*((?:fatal |internal )?error|fatal|err|erro|crit|critical|panic|severe|emerg|alert|warning|warn|wrn|note|info|inf|hint|help|notice|debug|fail|failed|failure)` +
	`(?:\[[\w./:-]*[\d:][\w./:-]*\]|\([\w./:-]*[\d:][\w./:-]*\)| ([a-z]{1,6}-?\d{2,6}))?[\])>*]*(\s*:+\s*|\s+[•-]\s+|\s{2,}|\t|$|[\])>]\s*)?)`}

// starred matches what make and its like say before they stop: "make: *** No rule to make target".
var starred = parse.Pattern{Expr: `^[\w.+-]{1,30}: \*\*\* ([^\[].*)$`}

// softWord matches a word that stands for a level only if a place follows: "Issue: text".
var softWord = parse.Pattern{Expr: `^(?:>> )?(?:Issue|Problem|Violation|Defect|Vulnerability|Bug|Finding|Rule)\b[^:]{0,20}: +(\S+ .*)$`}

// leadLetter matches a letter for a level: "E: ", "w: ".
var (
	leadLetter  = parse.Pattern{Expr: `^<?([EWFew])[:>]\s+`}
	placeLetter = parse.Pattern{Expr: `^\[?([EWFCRIN])\]?:\s+`} // after a place
)

// inCall matches an error that names the function it came from: "Error in pay(1) : text".
var inCall = parse.Pattern{Expr: `^(Error|Warning) in .{1,80}?[):` + "`'\"]" + ` ?: .`}

// coded matches a code with a level: "SC2086 (info): ", "DL3008 warning: ".
var coded = parse.Pattern{Expr: `^\[?([A-Z]{1,6}-?\d{2,6})\]?:? [(\[]?((?i:error|warning|info|note|style|hint))[)\]]?: +`}

// phrase matches an error whose kind is part of the message.
var phrase = parse.Pattern{Expr: `(?i)^(?:syntax|parse|parsing|compile|compilation|type|runtime|lexical|link|semantic|configuration|config) error\b`}

// complaint matches a sentence about what could not be done, excuse the rest of one whose program copes with that.
var (
	complaint = parse.Pattern{Expr: `(?i)^(?:(?:failed|unable) to \w|(?:you )?(?:cannot|can't|could not|couldn't) \w|failed (?:test|assertion|check|expectation)\b)`}
	excuse    = parse.Pattern{Expr: `(?i)\b(?:retry|retries|retrying|try again|trying|fall(?:ing)? ?back|default|skip|skipping|skipped|continuing|instead|ignor\w+|optional|using|assuming)\b`}
)

// leadCode matches the code of a rule: F401, W0611:, [E1101], DL3008.
var leadCode = parse.Pattern{Expr: `^\[?([A-Z])[A-Z]{0,5}-?\d{2,6}\]?:?\s+\S`}

// symbol matches a symbol before a level in brackets: "▲ [WARNING] ".
var symbol = parse.Pattern{Expr: `^[^\w\s\[(]\S{0,2} \[[A-Z]{3,8}\] `}

// lead returns the level at the beginning of text, and the text after it. strong: it can't be a word of a sentence.
func lead(text string) (level, rest string, strong bool) {
	text = strings.TrimLeft(text, " \t")
	if after, ok := strings.CutPrefix(text, "#   "); ok { // of TAP
		text = after
	}
	if r, n := utf8.DecodeRuneInString(text); marks[r] != "" {
		rest := strings.TrimLeft(text[n:], " \t")
		if l, after, ok := lead(rest); ok && l != note {
			return l, after, true
		}
		return marks[r], rest, true
	}
	if symbol.Matches(text) {
		_, bracket, _ := strings.Cut(text, " ")
		return lead(bracket)
	}
	if after, ok := strings.CutPrefix(text, "[!] "); ok {
		return "error", after, true
	}
	if m := inCall.Find(text); m != nil {
		return levelWord(strings.ToLower(m[1])), text, true
	}
	if m := starred.Find(text); m != nil {
		return "error", m[1], true
	}
	if strings.HasPrefix(text, "** (") || phrase.Find(text) != nil {
		return "error", text, true
	}
	if complaint.Find(text) != nil {
		if excuse.Find(text) == nil {
			return "error", text, true
		}
		return "", text, false
	}
	if m := coded.Find(text); m != nil {
		return levelWord(strings.ToLower(m[2])), m[1] + ": " + text[len(m[0]):], true
	}
	return leadingWord(text)
}

// leadingWord reads a word or a letter for a level at the beginning of text, as lead does.
func leadingWord(text string) (level, rest string, strong bool) {
	if m := leadWord.Find(text); m != nil {
		word := strings.ToLower(m[1])
		bracketed := strings.IndexByte("[(<*", m[0][0]) >= 0
		coded := strings.HasSuffix(m[0], "]") && m[2] == "" && len(m[0]) > len(m[1])
		if m[3] == "" && !bracketed && !coded && m[1] != strings.ToUpper(m[1]) || m[3] == "" && !bracketed && len(m[0]) < len(text) && text[len(m[0])] != ' ' {
			return "", text, false
		}
		rest = strings.TrimLeft(text[len(m[0]):], " \t:•-")
		if m[2] != "" && rest != "" {
			rest = m[2] + ": " + rest
		}
		return levelWord(word), rest, true
	}
	if m := leadLetter.Find(text); m != nil {
		return letterLevel(m[1][0]|0x20, true), text[len(m[0]):], true
	}
	return "", text, false
}

// plainMark reads a mark in ASCII, which stands for a level only beside a place: "x text", "! text", "i text".
func plainMark(text string) (level, rest string) {
	text = strings.TrimLeft(text, " \t")
	for _, m := range [...][2]string{{"x ", "error"}, {"! ", "warn"}, {"i ", note}} {
		if rest, ok := strings.CutPrefix(text, m[0]); ok {
			return m[1], rest
		}
	}
	return "", text
}

// levelWord returns the level for a word that leadWord matches.
func levelWord(word string) string {
	switch word {
	case "warning", "warn", "wrn":
		return "warn"
	case "style", "suggestion", "note", "info", "inf", "hint", "help", "notice", "debug":
		return note
	}
	return "error"
}

// letterLevel returns the level for a letter; long: of a code with four digits, or alone, where C, R and I are
// conventions.
func letterLevel(c byte, long bool) string {
	switch {
	case c == 'w', long && (c == 'c' || c == 'r' || c == 'i'):
		return "warn"
	case long && c == 'n':
		return note
	}
	return "error"
}

// codeLevel returns the level that the code of a rule stands for; "" without a code.
func codeLevel(text string) string {
	m := leadCode.Find(text)
	if m == nil {
		return ""
	}
	code := strings.Trim(m[0], "[]: ")
	return letterLevel(m[1][0]|0x20, len(code) >= 5 && isNumber(code[1:5]))
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// failing are words of messages about something wrong, for lines without a level.
var failing = []string{"error", "cannot", "can't", "could not", "couldn't", "undefined", "unexpected", "expected", "missing", "unknown", "invalid", "not found", "failed", "attempt to",
	"undeclared", "unused", "duplicate", "no such", "unable", "not defined", "unresolved", "unterminated", "illegal", "unreachable", "mismatch", "incompatible", "refused", "denied",
	"unrecognized", "bad ", "end-of-", "unrecognised", "unbound", "redefin", "not allowed", "no method", "no function", "not supported", "not valid", "malformed", "exception", "ambiguous", "uninitialized",
	"syntax", "too many", "too few", "panicked"}

// zero matches a count of what didn't happen: "0 errors", "errors=0", "error rate 0.0%".
var zero = parse.Pattern{Expr: `\b(?:no|0|zero) (?:errors?|failures?|failed|warnings?|problems?)\b|\b(?:errors?|failures?|failed|warnings?|problems?|error rate)\W{0,3}0(?:\.0+)?(?:%|\W|$)`}

// sayFailing reports whether a text has a word of something wrong.
func sayFailing(text string) bool {
	text = strings.ToLower(text[:min(len(text), 300)])
	if zero.Find(text) != nil {
		return false
	}
	for _, w := range failing {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}
