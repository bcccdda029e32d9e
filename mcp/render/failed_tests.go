package render

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"devservers/app"
)

// mostFailed bounds the names of failed tests in an answer.
const mostFailed = 10

var (
	// testMark matches what runners print before the name of a test that failed.
	testMark = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^\s*(?:--- FAIL: |[✖✗✕✘×●] |FAILED |not ok \d+ (?:- )?)(\S.*?)` +
			`(?:\s+\(?[\d.]+ ?m?s\)?)?$`)
	})
	// ofTests matches a line that says that tests ran: their number, or a package that failed.
	ofTests = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)\btests?\b:?\s+\d|\d+ (?:\w+ )?tests?\b|` +
			`\d+ (?:passed|failed|failing)\b|^FAIL\b|^1\.\.\d`)
	})
	noName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d+ \w+|:$`) })
)

// FailedTests returns the names of the tests that failed, as test runners mark them, each once. Without a line that
// says that tests ran there are none: linters and builds use the same marks.
func FailedTests(lines []app.LogLine, mask func(string) string) (names []string) {
	tests := false
	for _, l := range lines {
		tests = tests || ofTests().MatchString(l.Text)
		m := testMark().FindStringSubmatch(l.Text)
		if m == nil || noName().MatchString(m[1]) {
			continue
		}
		name := Tidy(mask(m[1]), 120)
		known := slices.ContainsFunc(names, func(n string) bool { // also below the name of its group
			return strings.HasSuffix(n, name) || strings.HasSuffix(name, n)
		})
		if len(names) < mostFailed && !known {
			names = append(names, name)
		}
	}
	if !tests {
		return nil
	}
	return names
}
