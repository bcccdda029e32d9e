package why

import (
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

// An app that crashes below its watcher may print why while a start, whose time is up, already looks for the cause.
func TestErrorPrintedWhileLookingIsTheCause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Files("shop", map[string]string{"urls.py": "a\n(\n"})
	w.Script("shop", "run",
		"printf '  File \"urls.py\", line 2\\n    (\\nSyntaxError: \\047(\\047 was never closed\\n    at later "+
			"(internal/run.js:3:4)\\n'; exec sleep 60")
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: ./run, ready: {log: no-such-line}}\n"),
		Name: "web"}
	if _, err := w.Sup.Start(t.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started"}); err != nil {
		t.Fatal(err)
	}
	w.causes.patience = 0
	w.whySoon(ref, app.FindingCode)
	now, err := w.Sup.Situation(ref)
	if err != nil {
		t.Fatal(err)
	}
	x := &examination{Why: w.causes, ctx: t.Context(), ref: ref, Situation: now}
	x.unready() // it has searched no line yet
	if len(x.list) != 1 {
		t.Fatalf("%+v", x.list)
	}
	has(t, x.list[0].Finding(), "an error in urls.py:2", "was never closed", "look at urls.py:2")
}
