package evidence

import (
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/digest"
)

const (
	mostComplaints = 20
	mostText       = 300 // characters of a complaint
	mostRequests   = 5000
)

// observed is what the events of a page tell. Its methods may be called at once.
type observed struct {
	own   *url.URL // the address of the page
	frame string   // the id of the page's own frame, which all others are inside of
	news  chan struct{}

	mu       sync.Mutex
	changed  time.Time // the last event that may lead to others
	requests map[string]outgoing
	open     map[string]bool // requests without an answer that the page may wait for
	loadedAt time.Time
	document app.PageComplaint // what is wrong with the answer for the page itself
	status   int
	html     bool
	left     string // the address to which the page led, on another server
	list     []complaint
	more     int
	todo     []command
}

type outgoing struct {
	method string
	url    string
	page   bool // it is the page itself
}

type complaint struct {
	app.PageComplaint
	exception int // its number; 0 = it is none
}

func newObserved(own *url.URL) *observed {
	return &observed{own: own, news: make(chan struct{}, 1), requests: map[string]outgoing{}, open: map[string]bool{},
		changed: time.Now()}
}

// next returns what has to be done now, and how long to wait for more; at most 0: the page is quiet.
func (o *observed) next(now time.Time) (todo []command, wait time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	todo, o.todo = o.todo, nil
	quiet := o.changed.Add(quietTime)
	switch {
	case o.left != "" || o.document.Kind != "" && o.status == 0:
		return todo, 0
	case o.loadedAt.IsZero():
		return todo, time.Hour
	case len(o.open) > 0 || now.Before(quiet):
		until := o.loadedAt.Add(settleTime)
		if len(o.open) == 0 && quiet.Before(until) {
			until = quiet
		}
		return todo, until.Sub(now)
	}
	return todo, 0
}

// into adds what was observed. late: the page had its time and did not finish loading.
func (o *observed) into(load *app.PageLoad, late bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	load.Status, load.HTML, load.Loaded = o.status, o.html, !o.loadedAt.IsZero()
	if o.document.Kind != "" {
		load.Complaints = append(load.Complaints, o.document)
	}
	if late && !load.Loaded && o.document.Kind == "" {
		load.Complaints = append(load.Complaints, app.PageComplaint{Kind: app.ComplaintUnfinished, Text: o.waiting(),
			Count: 1})
	}
	for _, c := range o.list {
		load.Complaints = append(load.Complaints, c.PageComplaint)
	}
	load.More = o.more
	if o.left != "" {
		load.Unknown, load.Elsewhere = "it leads to an address that is not this server's and was not opened", o.left
	}
}

// waiting says what a page that doesn't finish loading waits for; mu is held.
func (o *observed) waiting() string {
	text := "it did not finish loading in " + loadTime.String()
	for id := range o.open {
		r := o.requests[id]
		return text + ": no answer to " + o.place(r.method, r.url)
	}
	return text
}

// complain adds a complaint, or counts one that is there; mu is held.
func (o *observed) complain(c complaint) {
	same := func(d complaint) bool { return d.Kind == c.Kind && d.Text == c.Text && d.Place == c.Place }
	if i := slices.IndexFunc(o.list, same); i >= 0 {
		o.list[i].Count++
		return
	}
	if len(o.list) == mostComplaints {
		o.more++
		return
	}
	c.Count = 1
	o.list = append(o.list, c)
}

// revoke drops an exception that was caught later after all; mu is held.
func (o *observed) revoke(exception int) {
	o.list = slices.DeleteFunc(o.list, func(c complaint) bool { return exception != 0 && c.exception == exception })
}

// ours reports whether an address is one of the server's own.
func (o *observed) ours(u *url.URL) bool {
	return u.Port() == o.own.Port() && u.Scheme == o.own.Scheme &&
		(u.Hostname() == o.own.Hostname() || loopback(u.Hostname()))
}

// lineSlack is how much earlier than the write that caused it a line may seem.
const lineSlack = time.Second

// EditedBetween reports whether a file of the project in root was last written between two moments, or is gone.
func EditedBetween(root, file string, after, before time.Time) bool {
	if !filepath.IsAbs(file) {
		file = filepath.Join(root, file)
	}
	info, err := os.Stat(file)
	return errors.Is(err, os.ErrNotExist) || err == nil && info.ModTime().After(after.Add(digest.Early)) &&
		info.ModTime().Before(before.Add(lineSlack))
}
