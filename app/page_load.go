package app

import (
	"strings"
	"time"
	"unicode"

	"devservers/app/base/words"
)

// PageLoad is what a browser of devservers' own observed when it opened a page of a server.
type PageLoad struct {
	Path       string          `json:"path"`
	At         time.Time       `json:"at"`                   // when it was opened
	Took       time.Duration   `json:"-"`                    // until it was quiet
	Status     int             `json:"status,omitempty"`     // of the page itself; 0 = no answer
	Loaded     bool            `json:"loaded"`               // it finished loading
	Complaints []PageComplaint `json:"complaints,omitempty"` // what went wrong in it, at most 20
	More       int             `json:"more,omitempty"`       // complaints that are not listed
	Picture    string          `json:"picture,omitempty"`    // the path of a PNG; "" = none could be taken
	Unknown    string          `json:"unknown,omitempty"`    // why nothing, or too little, could be observed; "" = all was
	// the address to which the page led, which is not one of the server
	Elsewhere string `json:"elsewhere,omitempty"`
	Read      bool   `json:"read,omitempty"` // the server opened an edited file meanwhile
	HTML      bool   `json:"-"`              // its answer was HTML
}

// Kinds of a PageComplaint.
const (
	ComplaintException  = "exception"  // that nothing in the page caught
	ComplaintConsole    = "console"    // console.error and failed assertions
	ComplaintRequest    = "request"    // without an answer, or answered with 400 or more
	ComplaintPage       = "page"       // the page itself: without an answer, answered with 500 or more
	ComplaintUnfinished = "unfinished" // the page did not finish loading
)

// PageComplaint is something that went wrong in a page. Its texts are from the page: not to be trusted.
type PageComplaint struct {
	Kind  string `json:"kind"`            // exception, console, request, page, unfinished
	Text  string `json:"text"`            // at most 300 characters
	Place string `json:"place,omitempty"` // URL path:line, or the method and path of a request
	Count int    `json:"count"`
}

// Key returns what stays the same in this complaint from one load to the next: all but numbers, such as versions in
// URLs.
func (c PageComplaint) Key() string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, c.Text)
	path, _, _ := strings.Cut(c.Place, "?")
	if c.Kind != ComplaintRequest {
		path = ""
	}
	return c.Kind + " " + path + " " + key
}

// found are the kinds of complaints as they are counted, in the order of their weight.
var found = []struct{ kind, one string }{
	{ComplaintPage, "failed page"}, {ComplaintUnfinished, "unfinished page"}, {ComplaintException, "exception"},
	{ComplaintConsole, "console error"}, {ComplaintRequest, "failed request"},
}

// Keys returns the keys of what the page complained of.
func (l PageLoad) Keys() []string {
	return words.Each(l.Complaints, PageComplaint.Key)
}

// Found counts the complaints by kind: "1 exception, 2 failed requests"; "" = there are none.
func (l PageLoad) Found() string {
	var list []string
	for _, k := range found {
		n := 0
		for _, c := range l.Complaints {
			if c.Kind == k.kind {
				n++
			}
		}
		if n > 0 {
			list = append(list, words.Count(n, k.one))
		}
	}
	return strings.Join(list, ", ")
}
