//go:build real && figures && linux

package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"devservers/app/reading/edits"
)

// TestFiguresOfAVerdict measures how long after a tool has printed its line the page, `errors -f` and a waiting agent
// know what an edit did. It prints the figures and never asserts them:
//
//	go test -tags real,figures -count 1 -v -run FiguresOfAVerdict ./cli
func TestFiguresOfAVerdict(t *testing.T) {
	for _, tool := range []struct {
		server, file, old, with string
		rest                    time.Duration // Django's reloader misses changes before its first check
	}{
		{"vite", "frontend/src/main.js", "document", "import './nosuch.js'\ndocument", 500 * time.Millisecond},
		{"django", "backend/shop/urls.py", "from shop import views", "from shop import nosuchmodule as views",
			2500 * time.Millisecond},
	} {
		t.Run(tool.server, func(t *testing.T) {
			m := &measured{doors: openDoors(t), server: tool.server, late: map[string][]float64{}}
			m.observe(t)
			for range 12 {
				undo := m.replace(t, tool.file, tool.old, tool.with)
				m.edit(t, "bad", "error")
				time.Sleep(tool.rest)
				undo()
				m.edit(t, "good", "fixed")
				time.Sleep(tool.rest)
			}
			m.tell(t)
		})
	}
}

// measured collects the delay of each door, in ms.
type measured struct {
	*doors
	server string
	lines  chan printed
	late   map[string][]float64
}

type printed struct {
	text string
	at   time.Time
}

// observe records when the drawer shows another verdict, and when the follower prints.
func (m *measured) observe(t *testing.T) {
	t.Helper()
	m.openDrawer(t, m.server)
	m.run(t, chromedp.Evaluate(`window.seen = []; new MutationObserver(() => {
		const look = document.querySelector("#drawer .verdict")?.classList[1];
		if (look && look !== window.seen.at(-1)?.look) window.seen.push({ look, at: Date.now() });
	}).observe(document.getElementById("main"), { childList: true, subtree: true, attributes: true }); null`, nil))
	m.lines = make(chan printed, 1000)
	if err := m.follow.out.SetReadDeadline(time.Time{}); err != nil {
		t.Fatal(err)
	}
	go func() {
		for s := bufio.NewScanner(m.follow.out); s.Scan(); {
			m.lines <- printed{s.Text(), time.Now()}
		}
	}()
}

// edit waits until all doors have reported the last edit, and records their delays.
func (m *measured) edit(t *testing.T, look, word string) {
	t.Helper()
	m.asks(t, m.server)
	agent := time.Now()
	m.until(t, m.server+" to look "+look, fmt.Sprintf(`window.seen.at(-1)?.look === %q`, look))
	var seen float64
	m.run(t, chromedp.Evaluate(`window.seen.at(-1).at`, &seen))
	line := <-m.lines
	for !strings.Contains(line.text, word+" shop/"+m.server) {
		line = <-m.lines
	}
	at := m.printed(t, look)
	m.late["agent"] = append(m.late["agent"], agent.Sub(at).Seconds()*1000)
	m.late["page"] = append(m.late["page"], seen-float64(at.UnixMicro())/1000)
	m.late["errors -f"] = append(m.late["errors -f"], line.at.Sub(at).Seconds()*1000)
}

// printed returns when the tool printed the line that the last verdict is about, by the times of its transcript.
func (m *measured) printed(t *testing.T, look string) (at time.Time) {
	t.Helper()
	out, err := m.command(m.dir, "errors", "--fixed", "--json", m.server).Output()
	var pages []edits.ErrorPage
	if err == nil {
		err = json.Unmarshal(out, &pages)
	}
	if err != nil || len(pages) != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	for _, e := range pages[0].Errors {
		switch {
		case look == "bad" && !e.Fixed:
			at = e.Since
		case look == "good" && e.FixedAt != nil && e.FixedAt.After(at):
			at = *e.FixedAt
		}
	}
	return at
}

func (m *measured) tell(t *testing.T) {
	for door, late := range m.late {
		slices.Sort(late)
		t.Logf("%s, %s: %d edits, printed → known: p50 %.0f ms, p99 %.0f ms, most %.0f ms", m.server, door, len(late),
			late[len(late)/2], late[len(late)*99/100], late[len(late)-1])
	}
}
