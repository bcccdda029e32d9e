package why

import (
	"os"
	"path/filepath"
	"time"

	"devservers/app"
	"devservers/app/digest"
)

// reacting is for how long a reloader may be silent about an edit.
const reacting = 5 * time.Second

// unnoticed makes the finding about a server that serves no more be about its reloader, if a file with one of its errors was
// edited after all that it has printed, and it stays silent about that.
func (x *examination) unnoticed(f *app.Finding, list []digest.Error) {
	if x.Status.State != app.Failing {
		return
	}
	for _, e := range list {
		path := e.File
		if !filepath.IsAbs(path) {
			path = filepath.Join(x.Server.WorkingDir, path)
		}
		info, err := os.Stat(path)
		if err != nil || !info.ModTime().After(x.quietSince()) || time.Since(info.ModTime()) < reacting {
			continue
		}
		f.Evidence = append(f.Evidence, e.File+" was edited after that, and the server has printed nothing since: its reloader has probably missed the edit")
		f.Next(x.step(app.StepRestart), "")
		return
	}
}
