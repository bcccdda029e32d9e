package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/cli/view"
)

func newScreen(width, height int) *screen {
	return &screen{view: view.View{Style: view.Style{Unicode: true}, Width: width, Now: time.Now}, height: height}
}

func server(name string, state app.State, errors int) app.Status {
	return app.Status{Project: "shop", Name: name, Kind: config.KindServer, State: state, Errors: errors}
}

func TestTroubleComesFirst(t *testing.T) {
	s := newScreen(80, 20)
	s.update([]app.Status{
		server("idle", app.Stopped, 0), server("web", app.Ready, 0), server("api", app.Ready, 2),
		server("worker", app.Starting, 0), server("db", app.Failed, 0),
		{Project: "shop", Name: "migrate", Kind: config.KindTask, State: app.Stopped},
	})
	var names []string
	for _, st := range s.servers {
		names = append(names, st.Name)
	}
	if want := []string{"api", "db", "worker", "web", "idle"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	text := strings.Join(s.draw(), "\n")
	for _, want := range []string{"5 servers, 3 servers up, 2 servers in trouble", "❯ ● api", "2 errors", "q quit"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestScreenFits draws many servers, with and without output, in terminals of all sizes.
func TestScreenFits(t *testing.T) {
	var all []app.Status
	for i := range 30 {
		st := server(fmt.Sprintf("server-%02d", i), app.Ready, 0)
		st.URL = "http://localhost:20000"
		st.Reason = strings.Repeat("a long reason ", 20)
		all = append(all, st)
	}
	for _, logs := range []bool{false, true} {
		for height := 8; height < 60; height += 7 {
			for width := 20; width < 200; width += 30 {
				s := newScreen(width, height)
				s.pane.shown = logs
				s.update(all)
				for i := range 100 {
					s.pane.add(app.LogLine{Seq: int64(i), Text: strings.Repeat("output ", 40)})
				}
				s.move(17)
				lines := s.draw()
				if len(lines) != height {
					t.Errorf("%dx%d, output %v: %d lines", width, height, logs, len(lines))
				}
				for _, line := range lines {
					if n := view.Columns(line); n > width {
						t.Errorf("%dx%d, output %v: %d columns: %s", width, height, logs, n, line)
					}
				}
				if !strings.Contains(strings.Join(lines, "\n"), "❯ ● server-17") {
					t.Errorf("%dx%d, output %v: the chosen server isn't shown\n%s", width, height, logs, strings.Join(lines, "\n"))
				}
			}
		}
	}
}

func TestKeys(t *testing.T) {
	for typed, want := range map[string][]string{
		"jk": {"j", "k"}, "\x1b[A\x1b[B": {"up", "down"}, "\x1bOA": {"up"}, "\x1b": {"esc"}, "\r": {"enter"},
		"\x03": {"ctrl+c"}, "": nil, "ä": {"ä"}, "\x1b[1;5Aq": {"\x1b[1;5A", "q"}, "\x1b[5~\x1b[F": {"pgup", "end"},
	} {
		var got []string
		for key, rest := "", typed; rest != ""; {
			key, rest = nextKey(rest)
			got = append(got, key)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// typedInto returns a screen of four servers and a task after keys.
func typedInto(t *testing.T, typed string) *watcher {
	t.Helper()
	w := &watcher{screen: *newScreen(80, 24), inputs: make(chan input, 9)}
	repl := server("repl", app.Ready, 0)
	repl.Project = "lab"
	w.screen.update([]app.Status{server("web", app.Ready, 0), server("api", app.Ready, 2), server("db", app.Failed, 0),
		{Project: "shop", Name: "migrate", Kind: config.KindTask, State: app.Stopped}, repl})
	w.typed(t.Context(), typed)
	return w
}

func TestKeysChooseWhatIsListed(t *testing.T) {
	for typed, want := range map[string]string{
		"": "shop/api shop/db lab/repl shop/web", "/WEB\r": "shop/web", "/fail": "shop/db",
		"/shop ready\r":    "shop/api shop/web",
		"/xy\x7f\x7fmig\r": "shop/migrate", "/web\x1b": "shop/api shop/db lab/repl shop/web", "/zz\r": "",
		"p": "lab/repl", "pp": "shop/api shop/db shop/web", "ppp": "shop/api shop/db lab/repl shop/web",
		"t": "shop/api shop/db lab/repl shop/web shop/migrate", "tt": "shop/api shop/db lab/repl shop/web",
		"/web\r\x1b": "shop/api shop/db lab/repl shop/web",
	} {
		var got []string
		for _, st := range typedInto(t, typed).screen.servers {
			got = append(got, st.Ref().String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// TestWhatIsTypedGoesToOneServer types until ctrl-], and looks that the end of the run ends it.
func TestWhatIsTypedGoesToOneServer(t *testing.T) {
	w := typedInto(t, "/repl\riq\x03\r\x1dj")
	if in := <-w.inputs; in.to.Name != "repl" || in.text != "q\x03\r" || len(w.inputs) != 0 || w.over {
		t.Errorf("%q for %s, %d more", in.text, in.to.Name, len(w.inputs))
	}
	w = typedInto(t, "/repl\ri")
	w.screen.update([]app.Status{server("web", app.Ready, 0)})
	w.typed(t.Context(), "/")
	if len(w.inputs) != 0 || w.screen.entry != filters {
		t.Errorf("%d inputs after the server is gone, entry %d", len(w.inputs), w.screen.entry)
	}
	if w = typedInto(t, "/db\ri"); w.screen.entry != none || w.screen.message != "shop/db is not running" {
		t.Errorf("typing into a failed server: %q", w.screen.message)
	}
}

func TestRowsOutOfSightAreCounted(t *testing.T) {
	s := newScreen(80, 14)
	var all []app.Status
	for i := range 20 {
		all = append(all, server(fmt.Sprintf("s%02d", i), app.Ready, i%2))
	}
	s.update(all)
	s.move(farthest)
	text := strings.Join(s.draw(), "\n")
	if want := "12 more above, 10 of them in trouble"; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
}

// TestRemarkIsReadableAtEightyColumns has a row whose address and load leave no room.
func TestRemarkIsReadableAtEightyColumns(t *testing.T) {
	s := newScreen(80, 24)
	st, now := server("mailer", app.Ready, 1), time.Now()
	st.URL, st.PID, st.StartedAt, st.Memory = "http://localhost:20000", 7, &now, 1<<28
	s.causes = map[app.Ref]cause{st.Ref(): {problem: "nodemailer is not installed", fix: "npm install nodemailer"}}
	s.update([]app.Status{st})
	text := strings.Join(s.draw(), "\n")
	for _, want := range []string{"ready  1 error, nodemailer is not installed", "-> npm install nodemailer"} {
		if !strings.Contains(strings.ReplaceAll(text, "→", "->"), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestOutputHoldsWhileReadFurtherUp(t *testing.T) {
	var p pane
	for i := range 3000 {
		p.add(app.LogLine{Seq: int64(i + 1), Text: fmt.Sprintf("line %d", i+1)})
	}
	p.scroll(-10)
	before := p.rows(5, 80)
	p.add(app.LogLine{Seq: 3001, Text: "half ", Partial: true})
	p.add(app.LogLine{Seq: 3001, Text: "a line"})
	if after := p.rows(5, 80); !slices.Equal(before, after) || after[4] != "line 2990" {
		t.Errorf("%q, then %q", before, after)
	}
	p.scroll(farthest)
	if got := p.rows(2, 80); !slices.Equal(got, []string{"line 3000", "half a line"}) || len(p.lines) != paneLines {
		t.Errorf("at the end: %q of %d", got, len(p.lines))
	}
	p.filter = "2999"
	if got := p.rows(5, 80); !slices.Equal(got, []string{"line 2999"}) {
		t.Errorf("filtered: %q", got)
	}
}

// TestOutputIsShownWhereThereIsRoom opens the output with the screen if the list leaves room, and keeps what a person
// chose afterwards.
func TestOutputIsShownWhereThereIsRoom(t *testing.T) {
	all := []app.Status{server("web", app.Ready, 0), server("api", app.Ready, 0)}
	for height, want := range map[int]bool{12: false, 40: true} {
		w := &watcher{screen: *newScreen(100, height)}
		w.heard(all)
		if w.screen.pane.shown != want {
			t.Errorf("%d rows: shown %v", height, w.screen.pane.shown)
		}
		w.press(t.Context(), "l")
		w.heard(all)
		if w.screen.pane.shown == want {
			t.Errorf("%d rows: l is forgotten", height)
		}
	}
}
