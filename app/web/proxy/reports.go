package proxy

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"devservers/app"
)

// Reserved is the beginning of the paths that don't reach a server.
const Reserved = "/.devservers/"

// The reserved paths.
const (
	scriptPath  = Reserved + "console.js"
	reportsPath = Reserved + "console"
)

//go:embed console.js
var script string

// Limits of what pages may print.
const (
	maxBody   = 256 << 10
	maxLine   = 500
	burst     = 60 // lines at once
	perSecond = 10 // lines
)

// Console receives the reports of pages. Its methods are safe for concurrent use.
type Console struct {
	// Print adds text to the output of a server.
	Print func(ref app.Ref, text string) error
	// Loaded is called when a page of a server was loaded, which began at a moment.
	Loaded func(ref app.Ref, page string, began time.Time)

	mu      sync.Mutex
	allowed map[app.Ref]allowance
}

// allowance is how many lines a server's pages may print now.
type allowance struct {
	lines   float64
	at      time.Time
	dropped int
}

// report is one message of a page's console.
type report struct {
	Level  string  `json:"level"`
	Text   string  `json:"text"`
	Page   string  `json:"page"`
	Frames []frame `json:"frames"`
}

type frame struct {
	Name   string `json:"name"`
	URL    string `json:"url"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Serve answers a request for a reserved path.
func (c *Console) Serve(w http.ResponseWriter, r *http.Request, ref app.Ref) {
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	switch {
	case r.URL.Path == scriptPath && r.Method == http.MethodGet:
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		_, _ = w.Write([]byte(script))
	case r.URL.Path == reportsPath && r.Method == http.MethodPost && own(r):
		var list []report
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&list); err != nil {
			http.Error(w, "not a list of reports", http.StatusBadRequest)
			return
		}
		c.take(ref, r.Host, list)
		w.WriteHeader(http.StatusNoContent)
	default:
		http.NotFound(w, r)
	}
}

// own reports whether a request comes from a page under the same name.
func own(r *http.Request) bool {
	from, err := url.Parse(r.Header.Get("Origin"))
	return err == nil && from.Host == r.Host && r.Header.Get("Content-Type") == "application/json"
}

// take prints reports, as many as are allowed now.
func (c *Console) take(ref app.Ref, host string, list []report) {
	var text strings.Builder
	for _, rep := range list {
		if rep.Level == levelLoad {
			c.loaded(ref, rep)
			continue
		}
		lines := rep.lines(host)
		if dropped, ok := c.allow(ref, len(lines)); !ok {
			continue
		} else if dropped > 0 {
			lines = append([]string{fmt.Sprintf("%d reports were dropped, since pages reported too much", dropped)}, lines...)
		}
		for _, line := range lines {
			text.WriteString("[browser] " + line + "\r\n")
		}
	}
	if text.Len() > 0 {
		_ = c.Print(ref, text.String()) // the run may have ended
	}
}

// levelLoad is the level of a report that a page was loaded; its text describes how many milliseconds ago that began.
const levelLoad = "load"

func (c *Console) loaded(ref app.Ref, rep report) {
	if ago, err := strconv.ParseFloat(rep.Text, 64); err == nil && c.Loaded != nil {
		c.Loaded(ref, plain(rep.Page), time.Now().Add(-time.Duration(ago*float64(time.Millisecond))))
	}
}

// allow takes n lines from what a server's pages may print. It returns how many reports were dropped before.
func (c *Console) allow(ref app.Ref, n int) (dropped int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.allowed == nil {
		c.allowed = map[app.Ref]allowance{}
	}
	a, known := c.allowed[ref]
	if !known {
		a.lines = burst
	}
	now := time.Now()
	a.lines, a.at = min(burst, a.lines+perSecond*now.Sub(a.at).Seconds()), now
	if ok = a.lines >= float64(n); ok {
		a.lines -= float64(n)
		dropped, a.dropped = a.dropped, 0
	} else {
		a.dropped++
	}
	c.allowed[ref] = a
	return dropped, ok
}

// lines returns a report as lines of output: the message, its locations, and its page.
func (r report) lines(host string) []string {
	said := strings.Split(r.Text, "\n")
	first := plain(said[0])
	switch {
	case r.Level == "warning" && len(r.Frames) > 0: // in one line: a stack would make it an error
		return []string{"WARN: " + first + " (" + r.Frames[0].place(host) + ")"}
	case r.Level == "warning":
		return []string{"WARN: " + first}
	case !strings.Contains(first, "Error: "):
		first = "ERROR: " + first
	}
	lines := []string{first}
	for _, more := range said[1:min(len(said), 6)] {
		if more = plain(more); strings.TrimSpace(more) != "" {
			lines = append(lines, "    "+more)
		}
	}
	for _, f := range r.Frames[:min(len(r.Frames), 8)] {
		lines = append(lines, "    at "+f.text(host))
	}
	return append(lines, "    on "+plain(r.Page))
}

// text returns a frame as Node prints it.
func (f frame) text(host string) string {
	at := f.place(host)
	if name := plain(f.Name); name != "" {
		return name + " (" + at + ")"
	}
	return at
}

// place returns where a frame is, with a file of the server's own as a path.
func (f frame) place(host string) string {
	file := f.URL
	if u, err := url.Parse(f.URL); err == nil && u.Host == host {
		file = strings.TrimPrefix(u.Path, "/")
	}
	at := plain(file) + ":" + strconv.Itoa(f.Line)
	if f.Column > 0 {
		at += ":" + strconv.Itoa(f.Column)
	}
	return at
}

// plain returns text without what a terminal would act on, or what turns its direction, at most maxLine bytes.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, text)
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "") + "..."
	}
	return text
}
