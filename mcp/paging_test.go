package mcp_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"devservers/mcp/render"
)

// pages calls a tool until its answer names no next page, and returns how many there were and all of their text.
func (a *agent) pages(tool string, args given) (n int, all string) {
	a.T.Helper()
	for n = 1; n < 50; n++ {
		r := a.ok(tool, args)
		if len(r.text) > render.MostBytes+2000 {
			a.T.Errorf("%d bytes", len(r.text))
		}
		all += r.text
		next := regexp.MustCompile(`add after=(\S+?)"?\n`).FindStringSubmatch(r.text)
		if next == nil {
			break
		}
		args["after"] = next[1]
	}
	return n, all
}

// TestListsAreReadToTheEnd: the answer names how to read on, and the pages contain everything once.
func TestListsAreReadToTheEnd(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for p := range 40 {
		w.project(fmt.Sprintf("project%03d-%s", p, strings.Repeat("x", 50)),
			"servers:\n  web: {command: FC echo}\n  api: {command: FC echo}\n")
	}
	var b strings.Builder
	for s := range 150 {
		fmt.Fprintf(&b, "  server%03d: {command: FC echo}\n", s)
	}
	w.project("large", "servers:\n"+b.String()+"tasks:\n  quick: {command: FC exit 0 1ms}\n")
	a := w.agent("/mcp", false)
	n, all := a.pages("list_projects", given{})
	if n < 2 || strings.Count(all, "id: project") != 40 || strings.Count(all, "id: large") != 1 {
		t.Errorf("%d pages: %d projects", n, strings.Count(all, "id: project"))
	}
	n, all = a.pages("list_projects", given{"project": "large"})
	if n < 2 || strings.Count(all, "- server") != 150 {
		t.Errorf("%d pages: %d servers", n, strings.Count(all, "- server"))
	}
	for range 5 {
		a.ok("run_task", given{"task": "large/quick", "wait_s": 45})
	}
	n, all = a.pages("get_runs", given{"project": "large", "limit": 2})
	if n != 3 || strings.Count(all, "- run:") != 5 {
		t.Errorf("%d pages of runs:\n%s", n, all)
	}
	a.fails("invalid", "get_runs", given{"after": "nosuch"}, "leave after out")
	a.fails("invalid", "list_projects", given{"after": "nosuch"}, "leave after out")
}
