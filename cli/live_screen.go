package cli

import (
	"strings"

	"devservers/app"
	"devservers/cli/view"
)

// screen is what is shown, and all that its lines are made from.
type screen struct {
	view          view.View
	height        int
	all, servers  []app.Status // all there are; the ones that are listed, in order
	causes        map[app.Ref]cause
	chosen        app.Ref
	message       string // about the last key
	away          bool   // the manager doesn't run
	tasks         bool   // tasks that don't run are listed, too
	filter        string // words that a listed server matches
	top           int    // first row that is shown
	only, current string
	entry         keysFor
	pane          pane
}

// keysFor is what keys mean instead of commands.
type keysFor int

const (
	none    keysFor = iota
	filters         // the text of a filter
	typing          // input of the chosen server
	asking          // y or anything else
	helping         // any key
)

// update takes over the statuses of all servers.
func (s *screen) update(all []app.Status) {
	s.away, s.all = false, all
	s.list()
}

// page is how far a page up or down moves.
func (s *screen) page() int { return max(1, s.height/2-2) }

// back undoes the innermost of what a person chose: where the keys go, the output, filters.
func (s *screen) back() {
	switch {
	case s.pane.filter != "":
		s.pane.filter = ""
	case s.pane.shown:
		s.pane.shown, s.pane.focused = false, false
	default:
		s.filter = ""
		s.list()
	}
}

// paneRows is how many lines of output are shown: more of them while they have the keys.
func (s *screen) paneRows() int {
	if !s.pane.shown {
		return 0
	}
	share := s.height / 2
	if s.pane.focused {
		share = s.height / 4
	}
	return max(3, s.height-6-s.detailRows()-min(len(s.servers)+1, share))
}

// spare is how many rows the list leaves free.
func (s *screen) spare() int { return s.height - 6 - s.detailRows() - len(s.servers) }

// detailRows is how many lines the chosen server has for all there is to say about it.
func (s *screen) detailRows() int {
	if s.height < 16 {
		return 0
	}
	return 2
}

// draw returns the lines of the screen, each cut to its width.
func (s *screen) draw() []string {
	out := s.body()
	for len(out) < s.height-2 {
		out = append(out, "")
	}
	out = append(out[:max(0, s.height-2)], s.prompt(), s.view.Paint(view.Dim, s.keys()))
	for i := range out {
		out[i] = view.Clip(out[i], s.view.Width, s.view.Style)
	}
	return out
}

func (s *screen) body() []string {
	out := []string{s.head(), ""}
	if s.entry == helping {
		return append(out, s.help()...)
	}
	body := s.height - len(out) - 2 - s.detailRows() - s.paneRows() - min(1, s.paneRows())
	out = append(append(out, s.table(max(1, body))...), s.detail()...)
	if n := s.paneRows(); n > 0 {
		out = append(append(out, s.rule()), s.pane.rows(n, s.view.Width)...)
		if len(s.pane.lines) == 0 {
			out = append(out, s.view.Paint(view.Dim, "no lines yet"))
		}
	}
	return out
}

// table returns the list in n lines.
func (s *screen) table(n int) []string {
	table := s.live().Lines()
	switch {
	case len(table) > 0:
		return append(table[:1:1], s.rows(table[1:], n-1)...)
	case len(s.all) == 0:
		return []string{s.view.Paint(view.Dim, "  no servers: devservers register, in a project's directory")}
	}
	return []string{s.view.Paint(view.Dim, "  nothing matches; esc shows the rest, t the tasks, p another project")}
}

// detail is all there is to say about the chosen server, in detailRows lines.
func (s *screen) detail() []string {
	out := make([]string, s.detailRows())
	st, ok := s.status()
	if !ok || len(out) == 0 {
		return out
	}
	text := s.live().Detail(st)
	if fix := s.causes[st.Ref()].fix; fix != "" {
		text += " " + s.view.Arrow() + " " + fix
	}
	copy(out, s.view.Wrapped("  ", text, len(out)))
	return out
}

// rule is the line above the output.
func (s *screen) rule() string {
	title, color := s.chosen.String()+s.pane.state(), view.Dim
	if s.entry == typing {
		title, color = "typing into "+s.chosen.String(), view.Cyan
	} else if s.pane.focused {
		color = view.Cyan
	}
	line := s.view.Pick("─", "-")
	title = line + line + " " + title + " "
	return s.view.Paint(color, title+strings.Repeat(line, max(0, s.view.Width-view.Columns(title))))
}

// prompt is the line of what was asked or answered last.
func (s *screen) prompt() string {
	if s.entry == filters {
		return s.view.Paint(view.Bold, "/") + *s.query() + s.view.Pick("▏", "_")
	}
	return s.message
}

// query is the filter of the part that has the keys.
func (s *screen) query() *string {
	if s.pane.focused {
		return &s.pane.filter
	}
	return &s.filter
}
