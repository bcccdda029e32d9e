package sayings

import (
	"strings"

	"devservers/app/base/words"
)

var className = Lazily(`^(?:PHP |Uncaught |Fatal error: |panic: |\(|error: )*(?:[A-Za-z_$][\w$]*(?:\.|::|\\))*([A-Z]\w{0,60}(?:Error|Exception|Warning))\b|^(?:[a-z_]\w*\.)+([A-Z]\w{2,60})(?::|$)|\(([A-Z]\w{0,60}(?:Error|Exception))\)$`)

// AnError is the class of an error of which no more is known.
const AnError = "an error"

// ClassOf returns the class of an error with its article, or "an error". The rest of a message may say anything, so it is
// evidence alone.
func ClassOf(message string) string {
	m := className().FindStringSubmatch(message)
	switch {
	case m != nil:
		return words.Article(m[1] + m[2] + m[3])
	case strings.Contains(strings.ToLower(message), "syntax error"), strings.Contains(strings.ToLower(message), "parse error"):
		return "a syntax error"
	case strings.HasPrefix(message, "panic: "), strings.Contains(message, "panicked at"):
		return "a panic"
	}
	return AnError
}
