package sources

import (
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// pollPause is between two looks at what the system doesn't watch for us, which take a fiftieth of the time at most.
const (
	pollPause = 2 * time.Second
	pollShare = 50
)

// poller looks at directories that can't be watched, because the system's limit is reached.
type poller map[string]map[string]stamp

// stamp tells two versions of a file apart.
type stamp struct {
	size int64
	mod  time.Time
	dir  bool
}

func (p poller) add(dir string) {
	if p[dir] == nil {
		p[dir] = stampsOf(dir)
	}
}

// changes looks again, and returns what a watcher would have said.
func (p poller) changes() (notes []fsnotify.Event) {
	for dir, before := range p {
		now := stampsOf(dir)
		if p[dir] = now; now == nil {
			delete(p, dir)
		}
		for name, s := range now {
			old, known := before[name]
			switch {
			case !known:
				notes = append(notes, fsnotify.Event{Name: filepath.Join(dir, name), Op: fsnotify.Create})
			case old != s && !s.dir:
				notes = append(notes, fsnotify.Event{Name: filepath.Join(dir, name), Op: fsnotify.Write})
			}
		}
		for name := range before {
			if _, left := now[name]; !left {
				notes = append(notes, fsnotify.Event{Name: filepath.Join(dir, name), Op: fsnotify.Remove})
			}
		}
	}
	return notes
}

// stampsOf returns what lies in a directory; nil if it can't be read.
func stampsOf(dir string) map[string]stamp {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	found := make(map[string]stamp, len(entries))
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			found[e.Name()] = stampOf(info)
		}
	}
	return found
}

func stampOf(info os.FileInfo) stamp { return stamp{info.Size(), info.ModTime(), info.IsDir()} }

// again returns the pause until the next look, after one that took so long.
func (p poller) again(took time.Duration) time.Duration {
	if len(p) == 0 {
		return time.Hour
	}
	return max(pollPause, pollShare*took)
}
