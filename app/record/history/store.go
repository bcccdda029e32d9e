package history

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/home"
)

// The newest file is fileName; older ones end in .1 to .4.
const (
	fileName  = "history.jsonl"
	fileBytes = 10 << 20 // of one file, before the next one begins
	fileCount = 5
)

// Store keeps entries as JSON lines, readable only by their owner. An entry survives a crash of the manager once Add
// has returned, but not a crash of the machine. Its methods are safe for concurrent use.
type Store struct {
	dir   string
	limit int64 // bytes of one file

	mu   sync.Mutex
	file *os.File
	size int64
	err  error // of the last write
	last int64 // number of the newest entry

	reads []*Reads // oldest first
}

// Open opens the history in dir, which exists. A line that a crash cut short is closed, so that the next one is whole.
func Open(dir string) (*Store, error) {
	s := &Store{dir: dir, limit: fileBytes}
	f, err := os.OpenFile(s.path(0), os.O_RDWR|os.O_CREATE|os.O_APPEND|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the history: %w", err)
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(fmt.Errorf("cannot open the history: %s is not a regular file", s.path(0)), err, f.Close())
	}
	if s.size, err = endLine(f); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the history: %w", err), f.Close())
	}
	s.file = f
	newest, err := s.Query(Query{Limit: 1, crashes: true})
	switch {
	case err == nil && len(newest) > 0:
		s.last = newest[0].Number
	case s.size > 0:
		home.NoteDamage(s.path(0), errors.Join(errors.New("it holds no entry"), err))
	}
	return s, nil
}

// endLine ends the last line of f if it isn't, and returns the size of f.
func endLine(f *os.File) (size int64, err error) {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return 0, err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, info.Size()-1); err != nil || last[0] == '\n' {
		return info.Size(), err
	}
	_, err = f.WriteString("\n")
	return info.Size() + 1, err
}

func (s *Store) path(age int) string {
	if age == 0 {
		return filepath.Join(s.dir, fileName)
	}
	return filepath.Join(s.dir, fmt.Sprintf("%s.%d", fileName, age))
}

// Close closes the file. Add fails from then on.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.file.Close()
}

// Add appends e. If e has no Time, it gets the current one.
func (s *Store) Add(e Entry) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e.Number = max(s.last+1, time.Now().UnixMicro()) // so that it is new to everyone, also if the files were lost
	line, err := e.encode()
	if err != nil {
		return fmt.Errorf("cannot record %s: %w", e.Action, err)
	}
	s.last = e.Number
	if s.err = s.write(line); s.err != nil {
		return fmt.Errorf("cannot record %s: %w", e.Action, s.err)
	}
	return nil
}

// write appends one line in one call, so that a reader sees all of it or nothing. mu is held.
func (s *Store) write(line []byte) error {
	if s.size > 0 && s.size+int64(len(line)) > s.limit {
		if err := s.rotate(); err != nil {
			return err
		}
	}
	n, err := s.file.Write(line)
	s.size += int64(n)
	if err != nil && n > 0 { // the disk is full: the next line must not be appended to half of this one
		err = errors.Join(err, s.file.Truncate(s.size-int64(n)))
		s.size -= int64(n)
	}
	return err
}

// rotate makes every file one older, drops the oldest and begins a new one. The new file is opened first, so that
// nothing moves if that fails. mu is held.
func (s *Store) rotate() error {
	fresh := s.path(0) + ".new"
	f, err := os.OpenFile(fresh, os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	for age := fileCount - 1; age > 0; age-- {
		if err := os.Rename(s.path(age-1), s.path(age)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return errors.Join(err, f.Close())
		}
	}
	if err := os.Rename(fresh, s.path(0)); err != nil {
		return errors.Join(err, f.Close())
	}
	old := s.file
	s.file, s.size = f, 0
	return old.Close()
}

// Do is Record for what returns nothing.
func (s *Store) Do(a app.Actor, action Action, ref app.Ref, args map[string]any, what func() error) error {
	_, err := Record(s, a, action, ref, args, func() (struct{}, error) { return struct{}{}, what() })
	return err
}

// Record calls what, and records that a did it to a server, a project or (the zero Ref) the manager, with its
// arguments, run, result and duration. It returns what what returned; a failure to record it only shows in Problem. A
// nil Store records nothing.
func Record[T any](s *Store, a app.Actor, action Action, ref app.Ref, args map[string]any, what func() (T, error)) (T,
	error) {
	return RecordEntry(s, Entry{Actor: a, Action: action, Target: strings.TrimSuffix(ref.String(), "/"), Args: args}, what)
}

// RecordEntry is Record for an entry that has its actor, caller, action, target and arguments.
func RecordEntry[T any](s *Store, e Entry, what func() (T, error)) (T, error) {
	e.Time, e.Result = time.Now(), "ok"
	v, err := what()
	if s == nil {
		return v, err
	}
	e.Duration = time.Since(e.Time).Milliseconds()
	if r, ok := any(v).(app.Result); ok {
		e.Run = r.Run
		e.add(r)
	}
	if err != nil {
		e.fail(err)
	}
	_ = s.Add(e)
	return v, err
}
