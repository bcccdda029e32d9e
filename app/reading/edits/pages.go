package edits

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"devservers/app/digest"
)

// pages are the pages that a server says it has served.
type pages struct {
	last   string               // the page requested last that was served or failed
	failed map[string]time.Time // when a page failed
	good   string               // the page that was answered well last
	goodAt time.Time
	vite   bool // it is, or contains, a dev server of Vite
}

const (
	maxPath   = 300             // bytes of a path
	maxFailed = 20              // pages that are remembered as failed
	nearby    = 2 * time.Second // the error of a request is printed this close to the line about it
)

var accessLines = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\bGET (?P<path>/[^\s"]*)(?: HTTP/[\d.]+)?"?(?: -)?[\s:→>=-]+(?:status=)?(?P<status>[1-5]\d\d)\b`),
		regexp.MustCompile(`(?:\[|\| +)(?P<status>[1-5]\d\d)(?:\]| +\|).*\bGET[\s:]+"?(?P<path>/[^\s"]*)`),
		regexp.MustCompile(`\[(?P<status>[1-5]\d\d)\] (?P<path>/\S*) \d+ ?m?s\b`),
		regexp.MustCompile(`"GET".*"(?:uri|url|path)": ?"(?P<path>/[^"]*)".*"status(?:_?[cC]ode)?": ?(?P<status>[1-5]\d\d)\b`),
	}
})

// otherMethods matches lines about other requests than those of accessLines.
var otherMethods = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b\W{1,4}(?:https?:/)?/`)
})

// read reads a line of output, and fixes errors whose page is served again. access: the line is about a request.
func (p *pages) read(at time.Time, line []byte, d *digest.Digest) (access bool) {
	if !p.vite && (bytes.Contains(line, []byte("[vite]")) || bytes.Contains(line, []byte("VITE v"))) {
		p.vite = true
	}
	if !bytes.Contains(line, []byte("GET")) && !bytes.Contains(line, []byte("] /")) || len(line) > 4*maxPath {
		return isRequest(line)
	}
	for _, re := range accessLines() {
		if m := re.FindSubmatch(line); m != nil {
			status, _ := strconv.Atoi(string(m[re.SubexpIndex("status")]))
			p.served(string(m[re.SubexpIndex("path")]), status, at, d)
			return true
		}
	}
	return isRequest(line)
}

// methods are those that otherMethods matches.
var methods = [][]byte{[]byte("GET"), []byte("POST"), []byte("PUT"), []byte("PATCH"), []byte("DELETE"), []byte("HEAD"),
	[]byte("OPTIONS")}

// isRequest reports whether a line is about a request. It is called for each line of a flood.
func isRequest(line []byte) bool {
	named := slices.ContainsFunc(methods, func(m []byte) bool { return bytes.Contains(line, m) })
	return named && otherMethods().Match(line)
}

// served notes the answer to a request for a page.
func (p *pages) served(page string, status int, at time.Time, d *digest.Digest) {
	if len(page) > maxPath || status < 200 || status >= 400 && status < 500 {
		return
	}
	if isPage(page) {
		p.last = page
		if status < 400 {
			p.good, p.goodAt = page, at
		}
	}
	failed, before := p.failed[page]
	switch {
	case status >= 500 && (before || len(p.failed) < maxFailed):
		if p.failed == nil {
			p.failed = map[string]time.Time{}
		}
		p.failed[page] = at
	case status < 400 && before:
		delete(p.failed, page)
		d.Fix(at, func(e digest.Error) bool { return e.LastAt.Before(at) && e.LastAt.Sub(failed).Abs() < nearby })
	}
}

// isPage reports whether a path is a page rather than a part of one: a style sheet, a picture, a tool's own module.
func isPage(target string) bool {
	target, _, _ = strings.Cut(target, "?")
	switch path.Ext(target) {
	case "", ".html", ".htm", ".php":
	default:
		return false
	}
	return !strings.HasPrefix(target, "/_") && !strings.HasPrefix(target, "/@") && !strings.HasPrefix(target, "/.")
}
