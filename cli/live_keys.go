package cli

import (
	"context"
	"strings"
	"unicode/utf8"

	"devservers/app/base/words"
	"devservers/cli/client"
)

// farthest is more rows than there can be.
const farthest = 1 << 20

// binding is what keys do. The help shows all of them.
type binding struct {
	keys []string // names, the first one for the help
	help string
	do   func(w *watcher, ctx context.Context)
}

// moving returns what moves by n rows.
func moving(n int) func(*watcher, context.Context) {
	return func(w *watcher, _ context.Context) { w.screen.move(n) }
}

// changing returns what asks for a change of the chosen server.
func changing(action string) func(*watcher, context.Context) {
	return func(w *watcher, ctx context.Context) {
		if st, ok := w.screen.status(); ok {
			w.change(ctx, action, st)
		}
	}
}

// asked returns what asks before a change of all that is listed.
func asked(action string) func(*watcher, context.Context) {
	return func(w *watcher, _ context.Context) {
		if n := len(w.screen.servers); n > 0 {
			w.action, w.asked = action, w.screen.servers
			w.screen.entry, w.screen.message = asking, action+" all "+words.Count(n, "listed server")+"? y"
		}
	}
}

// bindings are the keys of the screen, in the order of the help.
func bindings() []binding {
	return []binding{
		{[]string{"up", "k"}, "a row up; down, j: a row down", moving(-1)},
		{[]string{"down", "j"}, "", moving(1)},
		{[]string{"pgup", "ctrl+b"}, "a page up; pgdn, ctrl+f: a page down",
			func(w *watcher, _ context.Context) { w.screen.move(-w.screen.page()) }},
		{[]string{"pgdn", "ctrl+f"}, "", func(w *watcher, _ context.Context) { w.screen.move(w.screen.page()) }},
		{[]string{"home", "g"}, "the first row; end, G: the last row, or follow the output", moving(-farthest)},
		{[]string{"end", "G"}, "", moving(farthest)},
		{[]string{"s"}, "start, or run a task", changing("start")},
		{[]string{"x"}, "stop", changing("stop")},
		{[]string{"r"}, "restart", changing("restart")},
		{[]string{"S"}, "start all that is listed; X stop, R restart", asked("start")},
		{[]string{"X"}, "", asked("stop")},
		{[]string{"R"}, "", asked("restart")},
		{[]string{"o"}, "open in the browser", func(w *watcher, _ context.Context) { w.open() }},
		{[]string{"enter"}, "read the output", func(w *watcher, _ context.Context) {
			w.screen.pane.shown, w.screen.pane.focused = true, true
		}},
		{[]string{"l"}, "show or hide the output", func(w *watcher, _ context.Context) {
			w.screen.pane.shown, w.screen.pane.focused = !w.screen.pane.shown, false
		}},
		{[]string{"tab"}, "keys for the list or for the output", func(w *watcher, _ context.Context) {
			w.screen.pane.focused = w.screen.pane.shown && !w.screen.pane.focused
		}},
		{[]string{"i"}, "type into the server; ctrl-] ends that", func(w *watcher, _ context.Context) { w.typeInto() }},
		{[]string{"/"}, "filter the list, or the lines of the output",
			func(w *watcher, _ context.Context) { w.screen.entry = filters }},
		{[]string{"p"}, "the next project", func(w *watcher, _ context.Context) { w.screen.nextProject() }},
		{[]string{"a"}, "all projects, or the current one", func(w *watcher, _ context.Context) { w.everything() }},
		{[]string{"t"}, "show or hide tasks", func(w *watcher, _ context.Context) {
			w.screen.tasks = !w.screen.tasks
			w.screen.list()
		}},
		{[]string{"esc"}, "back: filter, output", func(w *watcher, _ context.Context) { w.screen.back() }},
		{[]string{"?"}, "this help", func(w *watcher, _ context.Context) { w.screen.entry = helping }},
		{[]string{"q", "ctrl+c"}, "quit; servers keep running", func(w *watcher, _ context.Context) { w.over = true }},
	}
}

// typed does what a person typed.
func (w *watcher) typed(ctx context.Context, typed string) {
	for typed != "" && !w.over {
		if w.screen.entry == typing {
			typed = w.pass(ctx, typed)
			continue
		}
		var key string
		key, typed = nextKey(typed)
		w.press(ctx, key)
	}
}

// pass sends what is typed to the chosen server, and returns what comes after the key that ends it.
func (w *watcher) pass(ctx context.Context, typed string) (rest string) {
	text, rest, ended := strings.Cut(typed, string(rune(detachKey)))
	if ended {
		w.screen.entry = none
	}
	if st, ok := w.screen.status(); ok && text != "" {
		select {
		case w.inputs <- input{st, text}:
		case <-ctx.Done():
		}
	}
	return rest
}

// press does what a key means.
func (w *watcher) press(ctx context.Context, key string) {
	w.screen.message = ""
	before := w.screen.entry
	switch before {
	case helping, asking:
		w.screen.entry = none
		if before == asking && key == "y" {
			for _, st := range w.asked {
				w.change(ctx, w.action, st)
			}
		}
		return
	case filters:
		w.screen.edit(key)
		return
	}
	for _, b := range bindings() {
		for _, name := range b.keys {
			if name == key {
				b.do(w, ctx)
				return
			}
		}
	}
}

// edit changes the text of a filter.
func (s *screen) edit(key string) {
	query := s.query()
	switch {
	case key == "enter" || key == "ctrl+c":
		s.entry = none
	case key == "esc":
		s.entry, *query = none, ""
	case key == "backspace":
		_, n := utf8.DecodeLastRuneInString(*query)
		*query = (*query)[:len(*query)-n]
	case key == "ctrl+u":
		*query = ""
	case utf8.RuneCountInString(key) == 1 && key >= " ":
		*query += key
	}
	s.list()
}

// typeInto begins to pass keys on.
func (w *watcher) typeInto() {
	st, ok := w.screen.status()
	if ok && !st.State.Up() {
		w.screen.message = st.Ref().String() + " is not running"
	} else if ok {
		w.screen.pane.shown, w.screen.pane.back, w.screen.entry = true, 0, typing
	}
}

// everything lists all projects, or the current one alone.
func (w *watcher) everything() {
	if w.screen.only == "" {
		w.screen.only = w.screen.current
	} else {
		w.screen.only = ""
	}
	w.screen.list()
}

// sendInput sends what is typed, in order.
func (w *watcher) sendInput(ctx context.Context) {
	for {
		select {
		case in := <-w.inputs:
			err := w.c.Post(ctx, client.RunPath(in.to, "input"), map[string][]byte{"base64": []byte(in.text)}, nil)
			w.report(ctx, err)
		case <-ctx.Done():
			return
		}
	}
}

func (s *screen) help() (lines []string) {
	var list [][2]string
	for _, b := range bindings() {
		if b.help != "" {
			list = append(list, [2]string{strings.Join(b.keys, ", "), b.help})
		}
	}
	return strings.Split(strings.TrimSuffix(s.view.Pairs(list), "\n"), "\n")
}

// keys are the ones that matter now.
func (s *screen) keys() string {
	arrows := s.view.Pick("↑↓", "j k")
	switch {
	case s.entry == filters:
		return "words to look for  enter done  esc clear"
	case s.entry == typing:
		return "keys go to " + s.chosen.String() + "  ctrl-] ends"
	case s.entry != none:
		return "any other key: back"
	case s.pane.focused:
		return arrows + " scroll  / find  End follow  i type  s start  x stop  tab list  esc close"
	}
	return arrows + "  s start  x stop  r restart  o open  l output  / filter  ? help  q quit"
}
