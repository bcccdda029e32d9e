package cli

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/view"
)

// screen is what is shown, and all that its lines are made from.
type screen struct {
	view          view.View
	height        int
	servers       []app.Status // the ones that are shown, in order
	chosen        app.Ref
	message       string // about the last key
	away          bool   // the manager doesn't run
	logs          bool   // the output of the chosen server is shown, too
	lines         []string
	top           int // first row that is shown
	only, current string
}

// update takes over the statuses of all servers, and keeps the chosen one.
func (s *screen) update(all []app.Status) {
	s.away, s.servers = false, view.TroubleFirst(all, s.only)
	if s.index() < 0 && len(s.servers) > 0 {
		s.chosen = s.servers[0].Ref()
	}
}

func (s *screen) index() int {
	return slices.IndexFunc(s.servers, func(st app.Status) bool { return st.Ref() == s.chosen })
}

// status is the chosen server.
func (s *screen) status() (app.Status, bool) {
	if i := s.index(); i >= 0 {
		return s.servers[i], true
	}
	return app.Status{}, false
}

// move chooses the server n rows below.
func (s *screen) move(n int) {
	if len(s.servers) > 0 {
		s.chosen = s.servers[min(max(s.index()+n, 0), len(s.servers)-1)].Ref()
	}
}

// paneRows is how many lines of output are shown.
func (s *screen) paneRows() int {
	if !s.logs {
		return 0
	}
	return max(3, s.height-5-min(len(s.servers)+1, s.height/2))
}

// add adds a line of output.
func (s *screen) add(line string) {
	s.lines = append(s.lines, line)
	if extra := len(s.lines) - 500; extra > 0 {
		s.lines = slices.Delete(s.lines, 0, extra)
	}
}

// keys are shown in the last line.
const keys = "↑↓ choose  s start  x stop  r restart  o open  l output  a all  q quit"

// draw returns the lines of the screen, each cut to its width.
func (s *screen) draw() []string {
	out := []string{s.head(), ""}
	table := s.view.Live(s.servers, s.chosen)
	body := max(1, s.height-len(out)-2-s.paneRows()-min(1, s.paneRows()))
	if len(table) == 0 {
		out = append(out, s.view.Paint(view.Dim, "  no servers: devservers register, in a project's directory"))
	} else {
		out = append(append(out, table[0]), s.rows(table[1:], body-1)...)
	}
	if n := s.paneRows(); n > 0 {
		title := s.chosen.String() + " "
		out = append(out, s.view.Paint(view.Dim, title+
			strings.Repeat(s.view.Pick("─", "-"), max(0, s.view.Width-view.Columns(title)))))
		out = append(out, s.lines[max(0, len(s.lines)-n):]...)
	}
	for len(out) < s.height-2 {
		out = append(out, "")
	}
	last := keys
	if !s.view.Unicode {
		last = strings.Replace(keys, "↑↓", "j k", 1)
	}
	out = append(out[:max(0, s.height-2)], s.message, s.view.Paint(view.Dim, last))
	for i := range out {
		out[i] = view.Clip(out[i], s.view.Width, s.view.Style)
	}
	return out
}

// rows returns those rows that fit, among them the chosen one.
func (s *screen) rows(all []string, n int) []string {
	n = max(1, n)
	at := max(0, s.index())
	s.top = min(max(s.top, at-n+1), at, max(0, len(all)-n))
	return all[s.top:min(len(all), s.top+n)]
}

// head counts what there is.
func (s *screen) head() string {
	if s.away {
		return s.view.Paint(view.Yellow, "the manager is not running; waiting for it")
	}
	trouble, up := 0, 0
	for _, st := range s.servers {
		if view.Trouble(st) {
			trouble++
		}
		if st.State.Up() {
			up++
		}
	}
	text := s.view.Paint(view.Bold, words.Count(len(s.servers), "server")) + ", " +
		s.view.Paint(view.Green, words.Count(up, "server")+" up")
	if trouble > 0 {
		text += ", " + s.view.Paint(view.BoldRed, words.Count(trouble, "server")+" in trouble")
	}
	if s.only != "" {
		text += s.view.Paint(view.Dim, "  of "+s.only)
	}
	return text
}
