package evidence

import (
	"fmt"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// OpenedPage is a page that was opened in a browser, compared with its last good load.
type OpenedPage struct {
	Load   *app.PageLoad // nil: none was opened
	Bad    int           // complaints that are new
	First  string        // of them
	Unsure bool          // there are complaints, and no earlier load to compare with
	Known  bool          // there was one
}

// GoodLoad is a page that was loaded well, with what it complained of even so.
type GoodLoad struct {
	Path  string    `json:"path"`
	Keys  []string  `json:"keys,omitempty"`
	After time.Time `json:"after,omitzero"` // it counts for edits later than this: it had nothing to be compared with
}

// ComparePage returns what is new in a load. Without an earlier good one, only an exception and a page that fails show
// that something is broken.
func ComparePage(before []GoodLoad, load app.PageLoad, edit app.Edit) OpenedPage {
	p := OpenedPage{Load: &load}
	i := slices.IndexFunc(before, func(l GoodLoad) bool { return l.Path == load.Path && l.After.Before(edit.At) })
	p.Known = i >= 0
	for _, c := range load.Complaints {
		switch {
		case p.Known && slices.Contains(before[i].Keys, c.Key()):
			continue
		case !p.Known && c.Kind != app.ComplaintException && c.Kind != app.ComplaintPage:
			p.Unsure = true
			continue
		case p.Bad == 0:
			p.First = words.ErrorAt(c.Text, c.Place)
		}
		p.Bad++
	}
	return p
}

// Clean reports whether the page was loaded and nothing new is wrong in it.
func (p OpenedPage) Clean() bool {
	return p.Bad == 0 && !p.Unsure && p.Load.Unknown == "" && p.Load.Loaded
}

// Text says what was observed, without words of the page. fresh: it was opened after the edit.
func (p OpenedPage) Text(fresh bool) string {
	text := "opened " + p.Load.Path + " in a browser: "
	switch found := p.Load.Found(); {
	case !fresh:
		return "its page " + p.Load.Path + " was broken and has not been opened since the edit"
	case p.Load.Unknown != "":
		return fmt.Sprintf("its page %s is not known to work: %s", p.Load.Path, p.Load.Unknown)
	case p.Unsure && p.Bad == 0:
		return text + found + ", and no earlier load to compare with"
	case p.Bad == 0 && found != "":
		return text + found + " as before"
	case found == "":
		return text + "no errors"
	default:
		return text + found
	}
}
