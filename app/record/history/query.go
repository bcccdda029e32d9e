package history

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"time"

	"devservers/app"
)

// Limits of one answer.
const (
	defaultEntries = 100
	maxEntries     = 1000
)

// Query selects entries. The zero value selects the newest defaultEntries.
type Query struct {
	Limit  int       // 0: DefaultEntries
	Since  time.Time // zero: no bound
	Actor  string    // kind or client of the actor
	Target string    // project/server, or a project for it and all its servers
	Action Action

	named   []byte // is in each line about Target
	crashes bool   // Crash too
	after   int64  // only entries with a higher number
}

// Query returns the entries that q selects, newest first. It reads the files from their ends, and no further than
// needed. A nil Store has none.
func (s *Store) Query(q Query) ([]Entry, error) {
	if s == nil {
		return []Entry{}, nil
	}
	files, err := s.snapshot()
	defer func() {
		for _, f := range files {
			_ = f.Close()
		}
	}()
	found, done := []Entry{}, false
	q.Limit = min(cmp.Or(max(q.Limit, 0), defaultEntries), maxEntries)
	q.named, _ = json.Marshal(q.Target) // a string: never fails
	q.named = bytes.TrimSuffix(q.named, []byte(`"`))
	for i := 0; err == nil && !done && i < len(files); i++ {
		done, err = eachLineBackwards(files[i], func(line []byte) bool { return q.take(line, &found) })
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the history: %w", err)
	}
	return found, nil
}

// take adds the entry in line to found if q selects it, and reports whether the search is over. A line that can't be
// read was cut short by a crash.
func (q Query) take(line []byte, found *[]Entry) (done bool) {
	if q.Since.IsZero() && !bytes.Contains(line, q.named) {
		return false
	}
	var e Entry
	if json.Unmarshal(line, &e) != nil {
		return false
	}
	if !q.Since.IsZero() && e.EndedAt().Before(q.Since) || q.after > 0 && e.Number <= q.after {
		return true
	}
	if q.matches(e) {
		*found = append(*found, e)
	}
	return len(*found) >= q.Limit
}

func (q Query) matches(e Entry) bool {
	return (q.crashes || e.Action != Crash) && (q.Actor == "" || app.ActorKind(q.Actor) == e.Actor.Kind ||
		q.Actor == e.Actor.Client) &&
		(q.Action == "" || q.Action == e.Action) &&
		(q.Target == "" || q.Target == e.Target || strings.HasPrefix(e.Target, q.Target+"/"))
}

// snapshot opens all files, newest first. A rotation doesn't change which files they are.
func (s *Store) snapshot() (files []*os.File, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for age := range fileCount {
		f, err := os.OpenFile(s.path(age), os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return files, err
		}
		files = append(files, f)
	}
	return files, nil
}

// eachLineBackwards passes the whole lines of f to take, from the last to the first, until take returns true. It holds
// one chunk and one line in memory.
func eachLineBackwards(f *os.File, take func(line []byte) (done bool)) (done bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	const chunk = 64 << 10
	var rest []byte // the end of a line that begins in an earlier chunk
	for end := info.Size(); end > 0; {
		begin := max(0, end-chunk)
		data := make([]byte, end-begin, int(end-begin)+len(rest))
		if _, err := f.ReadAt(data, begin); err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		data, end = append(data, rest...), begin
		for at := bytes.LastIndexByte(data, '\n'); at >= 0; at = bytes.LastIndexByte(data, '\n') {
			if take(data[at+1:]) {
				return true, nil
			}
			data = data[:at]
		}
		rest = data
	}
	return take(rest), nil
}
