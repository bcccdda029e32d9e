package yml

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/diff"

	"devservers/app/base/home"
)

// Changed returns the files that have changed since a time, relative to dir, and when the last of them did.
func Changed(dir string, files []string, since time.Time) (list []string, last time.Time) {
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			continue
		}
		at := info.ModTime()
		if changed := time.Unix(0, home.Changed(info)); changed.After(at) { // no program sets this one
			at = changed
		}
		if rel, err := filepath.Rel(dir, file); err == nil && at.After(since) {
			list = append(list, rel)
			if at.After(last) {
				last = at
			}
		}
	}
	return list, last
}

// Since returns how files of a project differ from the last commit before a time.
func Since(dir string, names []string, since time.Time) string {
	r := repository(dir)
	commit, err := r.headAt(since)
	if err != nil || commit == "" {
		commit, _ = r.head()
	}
	var text strings.Builder
	for _, name := range names {
		file := filepath.Join(dir, name)
		if !Within(dir, file) {
			continue
		}
		old := r.content(commit, file)
		text.Write(diff.Diff("committed/"+name, []byte(old), name, beginning(file)))
	}
	return Printable(text.String())
}
