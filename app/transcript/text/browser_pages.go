package text

import (
	"bytes"
	"maps"
	"slices"
	"strings"
)

// BrowserPages are the pages in browsers that report errors, by the seq of the report's last line. What the server does
// says nothing of such an error: it ends when the page was loaded again without it.
type BrowserPages map[int64]string

const maxReports = 200

// Read notes the page of a report. It reports whether the line names one: it is the last line of a report.
func (b BrowserPages) Read(seq int64, line []byte) bool {
	page, ok := bytes.CutPrefix(line, []byte("[browser]     on "))
	if !ok {
		return false
	}
	if len(b) >= maxReports {
		delete(b, slices.Min(slices.Collect(maps.Keys(b))))
	}
	b[seq] = PageAddress(string(page))
	return true
}

// Of returns the page that reported the error of these lines last; "" = none did.
func (b BrowserPages) Of(from, last int64) string {
	for seq, page := range b {
		if from <= seq && seq <= last+1 {
			return page
		}
	}
	return ""
}

// PageAddress returns the address of a page without a place in it.
func PageAddress(url string) string {
	url, _, _ = strings.Cut(strings.TrimSpace(url), "#")
	return url
}
