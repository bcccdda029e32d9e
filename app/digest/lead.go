package digest

import (
	"strings"
	"unicode/utf8"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// note is the level of lines that explain an error: note, help, hint, info.
const note = "note"

// markOf returns the level for which a character at the beginning of a line stands.
func markOf(r rune) string {
	switch r {
	case '×', '✘', '✖', '✗', '✕', '❌', '🚨', '■', '⨯', '🛑', '💥', '🔴':
		return "error"
	case '⚠', '🟡':
		return "warn"
	case 'ℹ', '💡', '🔵':
		return note
	}
	return ""
}

// isMarked reports whether a line begins with a mark of a tool. A cross in red is part of what programs write.
func isMarked(line string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, " \t"))
	return markOf(r) != "" && r != '❌'
}

// Words at the beginning of a text that state its level.
var (
	// leadWord matches a word in brackets or not, a code, and what sets them apart.
	leadWord = parse.Pattern{Expr: `^((?:\*+|[\[(<]+ ?)?)((?:(?i:fatal|internal) )?\pL{2,9})(` + ruleCode +
		` ([a-z]{1,6}-?\d{2,6}))?` +
		`(?: ?[\])>*]+)?(\s*[:：]+\s*|\s+[•-]\s+|\s{2,}|\t|$|[\])>]\s*)?`}
	// starred matches what make and its like say before they stop: "make: *** No rule to make target".
	starred = parse.Pattern{Expr: `^[\w.+\[\]-]{1,30}: \*\*\* (?:\[[^\]]*\] )?(\S.*)$`}
	// leadLetter matches a letter for a level: "E: ", "<w> "; placeLetter one after a place.
	leadLetter  = parse.Pattern{Expr: `^<?([EWFew])[:>]\s+`}
	placeLetter = parse.Pattern{Expr: `^\[?([EWFCRIN])\]?:\s+`}
	// inCall matches an error that names the function it came from: "Error in pay(1) : text".
	inCall = parse.Pattern{Expr: `^(Error|Warning) (?:in|while|when|during) .{1,80}?[):\w` + "`'\"]" + ` ?: .`}
	// coded matches a code with a level: "SC2086 (info): ", "DL3008 warning: ", "TS2322 [ERROR]: ".
	coded = parse.Pattern{Expr: `^\[?([A-Z]{1,6}-?\d{2,6})\]?:? [(\[]?((?i:error|warning|info|note|style|hint))[)\]]?: +`}
	// phrase matches an error whose kind is part of the message.
	phrase = parse.Pattern{Expr: `(?i)^(?:syntax|parse|parsing|compile|compilation|type|runtime|lexical|link|semantic|config(?:uration)?) error\b`}
	// leadCode matches the code of a rule: F401, W0611:, [E1101], DL3008.
	leadCode = parse.Pattern{Expr: `^\[?([A-Z])[A-Z]{0,5}-?\d{2,6}\]?:?\s+\S`}
	// symbol matches a symbol before a level in brackets: "▲ [WARNING] ".
	symbol = parse.Pattern{Expr: `^[^\w\s\[(]\S{0,2} \[[A-Z]{3,8}\] `}
)

// ruleCode matches the code of a rule behind a level: error[E0308], error(13).
const ruleCode = `\[[\w./:-]*[\d:][\w./:-]*\]|\([\w./:-]*[\d:][\w./:-]*\)|`

// lead returns the level at the beginning of s, and the text after it. strong: it can't be a word of a sentence.
func lead(s string) (level, rest string, strong bool) {
	s = strings.TrimLeft(s, " \t")
	s = strings.TrimPrefix(s, "#   ") // of TAP
	if r, n := utf8.DecodeRuneInString(s); markOf(r) != "" {
		rest := strings.TrimLeft(s[n:], " \t")
		if l, after, ok := lead(rest); ok && l != note {
			return l, after, true
		}
		return markOf(r), rest, true
	}
	if symbol.Matches(s) {
		_, bracket, _ := strings.Cut(s, " ")
		return lead(bracket)
	}
	if m := inCall.Find(s); m != nil {
		return levelWord(m[1]), s, true
	}
	if strings.HasPrefix(s, "** (") || phrase.Matches(s) || starred.Matches(s) {
		return "error", s, true
	}
	if text.Announces(s) {
		if text.Copes(s) {
			return "", s, false
		}
		return "error", s, true
	}
	if m := coded.Find(s); m != nil {
		return levelWord(m[2]), m[1] + ": " + s[len(m[0]):], true
	}
	return leadingWord(s)
}

// leadingWord reads a word or a letter for a level at the beginning of s, as lead does.
func leadingWord(s string) (level, rest string, strong bool) {
	m := leadWord.Find(s)
	if m == nil || levelWord(m[2]) == "" {
		if m := leadLetter.Find(s); m != nil {
			return letterLevel(m[1][0]|0x20, true), s[len(m[0]):], true
		}
		return "", s, false
	}
	code, separated, bare := m[3] != "" && m[4] == "", m[5] != "" || len(m[0]) == len(s), m[1] == "" && m[3] == ""
	if !separated && (bare && m[2] != strings.ToUpper(m[2]) || m[1] == "" && !code && s[len(m[0])] != ' ') {
		return "", s, false
	}
	rest = strings.TrimLeft(s[len(m[0]):], " \t:：•-")
	if m[4] != "" && rest != "" {
		rest = m[4] + ": " + rest
	}
	return levelWord(m[2]), rest, true
}

// plainMark reads a mark in ASCII, which stands for a level only beside a place: "x text", "! text", "i text".
func plainMark(s string) (level, rest string) {
	s = strings.TrimLeft(s, " \t")
	for _, m := range [...][2]string{{"x ", "error"}, {"! ", "warn"}, {"i ", note}} {
		if rest, ok := strings.CutPrefix(s, m[0]); ok {
			return m[1], rest
		}
	}
	return "", s
}

// levelWord returns the level for a word; "" = it is not one.
func levelWord(word string) string {
	word = strings.ToLower(word)
	switch word {
	case "style", "suggestion", "note", "hint", "help", "todo", "fixme":
		return note
	case "fail", "fatal error", "internal error":
		return "error"
	}
	switch l := text.LevelOf(word); l {
	case "info", "debug":
		return note
	default:
		return l
	}
}

// letterLevel returns the level for a letter; long: of a code with four digits, or alone, where C, R and I are
// conventions.
func letterLevel(c byte, long bool) string {
	switch {
	case c == 'w', long && (c == 'c' || c == 'r' || c == 'i'):
		return "warn"
	}
	return "error"
}

// codeLevel returns the level that the code of a rule stands for; "" without a code.
func codeLevel(s string) string {
	m := leadCode.Find(s)
	if m == nil {
		return ""
	}
	code := strings.Trim(m[0], "[]: ")
	return letterLevel(m[1][0]|0x20, len(code) >= 5 && strings.Trim(code[1:5], "0123456789") == "")
}
