package cli

import (
	"fmt"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/cli/view"
)

// list chooses the servers that are listed, and keeps the chosen one. What is typed never goes to another one. In a new
// order the first rows are shown again, as far as the chosen one is among them: that is where trouble is.
func (s *screen) list() {
	before := s.servers
	s.servers = view.TroubleFirst(s.all, s.listed)
	if !slices.EqualFunc(before, s.servers, func(a, b app.Status) bool { return a.Ref() == b.Ref() }) {
		s.top = 0
	}
	if s.index() < 0 && len(s.servers) > 0 {
		s.chosen = s.servers[0].Ref()
		s.endTyping()
	}
	if st, ok := s.status(); !ok || !st.State.Up() {
		s.endTyping()
	}
}

func (s *screen) endTyping() {
	if s.entry == typing {
		s.entry, s.message = none, "the run has ended, and with it the typing"
	}
}

// listed reports whether a server belongs to the list. A filter finds tasks as well.
func (s *screen) listed(st app.Status) bool {
	if s.only != "" && st.Project != s.only ||
		st.Kind.IsTask() && !st.State.Up() && !s.tasks && s.filter == "" {
		return false
	}
	return containsAll(strings.Join([]string{st.Ref().String(), string(st.Kind), string(st.State), st.Address(),
		s.live().Reason(st)}, " "), s.filter)
}

// containsAll reports whether text has each word of a filter, in any case of letters.
func containsAll(text, filter string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(filter)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// live is the table of the servers that are shown.
func (s *screen) live() view.Live {
	return view.Live{View: s.view, Servers: s.servers, Chosen: s.chosen,
		Causes: func(ref app.Ref) string { return s.causes[ref].problem }}
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

// move chooses the server n rows below, or scrolls the output by n lines if that has the keys.
func (s *screen) move(n int) {
	if s.pane.focused {
		s.pane.scroll(n)
	} else if len(s.servers) > 0 {
		s.chosen = s.servers[min(max(s.index()+n, 0), len(s.servers)-1)].Ref()
	}
}

// projects are the projects that have servers, in the order of their names.
func (s *screen) projects() (names []string) {
	names = words.Each(s.all, func(st app.Status) string { return st.Project })
	slices.Sort(names)
	return slices.Compact(names)
}

// nextProject lists the next project, or after the last one all of them.
func (s *screen) nextProject() {
	names := append([]string{""}, s.projects()...)
	s.only = names[(slices.Index(names, s.only)+1)%len(names)]
	s.list()
}

// rows returns those rows that fit, among them the chosen one, and counts the others.
func (s *screen) rows(all []string, n int) []string {
	if n = max(1, n); len(all) > n && n > 1 {
		n--
	}
	at := max(0, s.index())
	s.top = min(max(s.top, at-n+1), at, max(0, len(all)-n))
	shown := slices.Clone(all[s.top:min(len(all), s.top+n)])
	if len(all) > n {
		shown = append(shown, s.view.Paint(view.Dim, s.hidden(len(shown))))
	}
	return shown
}

// hidden counts the servers out of sight when n rows are shown.
func (s *screen) hidden(n int) string {
	end, trouble := s.top+n, 0
	for i, st := range s.servers {
		if (i < s.top || i >= end) && view.Trouble(st) {
			trouble++
		}
	}
	text := fmt.Sprintf("  %d more below", len(s.servers)-end)
	if below := len(s.servers) - end; s.top > 0 && below > 0 {
		text = fmt.Sprintf("  %d more above, %d below", s.top, below)
	} else if s.top > 0 {
		text = fmt.Sprintf("  %d more above", s.top)
	}
	if trouble > 0 {
		text += fmt.Sprintf(", %d of them in trouble", trouble)
	}
	return text
}

// head counts what there is.
func (s *screen) head() string {
	if s.away {
		return s.view.Paint(view.Yellow, "the manager is not running; waiting for it")
	}
	servers, up, trouble := s.count()
	text := s.view.Paint(view.Bold, words.Count(servers, "server")) + ", " +
		s.view.Paint(view.Green, words.Count(up, "server")+" up")
	if trouble > 0 {
		text += ", " + s.view.Paint(view.BoldRed, words.Count(trouble, "server")+" in trouble")
	}
	if s.only != "" {
		text += s.view.Paint(view.Dim, "  of "+s.only)
	}
	if s.filter != "" {
		text += s.view.Paint(view.Cyan, "  /"+s.filter)
	}
	return text
}

func (s *screen) count() (servers, up, trouble int) {
	for _, st := range s.servers {
		if st.Kind.IsTask() {
			continue
		}
		servers++
		if st.State.Up() {
			up++
		}
		if view.Trouble(st) {
			trouble++
		}
	}
	return servers, up, trouble
}
