package text

import "strings"

// Level guesses the level that a line (from Plain) states: "error", "warn", "info", "debug", or "" when it states
// none. It knows JSON and logfmt fields, level words near the beginning of the line (ERROR, [warn], info:), glog's
// W0312, npm, Python and Go.
func Level(plain string) string {
	s := strings.TrimLeft(plain, " \t")
	switch {
	case s == "":
		return ""
	case s[0] == '{':
		if l := jsonLevel(s); l != "" || isObject(s) {
			return l
		}
	case isGlog(s):
		return word(s[:1])
	}
	if l := opening(s); l != "" {
		return l
	}
	if l := fieldLevel(s); l != "" {
		return l
	}
	return earlyWord(s)
}

// word returns the level that s is a name of.
func word(s string) string {
	if len(s) > 12 {
		return ""
	}
	switch strings.ToLower(s) {
	case "error", "err", "fatal", "critical", "crit", "panic", "alert", "emerg", "emergency", "severe", "e", "f", "50", "60":
		return "error"
	case "warn", "warning", "w", "40":
		return "warn"
	case "info", "notice", "information", "i", "30":
		return "info"
	case "debug", "trace", "verbose", "d", "20", "10":
		return "debug"
	}
	return ""
}

// isGlog reports whether s begins with a letter, month and day, as in "W0312 10:00:00".
func isGlog(s string) bool {
	return len(s) > 6 && strings.IndexByte("IWEFD", s[0]) >= 0 && digits(s[1:5]) && s[5] == ' '
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// opening recognises lines by their beginning.
func opening(s string) string {
	for _, p := range [...]string{"❌ ", "Traceback (most recent call last)", "panic: ", "fatal error: ", "fatal: ", "npm ERR!", "npm error", "Uncaught ", "Unhandled ",
		"Segmentation fault", "goroutine 1 [running]"} {
		if strings.HasPrefix(s, p) {
			return "error"
		}
	}
	for _, p := range [...]string{"npm WARN", "npm warn", "(node:"} {
		if strings.HasPrefix(s, p) {
			return "warn"
		}
	}
	first, rest, _ := strings.Cut(s, " ")
	name, colon := strings.CutSuffix(first, ":")
	if (colon || rest == "") && !strings.ContainsAny(name, "[(/=?<") && (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception")) {
		return "error"
	}
	return ""
}

// jsonLevel finds "level": "x" (or severity, lvl, levelname), and the numbers of pino and bunyan.
func jsonLevel(s string) string {
	for _, key := range [...]string{`"level"`, `"severity"`, `"lvl"`, `"levelname"`} {
		_, v, ok := strings.Cut(s, key)
		if !ok {
			continue
		}
		v = strings.TrimLeft(v, " ")
		if v, ok = strings.CutPrefix(v, ":"); ok {
			return word(value(strings.TrimLeft(v, " ")))
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
	for _, key := range [...]string{"level=", "lvl=", "severity="} {
		before, v, ok := strings.Cut(s, key)
		if ok && (before == "" || before[len(before)-1] == ' ') {
			return word(value(v))
		}
	}
	return ""
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
	earlyWords = 7   // how many words of a line may precede its level
	earlyBytes = 120 // how many bytes may precede it
)

// earlyWord looks for a level among the first words: in capitals, in brackets, or before a colon (as the first word,
// or after a time).
func earlyWord(s string) string {
	s = s[:min(len(s), earlyBytes)]
	prose := false // a word of prose came; only capitals count after it
	for range earlyWords {
		s = strings.TrimLeft(s, " \t|")
		w, rest, _ := strings.Cut(s, " ")
		if l := levelOf(w, prose); l != "" {
			return l
		}
		if inner := strings.Trim(w, "[]()<>|:,;"); inner != "" && isLower(inner) && inner == w {
			prose = true
		}
		if s = rest; s == "" {
			break
		}
	}
	return ""
}

func levelOf(w string, prose bool) string {
	name := strings.Trim(w, "[]()<>|:,;!")
	if i := strings.IndexAny(name, ":]/"); i > 0 { // ERROR:root:text, [ERROR]text, ERROR/worker
		name = name[:i]
	}
	if len(name) < 3 || digits(name) {
		return ""
	}
	l := word(name)
	marked := len(w) > len(name)
	if l == "" || name == strings.ToUpper(name) || !prose && marked {
		return l
	}
	return ""
}

func isLower(s string) bool { return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }
