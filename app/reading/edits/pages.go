package edits

import (
	"bytes"
	"time"

	"devservers/app/digest"
	"devservers/app/transcript/text"
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
	maxPath   = text.MaxPath
	maxFailed = 20              // pages that are remembered as failed
	nearby    = 2 * time.Second // the error of a request is printed this close to the line about it
)

// read reads a line of output, and fixes errors whose page is served again. access: the line is about a request.
func (p *pages) read(at time.Time, line []byte, d *digest.Digest) (access bool) {
	if !p.vite && (bytes.Contains(line, []byte("[vite]")) || bytes.Contains(line, []byte("VITE v"))) {
		p.vite = true
	}
	path, status, access := text.Request(line)
	if path != "" {
		p.served(path, status, at, d)
	}
	return access
}

// served notes the answer to a request for a page.
func (p *pages) served(page string, status int, at time.Time, d *digest.Digest) {
	if len(page) > maxPath || status < 200 || status >= 400 && status < 500 {
		return
	}
	if text.IsPage(page) {
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
