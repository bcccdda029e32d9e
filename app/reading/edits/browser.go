package edits

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/digest"
)

// browserPages are the pages in browsers that report errors, by the seq of the report's last line. What the server does
// says nothing of such an error: it ends when the page was loaded again without it.
type browserPages map[int64]string

const maxReports = 200

// read notes the page of a report.
func (b browserPages) read(seq int64, line []byte) {
	page, ok := bytes.CutPrefix(line, []byte("[browser]     on "))
	if !ok {
		return
	}
	if len(b) >= maxReports {
		delete(b, slices.Min(slices.Collect(maps.Keys(b))))
	}
	b[seq] = pageAddress(string(page))
}

// of returns the page that reported an error last; "" = none did.
func (b browserPages) of(e digest.Error) string {
	for seq, page := range b {
		if e.From <= seq && seq <= e.Last+1 {
			return page
		}
	}
	return ""
}

// pageAddress returns the address of a page without a place in it.
func pageAddress(url string) string {
	url, _, _ = strings.Cut(strings.TrimSpace(url), "#")
	return url
}

// PageLoaded notes that a page of a server was loaded in a browser, which began at a moment: what it reported before and
// did not report again is fixed.
func (e *Edits) PageLoaded(ref app.Ref, page string, began time.Time) {
	sr, err := e.sup.ServerRun(ref)
	if err != nil {
		return
	}
	r, _ := e.readers(sr)
	if r == nil {
		return
	}
	r.catchUp(false)
	r.mu.Lock()
	r.d.Fix(time.Now(), func(x digest.Error) bool { return x.LastAt.Before(began) && r.shown.of(x) == pageAddress(page) })
	r.mu.Unlock()
	e.announce(r, sr)
}
