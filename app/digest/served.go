package digest

import (
	"bytes"
	"slices"
	"time"

	"devservers/app/transcript/text"
)

// Served are the pages that a server says it has served.
type Served struct {
	Last   string               // the page requested last that was served or failed
	failed map[string]time.Time // when a page failed
	Good   []string             // the pages that were answered well last, the latest first
	GoodAt time.Time
	Vite   bool // it is, or contains, a dev server of Vite

	asked text.Asked
	logs  bool      // it logs answers that are good, too
	fails int       // how many answers were server errors since one that was good
	first time.Time // of them
}

const (
	maxFailed = 20              // pages that are remembered as failed
	maxGood   = 4               // and as good
	nearby    = 2 * time.Second // the error of a request is printed this close to the line about it
)

// Read reads a line of output, and fixes errors whose page is served again. access: the line is about a request.
func (p *Served) Read(at time.Time, line []byte, d *Digest) (access bool) {
	if !p.Vite && (bytes.Contains(line, []byte("[vite]")) || bytes.Contains(line, []byte("VITE v"))) {
		p.Vite = true
	}
	path, status, access := text.Request(line)
	if r, is := p.asked.Take(line); is {
		path, status, access = r.Get(), r.Status, true
	}
	p.logs = p.logs || status >= 200 && status < 400
	p.note(path, status, at, d, p.logs)
	return access
}

// Note notes the answer to a request for a page.
func (p *Served) Note(page string, status int, at time.Time, d *Digest) {
	p.note(page, status, at, d, true)
}

// FailsSince returns since when each answer that was seen was a server error, if there are three or more; zero = no.
func (p *Served) FailsSince() (since time.Time) {
	if p.fails > 2 {
		since = p.first
	}
	return since
}

// count counts answers that were server errors, up to a good one.
func (p *Served) count(status int, at time.Time) {
	if p.fails++; status < 400 {
		p.fails = 0
	} else if p.fails == 1 {
		p.first = at
	}
}

// good notes that a page was answered well.
func (p *Served) good(page string, at time.Time) {
	if p.GoodAt = at; len(p.Good) > 0 && p.Good[0] == page {
		return
	}
	others := slices.DeleteFunc(slices.Clone(p.Good), func(other string) bool { return other == page })
	p.Good = append([]string{page}, others[:min(len(others), maxGood-1)]...)
}

// note notes an answer. counts: good ones are seen, too.
func (p *Served) note(page string, status int, at time.Time, d *Digest, counts bool) {
	if page == "" || len(page) > text.MaxPath || status < 200 || status >= 400 && status < 500 {
		return
	}
	if counts {
		p.count(status, at)
	}
	if text.IsPage(page) {
		p.Last = page
		if status < 400 {
			p.good(page, at)
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
		d.Fix(at, func(e Error) bool { return e.LastAt.Before(at) && e.LastAt.Sub(failed).Abs() < nearby })
	}
}
