package sayings

import "strings"

// question matches what a program prints before it waits for an answer.
var question = Lazily(`(?i)(\[y/n\]|\(y/n\)|\(yes/no\)|\(y\)|[yY]/[nN]\)?:?|password( for \S+)?:|passphrase.*:|press (any key|enter|return)|ok to proceed\?|› *(\(y/n\)|$)|^\? .*\?|would you like .*\?|select .*:|enter .*:|^package name: \(.*\)|type 'yes' to continue.*:|\(leave blank .*\):)[^\w]*$`)

// Question returns the question that ends the output of a program, or "".
func Question(lines []string) string {
	for i := len(lines) - 1; i >= 0 && i >= len(lines)-8; i-- {
		text := strings.TrimSpace(lines[i])
		switch {
		case text == "" || strings.HasPrefix(text, "❯") || strings.HasPrefix(text, "○") || strings.HasPrefix(text, "●"): // entries of a menu
		case len(text) < 300 && question().MatchString(text):
			return text
		default:
			return ""
		}
	}
	return ""
}
