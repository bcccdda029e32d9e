package supervisor_test

import (
	"os"
	"path/filepath"

	"devservers/app"
	"devservers/app/config/settings"
)

func (w *world) file(name, text string) {
	w.T.Helper()
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, name), []byte(text), 0o600); err != nil {
		w.T.Fatal(err)
	}
}

// patch changes the overlay of a server: pairs of a field and its new value, "" for none.
func (w *world) patch(ref app.Ref, pairs ...string) {
	w.T.Helper()
	var list []settings.Patch
	for i := 0; i < len(pairs); i += 2 {
		p := settings.Patch{ID: pairs[i], Server: ref.Name, Field: pairs[i], Reason: "try"}
		if pairs[i+1] != "" {
			p.New = &pairs[i+1]
		}
		list = append(list, p)
	}
	if _, err := w.Sup.Files.Overlays.Add(ref.Project, list); err != nil {
		w.T.Fatal(err)
	}
	w.Sup.Files.Repatch(ref.Project)
}
