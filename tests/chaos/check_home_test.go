//go:build chaos

package chaos

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/process"
)

// tidy is V9 and V11: the files of the manager are private, nothing unfinished is left, and its token is in one of them
// alone.
func (p *play) tidy() {
	st, running, err := home.ReadStatus(p.dirs)
	if err != nil || !running {
		p.violate("V9", "status.json names no manager: %v", err)
	}
	_ = filepath.WalkDir(p.dirs.State, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil
		}
		open := info.Mode().Perm()&0o077 != 0
		if open && (info.Mode().IsRegular() || path == p.dirs.State) {
			p.violate("V9", "others may read %s: %s", path, info.Mode())
		}
		if strings.HasPrefix(d.Name(), ".tmp-") && st.StartedAt.Sub(info.ModTime()) > 2*time.Minute { // the manager removes them when it starts
			p.violate("V9", "%s is left", path)
		}
		return nil
	})
	for _, name := range []string{"manager.log", "history.jsonl"} {
		if data, _ := os.ReadFile(filepath.Join(p.dirs.State, name)); st.Token != "" &&
			strings.Contains(string(data), st.Token) {
			p.violate("V11", "the token is in %s", name)
		}
	}
}

// modest is V12 and V16: descriptors, memory and disk stay within bounds that depend on what runs.
func (p *play) modest(list []app.Status) {
	id, ok := p.manager()
	if !ok {
		return
	}
	up := 0
	for _, st := range list {
		if st.State.Up() {
			up++
		}
	}
	p.http.CloseIdleConnections()
	most := 40 + 8*up
	left := settle(15*time.Second, func() string {
		if descriptors(id.PID) > most {
			return files(id.PID)
		}
		return ""
	})
	if left != "" {
		p.violate("V12", "the manager has %d files open with %d servers up: %s", descriptors(id.PID), up, left)
	}
	if rss := process.Memory(id.PID); rss > 256<<20 {
		p.violate("V12", "the manager uses %d MB", rss>>20)
	}
	for _, run := range p.runs("flood") {
		if size := sizeOf(p.runDir("flood", run)); size > 24<<20 {
			p.violate("V16", "run %s has %d MB", run, size>>20)
		}
	}
}

// sizeOf returns what the files below dir take on disk.
func sizeOf(dir string) (bytes int64) {
	_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err == nil {
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}
