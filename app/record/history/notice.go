package history

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/transcript/text"
)

// A server has at most one notice per noticePause.
const (
	// events that come together share a notice: a crash, and the error that it printed
	noticeHold  = 500 * time.Millisecond
	noticePause = 10 * time.Second
	noticeText  = 200 // characters of a line
)

// notices collects events until they are shown.
type notices struct {
	show func(title, text string)

	mu       sync.Mutex
	byServer map[string]*notice
}

// notice is what happened to one server since its last notice.
type notice struct {
	timer *time.Timer // calls flush when the notice is due, and once after noticePause
	due   time.Time   // at the earliest

	crashes, errors      int
	lastCrash, lastError string
}

// add puts e in its server's next notice.
func (ns *notices) add(e app.Event) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	n := ns.byServer[e.Server]
	if n == nil {
		if ns.byServer == nil {
			ns.byServer = map[string]*notice{}
		}
		n = &notice{timer: time.AfterFunc(noticeHold, func() { ns.flush(e.Server) })}
		ns.byServer[e.Server] = n
	}
	if hold := time.Now().Add(noticeHold); n.empty() && n.due.Before(hold) {
		n.due = hold
		n.timer.Reset(noticeHold)
	}
	if e.Crash() {
		n.crashes++
		n.lastCrash = e.Message
	} else {
		n.errors += 1 + e.More
		n.lastError = placed(e)
	}
}

func (n *notice) empty() bool { return n.crashes+n.errors == 0 }

// flush shows the notice of a server, or forgets it if nothing happened since the last one.
func (ns *notices) flush(server string) {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	n := ns.byServer[server]
	switch {
	case n == nil || time.Now().Before(n.due):
		return
	case n.empty():
		delete(ns.byServer, server)
		return
	}
	ns.show(n.words(server))
	*n = notice{timer: n.timer, due: time.Now().Add(noticePause)}
	n.timer.Reset(noticePause)
}

// close drops the notices that are not shown yet.
func (ns *notices) close() {
	ns.mu.Lock()
	defer ns.mu.Unlock()
	for _, n := range ns.byServer {
		n.timer.Stop()
	}
	ns.byServer = nil
}

func (n *notice) words(server string) (title, text string) {
	switch {
	case n.crashes > 1:
		title = fmt.Sprintf("%s crashed %d times", server, n.crashes)
	case n.crashes == 1:
		title = server + " crashed"
	case n.errors > 1:
		title = fmt.Sprintf("%d new errors in %s", n.errors, server)
	default:
		title = "new error in " + server
	}
	return inert(title), inert(strings.Trim(n.lastCrash+"\n"+n.lastError, "\n"))
}

// inert returns untrusted text for a desktop: short, and without control or hidden characters.
func inert(untrusted string) string {
	var lines []string
	for line := range strings.Lines(untrusted) {
		r := []rune(text.Plain([]byte(strings.TrimSpace(line))))
		if len(r) > noticeText {
			r = append(r[:noticeText], '…')
		}
		lines = append(lines, string(r))
	}
	return strings.Join(lines, "\n")
}
