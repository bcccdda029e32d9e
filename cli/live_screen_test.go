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
				s.logs = logs
				s.update(all)
				for range 100 {
					s.add(strings.Repeat("output ", 40))
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
		"\x03": {"ctrl+c"}, "": nil, "ä": {"ä"}, "\x1b[1;5Aq": {"\x1b[1;5A", "q"},
	} {
		if got := keysOf(typed); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}
