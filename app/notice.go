package app

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"devservers/app/config/command"
	"devservers/app/transcript"
)

// The rhythm of notices: one a server, and what happens meanwhile is told with the next.
const (
	noticeHold  = 500 * time.Millisecond // what comes together is told together: a crash, and the error that it printed
	noticePause = 10 * time.Second
	noticeText  = 200 // runes of a line
)

// notice is what a person has not been told yet of one server.
type notice struct {
	due     time.Time // the next one, at the earliest
	crashes int
	errors  int
	crash   string // of the last one
	error   string
}

// collect keeps h for the server's next notice.
func (p *pusher) collect(h Event) {
	n := p.notices[h.Server]
	if n == nil {
		n = &notice{}
		p.notices[h.Server] = n
	}
	if n.empty() {
		if hold := time.Now().Add(noticeHold); hold.After(n.due) {
			n.due = hold
		}
	}
	if h.Crash() {
		n.crashes++
		n.crash = h.Message
	} else {
		n.errors += 1 + h.More
		n.error = placed(h)
	}
}

func (n *notice) empty() bool { return n.crashes+n.errors == 0 }

// flush shows what is due, and tells when the next is; zero = none waits.
func (p *pusher) flush(now time.Time) (due time.Time) {
	for server, n := range p.notices {
		if !n.empty() && !n.due.After(now) {
			p.show(n.words(server))
			*n = notice{due: now.Add(noticePause)}
		}
		switch {
		case n.empty() && !n.due.After(now):
			delete(p.notices, server)
		case !n.empty() && (due.IsZero() || n.due.Before(due)):
			due = n.due
		}
	}
	return due
}

// words are a notice's title and text.
func (n *notice) words(server string) (title, text string) {
	var parts []string
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
	for _, line := range []string{n.crash, n.error} {
		if line != "" {
			parts = append(parts, line)
		}
	}
	return inert(title), inert(strings.Join(parts, "\n"))
}

// inert is text of others for a desktop: short, and without what steers or hides.
func inert(text string) string {
	var lines []string
	for line := range strings.Lines(text) {
		r := []rune(transcript.Plain([]byte(strings.TrimSpace(line))))
		if len(r) > noticeText {
			r = append(r[:noticeText], '…')
		}
		lines = append(lines, string(r))
	}
	return strings.Join(lines, "\n")
}

// errNoNotifier says that this system has no program that shows notices.
var errNoNotifier = errors.New("no program is known that shows notices on " + runtime.GOOS)

// notifier is the command that shows a notice. Title and text are arguments of their own and are never part of a script. The text may be
// markup (Desktop Notifications Specification 1.2, "Markup"), so what would be is written out.
func notifier(system, title, text string) []string {
	switch system {
	case "linux", "freebsd":
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
		return []string{"notify-send", "--app-name=devservers", "--", title, text}
	case "darwin":
		return []string{"osascript", "-e", "on run argv", "-e", "display notification (item 2 of argv) with title (item 1 of argv)", "-e", "end run", "--", title, text}
	}
	return nil
}

// show has a notice shown. That it can't be is told to the log, once until it can.
func (s *Supervisor) show(title, text string) {
	env := s.decls.login(nil)
	argv := notifier(runtime.GOOS, title, text)
	if argv == nil {
		s.noticeShown("", errNoNotifier)
		return
	}
	_, exe, err := s.ownProgram(command.Command{Words: []command.Word{{{Literal: argv[0]}}}}, env)
	if err != nil {
		s.noticeShown("", err)
		return
	}
	s.send(errand{argv: argv, exe: exe, env: env.list(), done: s.noticeShown})
}

func (s *Supervisor) noticeShown(output string, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		s.noNotices = ""
	} else if text := strings.TrimSpace(err.Error() + " " + output); s.noNotices != text && s.ctx.Err() == nil {
		s.noNotices = text
		s.log.Warn("a notice can't be shown; settings.notify in config.yml asks for them", "error", text)
	}
}
