package supervisor

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/config/overlay"
)

var agent = app.Actor{Kind: "mcp", Client: "some agent"}

// envOf returns the value that a run of fc's `env` printed for a variable, or "missing" if it was not set.
func (w *world) envOf(ref app.Ref, name string) string {
	w.t.Helper()
	l, err := w.sup.OpenLog(ref, "")
	if err != nil {
		w.t.Fatal(err)
	}
	defer l.Close()
	page, err := l.Tail(500)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, line := range page.Lines {
		if value, ok := strings.CutPrefix(strings.TrimRight(string(line.Text), "\r"), name+"="); ok {
			return value
		}
	}
	return "missing"
}

func (w *world) restart(ref app.Ref) app.Result {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	r, err := w.sup.Restart(ctx, ref, StartOptions{Actor: me})
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

func (w *world) file(name, text string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dirs.Home, name), []byte(text), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// patch changes the overlay of a server: pairs of a field and its new value, "" for none.
func (w *world) patch(ref app.Ref, pairs ...string) {
	w.t.Helper()
	var list []overlay.Patch
	for i := 0; i < len(pairs); i += 2 {
		p := overlay.Patch{ID: pairs[i], Server: ref.Name, Field: pairs[i], Reason: "try"}
		if pairs[i+1] != "" {
			p.New = &pairs[i+1]
		}
		list = append(list, p)
	}
	if _, err := w.sup.Files.Overlays.Add(ref.Project, list); err != nil {
		w.t.Fatal(err)
	}
	w.sup.Files.Repatch(ref.Project)
}
