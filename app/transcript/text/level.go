package text

import "strings"

// Level guesses the level that a line (from Plain) states: "error", "warn", "info", "debug", or "" when it states
// none. It recognizes JSON and logfmt fields, level words near the beginning of the line (ERROR, [warn], info:), glog's
// W0312, npm, Python and Go.
func Level(plain string) string {
	level := stated(plain)
	if (level == "error" || level == "warn") && Mentions(plain) {
		return ""
	}
	return level
}

func stated(plain string) string {
	s := strings.TrimLeft(plain, " \t")
	switch {
	case s == "", strings.HasPrefix(s, "--"), isListed(s, len(s) < len(plain)), isRow(s): // or an option in a help text
		return ""
	case s[0] == '{':
		if l := jsonLevel(s); l != "" || isObject(s) {
			return l
		}
	case isGlog(s):
		return LevelOf(s[:1])
	}
	if l := opening(s); l != "" {
		return l
	}
	if l := fieldLevel(s); l != "" {
		return l
	}
	return earlyWord(s)
}

// isListed reports whether s is the item of a list that people wrote: it begins with the id of a commit, or with a
// number or a bullet and then a word as in a sentence, or after a bullet one in backquotes.
func isListed(s string, indented bool) bool {
	if n, said, ok := strings.Cut(s, ". "); ok && len(n) < 4 && digits(n) && len(said) > 1 && said[1] >= 'a' {
		return true
	}
	item := strings.TrimLeft(s, "*|/\\-+•· ")
	first, rest, ok := strings.Cut(item, " ")
	if len(item) < len(s) && len(first) > 2 && (first[1] >= 'a' || first[0] == '`') &&
		strings.IndexByte("*-+", s[0]) >= 0 {
		return true
	}
	return ok && rest != "" && isCommit(first, indented || len(item) < len(s))
}

// isCommit reports whether a word is the id of a commit. Where no list is, one of usual length: others are of requests.
func isCommit(id string, listed bool) bool {
	return (listed && len(id) > 5 && len(id) < 41 || len(id) == 7 || len(id) == 40) &&
		strings.Trim(id, "0123456789abcdef") == "" && !digits(id) && !isLower(id)
}

// isRow reports whether s is a row of a table with bars on both sides.
func isRow(s string) bool { return s[0] == '|' && s[len(s)-1] == '|' && strings.Count(s, "|") > 2 }

// isSubject reports whether a word announces the subject of a mail, which people wrote.
func isSubject(word string) bool {
	switch word {
	case "Subject:", "subject:", "Betreff:", "Objet:", "Asunto:", "Oggetto:", "Assunto:", "Onderwerp:", "Temat:", "Тема:",
		"件名:", "主题:", "제목:":
		return true
	}
	return false
}

// LevelOf returns the level that a word is a name of; "" = of none.
func LevelOf(s string) string {
	if len(s) > 16 {
		return ""
	}
	if s == "GRAVE" { // else a word of accents, and of sentences
		return "error"
	}
	switch strings.ToLower(s) {
	case "error", "err", "erro", "eror", "fatal", "fata", "ftl", "critical", "crit", "panic", "pani", "dpanic", "alert",
		"emerg", "emergency", "severe", "e", "f", "50", "60", "fehler", "schwerwiegend", "erreur", "errore", "fout", "błąd",
		"ошибка", "错误", "錯誤", "エラー", "오류", "严重", "重大", "심각":
		return "error"
	case "warn", "warning", "wrn", "w", "40", "warnung", "avviso", "avertissement", "advertencia", "警告", "경고":
		return "warn"
	case "info", "inf", "notice", "information", "i", "30":
		return "info"
	case "debug", "debu", "dbg", "dbug", "trace", "trac", "trc", "verbose", "vrb", "d", "20", "10":
		return "debug"
	}
	return ""
}

// isGlog reports whether s begins with a letter, month and day, as in "W0312 10:00:00".
func isGlog(s string) bool {
	return len(s) > 6 && strings.IndexByte("IWEFD", s[0]) >= 0 && digits(s[1:5]) && s[5] == ' '
}

func digits(s string) bool { return between(s, '0', '9') }

// between reports whether all bytes of s are from first to last. This and what follows does what strings.Trim with a
// set could, which makes the set each time.
func between(s string, first, last byte) bool {
	for i := range len(s) {
		if s[i] < first || s[i] > last {
			return false
		}
	}
	return true
}

// marks are the characters around the name of a level.
var marks = [256]bool{'[': true, ']': true, '(': true, ')': true, '<': true, '>': true, '|': true, ':': true, ',': true,
	';': true, '!': true, '*': true, '=': true, '#': true}

func trimMarks(s string) string {
	for s != "" && marks[s[0]] {
		s = s[1:]
	}
	for s != "" && marks[s[len(s)-1]] {
		s = s[:len(s)-1]
	}
	return s
}

// opening recognizes lines by their beginning.
func opening(s string) string {
	for _, p := range [...]string{"❌ ", "Traceback (most recent call last)", "panic: ", "fatal error: ", "fatal: ",
		"npm ERR!", "npm error", "Uncaught ", "Unhandled ",
		"Segmentation fault", "goroutine 1 [running]", "fail: "} {
		if strings.HasPrefix(s, p) {
			return "error"
		}
	}
	for _, p := range [...]string{"npm WARN", "npm warn", "(node:"} {
		if strings.HasPrefix(s, p) {
			return "warn"
		}
	}
	if l := letter(s); l != "" {
		return l
	}
	return raised(s)
}

// raised recognizes the name of an error as a whole line or before a colon: ValueError: bad.
func raised(s string) string {
	first, rest, _ := strings.Cut(s, " ")
	name, colon := strings.CutSuffix(first, ":")
	if (colon || rest == "") && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) &&
		!strings.ContainsAny(name, "[(/=?<,\"") {
		return "error"
	}
	return ""
}

// letter recognizes the letter before a time in brackets: [E 261122 10:00:00 web:1] of Tornado.
func letter(s string) string {
	if len(s) < 5 || s[0] != '[' || s[2] != ' ' || s[3] < '0' || s[3] > '9' || strings.IndexByte("EWIDF", s[1]) < 0 {
		return ""
	}
	return LevelOf(s[1:2])
}

// jsonLevel finds "level": "x" (or another usual name), and the numbers of pino and bunyan.
func jsonLevel(s string) string {
	for _, key := range [...]string{`"level"`, `"severity"`, `"lvl"`, `"levelname"`, `"log.level"`, `"@level"`, `"Level"`,
		`"level_name"`, `"@l"`, `"severityText"`, `"s"`, `"logLevel"`} {
		_, v, ok := strings.Cut(s, key)
		if !ok {
			continue
		}
		v = strings.TrimLeft(v, " ")
		if v, ok = strings.CutPrefix(v, ":"); ok {
			return LevelOf(value(strings.TrimLeft(v, " ")))
		}
	}
	return ""
}

// isObject reports whether s is a JavaScript object as console.log prints it. The fields of such an object are not
// levels.
func isObject(s string) bool {
	name, _, ok := strings.Cut(strings.TrimLeft(s[1:], " "), ":")
	return ok && name != "" && !strings.ContainsAny(name, "\" ")
}

// fieldLevel finds level=x.
func fieldLevel(s string) string {
	if !hasField(s) {
		return ""
	}
	for _, key := range [...]string{"level=", "lvl=", "severity="} {
		before, v, ok := strings.Cut(s, key)
		if ok && (before == "" || before[len(before)-1] == ' ') {
			return LevelOf(value(v))
		}
	}
	return ""
}

// hasField reports whether s may have one of the keys of fieldLevel: other keys are many, and a search for each of
// these takes long.
func hasField(s string) bool {
	for at := strings.IndexByte(s, '='); at >= 0; at = strings.IndexByte(s, '=') {
		if at > 0 && (s[at-1] == 'l' || s[at-1] == 'y') {
			return true
		}
		s = s[at+1:]
	}
	return false
}

// value returns the quoted text or bare word that s begins with.
func value(s string) string {
	if v, ok := strings.CutPrefix(s, `"`); ok {
		v, _, _ = strings.Cut(v, `"`)
		return v
	}
	if i := strings.IndexAny(s, "\" ,}"); i >= 0 {
		s = s[:i]
	}
	return s
}

const (
	earlyWords = 9   // how many words of a line may precede its level
	earlyBytes = 120 // how many bytes may precede it
)

// earlyWord looks for a level among the first words: in capitals, in brackets, before a colon, a tab, two spaces or a
// dash (as the first word, or after a time).
func earlyWord(s string) string {
	s = s[:min(len(s), earlyBytes)]
	prose := false // a word of prose came; only capitals count after it
	before := ""   // the word
	for range earlyWords {
		s = strings.TrimLeft(s, " \t|")
		end := strings.IndexAny(s, " \t")
		if end < 0 {
			end = len(s)
		}
		w := s[:end]
		s = s[end:]
		if isSubject(w) || before != "" && opensQuote(w) {
			break
		}
		if key, v, ok := strings.Cut(w, `="`); ok && strings.IndexByte(v, '"') < 0 && kindOf(key) != message &&
			!strings.HasPrefix(key, "err") { // what somebody wrote
			_, s, _ = strings.Cut(s, `"`)
			continue
		}
		l := levelOf(w, prose, isColumn(s), !prose && strings.HasPrefix(s, " | ") && w[0] <= 'Z')
		if l != "" && !isItem(before, w, s) && !isSetting(before, w, s) {
			return l
		}
		before = w
		if w != "" && isLower(w) {
			prose = true
		} else if strings.HasSuffix(w, "]:") { // of syslog: what precedes it is a host
			prose = false
		}
		if s == "" {
			break
		}
	}
	return ""
}

// opensQuote reports whether a word is the first of several that are quoted.
func opensQuote(w string) bool {
	return len(w) > 1 && (w[0] == '"' && w[len(w)-1] != '"' || strings.HasPrefix(w, "“") || strings.HasPrefix(w, "„"))
}

// isItem reports whether a word is one of a list, or is counted as none: "failed, error", "E error", "0 erreur",
// "エラー 0 件".
func isItem(before, word, after string) bool {
	lower := word == strings.ToLower(word)
	return lower && (strings.HasSuffix(before, ",") || len(before) == 1 && before[0] >= 'A' || before == "0" ||
		strings.HasPrefix(after, " 0 "))
}

// isSetting reports whether a word ends a remark, or is the value of a setting: "(known error)", "level: ERROR".
func isSetting(before, word, after string) bool {
	return strings.HasSuffix(word, ")") && !strings.Contains(word, "(") || after == "" && len(before) > 4 &&
		strings.HasSuffix(strings.ToLower(before), "evel:")
}

// isColumn reports whether what follows a word sets it apart as the field of a log, and is text.
func isColumn(rest string) bool {
	for _, gap := range [...]string{"\t", "  ", " - ", " | ", " • "} {
		if text, ok := strings.CutPrefix(rest, gap); ok {
			return strings.ContainsFunc(text, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' })
		}
	}
	return false
}

// levelOf returns the level that a word states. prose: words of a sentence came before; column, bar: what follows sets
// it apart as a field.
func levelOf(w string, prose, column, bar bool) string {
	if len(w) == 2 && w[1] == '!' || len(w) == 1 && bar { // E! of Telegraf, E | of capnslog
		return LevelOf(w[:1])
	}
	name := nameIn(w)
	marked, upper := len(w) > len(name), name == strings.ToUpper(name)
	switch {
	case len(name) < 3 || digits(name):
	case name == "LOG" && strings.HasSuffix(w, ":"): // of PostgreSQL
		return "info"
	case upper && (!prose || marked || column), !upper && !prose &&
		(column || marked && strings.ContainsAny(w, "[](){}<>|:,")):
		return LevelOf(name)
	}
	return ""
}

// nameIn returns the part of a word that may be the name of a level.
func nameIn(w string) string {
	name := trimMarks(w)
	before, after, ok := strings.Cut(name, ":")
	switch {
	case !ok:
	case w[0] == '[' && len(after) >= 4 && isLower(after): // [core:error]
		return after
	case digits(before): // 09:22:51.754:ERROR
		name = name[strings.LastIndexByte(name, ':')+1:]
	}
	if i := strings.IndexAny(name, ":]/"); i > 0 { // ERROR:root:text, [ERROR]text, ERROR/worker
		name = name[:i]
	}
	if i := strings.IndexByte(name, '['); i > 0 && name[:i] == strings.ToUpper(name[:i]) { // ERRO[0000]
		name = name[:i]
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 && strings.HasSuffix(w, ":") &&
		name[i+1:] == strings.ToUpper(name[i+1:]) { // app.ERROR:
		name = name[i+1:]
	}
	return name
}

func isLower(s string) bool { return between(s, 'a', 'z') }
