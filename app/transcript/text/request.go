package text

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"devservers/app/base/words"
)

// MaxPath is how many bytes the path of a request may have.
const MaxPath = 300

// accessLines match lines about GET requests.
var accessLines = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\bGET (?P<path>/[^\s"]*)(?: HTTP/[\d.]+)?"?(?: -)?[\s:→>=-]+(?:status=)?(?P<status>[1-5]\d\d)\b`),
		regexp.MustCompile(`(?:\[|\| +)(?P<status>[1-5]\d\d)(?:\]| +\|).*\bGET[\s:]+"?(?P<path>/[^\s"]*)`),
		regexp.MustCompile(`\[(?P<status>[1-5]\d\d)\] (?P<path>/\S*) \d+ ?m?s\b`),
		regexp.MustCompile(`"GET".*"(?:uri|url|path)": ?"(?P<path>/[^"]*)".*"status(?:_?[cC]ode)?": ?(?P<status>[1-5]\d\d)\b`),
	}
})

// otherMethods matches lines about other requests than those of accessLines.
var otherMethods = words.Lazy(`\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b\W{1,4}(?:https?:/)?/`)

// Request returns the path and the status of the GET that a line is about; path is "" if it shows none. about reports
// whether the line is about any request. It is called for each line of a flood.
func Request(line []byte) (path string, status int, about bool) {
	if !bytes.Contains(line, []byte("GET")) && !bytes.Contains(line, []byte("] /")) || len(line) > 4*MaxPath {
		return "", 0, isRequest(line)
	}
	for _, re := range accessLines() {
		if m := re.FindSubmatch(line); m != nil {
			status, _ := strconv.Atoi(string(m[re.SubexpIndex("status")]))
			return string(m[re.SubexpIndex("path")]), status, true
		}
	}
	return "", 0, isRequest(line)
}

// methods are those that otherMethods matches.
var methods = [][]byte{[]byte("GET"), []byte("POST"), []byte("PUT"), []byte("PATCH"), []byte("DELETE"), []byte("HEAD"),
	[]byte("OPTIONS")}

// isRequest reports whether a line is about a request.
func isRequest(line []byte) bool {
	named := slices.ContainsFunc(methods, func(m []byte) bool { return bytes.Contains(line, m) })
	return named && otherMethods().Match(line)
}

// IsPage reports whether a path is a page rather than a part of one: a style sheet, a picture, a tool's own module.
func IsPage(target string) bool {
	target, _, _ = strings.Cut(target, "?")
	switch path.Ext(target) {
	case "", ".html", ".htm", ".xhtml", ".php", ".cgi", ".pl", ".py", ".rb", ".asp", ".aspx", ".jsp":
	default:
		return false
	}
	return !strings.HasPrefix(target, "/_") && !strings.HasPrefix(target, "/@") && !strings.HasPrefix(target, "/.")
}
