package evidence

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/record/history"
)

const (
	loading   = time.Second           // so long after it is ready a server may still load files
	firstOpen = 10 * time.Millisecond // so long after it was started a program opens the first of its files, at least
)

// Loads knows which files servers opened while they started. Its methods may be called at once.
type Loads struct {
	runs  func(project string) (id string, list []history.Subject, err error)
	begin func(do func(context.Context)) bool // begins a goroutine; false: the manager ends

	mu     sync.Mutex
	opens  map[string]*sources.Opens   // by project, while servers start
	opened map[app.Ref]map[string]bool // false: another server may have opened it; no entry: unknown
}

// NewLoads returns Loads of the servers that runs returns by project. begin begins a goroutine; false: none any more.
func NewLoads(runs func(string) (string, []history.Subject, error), begin func(func(context.Context)) bool) *Loads {
	return &Loads{runs: runs, begin: begin, opens: map[string]*sources.Opens{}, opened: map[app.Ref]map[string]bool{}}
}

// Of returns the files that a server opened while it started; nil = unknown.
func (l *Loads) Of(ref app.Ref) map[string]bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.opened[ref]
}

// Note begins to note which files of projects are opened when one of their servers starts, and forgets servers that are
// not in list. One goroutine calls it.
func (l *Loads) Note(list []history.Subject) {
	for _, sr := range list {
		id := sr.Ref.Project
		l.mu.Lock()
		there := l.opens[id] != nil
		l.mu.Unlock()
		if there || !starts(sr) {
			continue
		}
		if opens := sources.NoteOpens(sr.Root); opens != nil {
			l.mu.Lock()
			l.opens[id] = opens
			l.mu.Unlock()
			if !l.begin(func(ctx context.Context) { l.end(ctx, id, opens) }) {
				opens.Close()
			}
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.opened) > len(list) {
		maps.DeleteFunc(l.opened, func(ref app.Ref, _ map[string]bool) bool {
			return !slices.ContainsFunc(list, func(sr history.Subject) bool { return sr.Ref == ref })
		})
	}
}

func starts(sr history.Subject) bool {
	return sr.State == app.Waiting || sr.State == app.Starting || sr.State == app.Stopping && sr.Watching
}

// end ends what Note began once no server of the project has been starting for a while.
func (l *Loads) end(ctx context.Context, id string, opens *sources.Opens) {
	defer opens.Close()
	for rest := 0; rest < 2 && app.Pause(ctx, loading); rest++ {
		if _, list, err := l.runs(id); err == nil && slices.ContainsFunc(list, starts) {
			rest = -1
		}
	}
	l.Learn(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.opens, id)
}

// Began notes what a run that is ready has opened up to now, if that was seen.
func (l *Loads) Began(sr history.Subject) {
	_, list, _ := l.runs(sr.Ref.Project)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.opened[sr.Ref] = openedBy(l.opens[sr.Ref.Project], sr, list)
}

// Learn notes what servers have opened up to now, if that is still seen: some go on loading once they are ready.
func (l *Loads) Learn(id string) {
	_, list, _ := l.runs(id)
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, sr := range list {
		if l.opened[sr.Ref] != nil && sr.Run != nil && l.opens[id] != nil {
			l.opened[sr.Ref] = openedBy(l.opens[id], sr, list)
		}
	}
}

// openedBy returns the files that were opened since a run was started: true, unless by another server of the list, as
// far as known. What is opened while only others start is theirs.
func openedBy(opens *sources.Opens, sr history.Subject, list []history.Subject) map[string]bool {
	seen, whole := opens.Since(sr.Run.Record().Started.Add(firstOpen))
	if !whole {
		return nil
	}
	own, named, opened := map[string]bool{}, map[string]bool{}, map[string]bool{}
	others := slices.DeleteFunc(slices.Clone(list), func(o history.Subject) bool { return o.Run == nil || !o.State.Up() })
	for _, o := range others {
		for _, file := range names(o) {
			named[file], own[file] = true, own[file] || o.Ref == sr.Ref
		}
	}
	for file, times := range seen {
		others := slices.DeleteFunc(slices.Clone(others), func(o history.Subject) bool {
			return o.Ref == sr.Ref || !sources.IsIn(file, o.Run.Record().Dir)
		})
		for _, at := range times {
			busy := slices.ContainsFunc(others, func(o history.Subject) bool { return loadsAt(o, at) })
			mine := loadsAt(sr, at)
			sure := own[file] || len(others) == 0 || mine && !busy
			if before := opened[file]; sure || mine == busy && !named[file] { // both were loading, or none was
				opened[file] = before || sure
			}
		}
	}
	return opened
}

// loadsAt reports whether a server was loading its files at a moment.
func loadsAt(sr history.Subject, at time.Time) bool {
	return at.After(sr.Run.Record().Started.Add(firstOpen)) &&
		(sr.ReadyAt == nil || at.Before(sr.ReadyAt.Add(loading)))
}

// names returns what the words of a server's command name, if they are files.
func names(sr history.Subject) (files []string) {
	rec := sr.Run.Record()
	for _, word := range strings.Fields(strings.Join(rec.Argv, " ")) {
		if !filepath.IsAbs(word) {
			word = filepath.Join(rec.Dir, word)
		}
		files = append(files, word)
	}
	return files
}
