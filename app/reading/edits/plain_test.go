package edits

import (
	"strings"
	"testing"

	"devservers/app"
)

const (
	sassError = "Error: expected \"}\".\n  ╷\n3 │   color: red\n  │             ^\n  ╵\n" +
		"  scss/site.scss 3:13  root stylesheet\n"
	sassDone = "[2026-11-22 05:00] Compiled scss/site.scss to css/site.css.\n"
)

func TestAnyLineIsAReaction(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, bad, good string }{
		"sass": {"scss/site.scss", sassError, sassDone},
		"hugo": {"layouts/index.html", "ERROR Rebuild failed: template: index.html:3:1: unexpected EOF\n",
			"Change detected, rebuilding site (#2).\nTotal in 9 ms\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPrinter(t)
			p.edit(c.file)
			p.say(c.bad)
			if v := p.judged(); v.State != app.VerdictBroken || !strings.HasPrefix(v.Message, "new error ") {
				t.Errorf("broken: %+v", v)
			}
			p.edit(c.file)
			p.say(c.good)
			if v := p.judged(); v.State != app.VerdictOK || len(v.Fixed) != 0 || len(v.Unseen) == 0 ||
				!strings.Contains(v.Message, "not seen since") {
				t.Errorf("good: %+v", v)
			}
		})
	}
}

func TestSilenceAfterAnEditOfTheBrokenFileIsNoVerdict(t *testing.T) {
	t.Parallel()
	p := newPrinter(t)
	p.edit("scss/site.scss")
	p.say(sassError)
	p.judged()
	p.edit("README.md")
	if v := p.judged(); v.State != app.VerdictBroken {
		t.Errorf("another file: %+v", v)
	}
	p.edit("scss/site.scss")
	p.say("127.0.0.1 - - [22/Nov/2026 05:00:00] \"GET / HTTP/1.1\" 404 -\n127.0.0.1 \"POST /cart HTTP/1.1\" 200 -\n")
	if v := p.judged(); v.State != app.VerdictNone || !strings.HasPrefix(v.Message, "nobody has read scss/site.scss") {
		t.Errorf("the broken file: %+v", v)
	}
}
