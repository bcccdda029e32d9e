package home

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"sync"
	"sync/atomic"
)

// maxStore is the size in bytes up to which a store reads its file.
const maxStore = 16 << 20

// Store holds a value of type T in memory and in a small JSON file of mode 0600. The zero value of T is stored as no
// file. All methods can be called concurrently. Readers never wait for the disk. One process writes a file.
type Store[T any] struct {
	file  string
	write func(file string, data []byte) error

	mu  sync.Mutex // serializes changes; held while the file is written
	now atomic.Pointer[content[T]]

	queued  sync.Mutex
	changes []*change[T] // waiting ones; the holder of mu makes them all, and saves once
}

// change is a change of the value and what became of it.
type change[T any] struct {
	edit  func(value *T) error
	fresh bool // edit is given the zero value
	done  bool
	err   error
}

// content is immutable.
type content[T any] struct {
	value   T
	data    []byte // value as JSON; nil for the zero value
	problem error
}

// OpenStore reads file into a new store that saves with write, which is Write or WriteFast. A missing file is the zero
// value of T. So is a file that is damaged, or that another user owns or can write to: then Problem explains why. A
// store with the file name "" is kept in memory only.
func OpenStore[T any](file string, write func(file string, data []byte) error) *Store[T] {
	s := &Store[T]{file: file, write: write}
	now := read[T](file)
	if now.problem != nil {
		NoteDamage(file, now.problem)
	}
	s.now.Store(now)
	return s
}

func read[T any](file string) *content[T] {
	data, err := ReadOwn(file, maxStore)
	if errors.Is(err, fs.ErrNotExist) {
		return &content[T]{}
	}
	if err != nil {
		return &content[T]{problem: err}
	}
	c := &content[T]{data: data}
	if err := c.decode(data); err != nil {
		return &content[T]{problem: fmt.Errorf("cannot read %s: it is damaged: %w", file, err)}
	}
	return c
}

// decode fills the value. A type that implements Check rejects content that is valid JSON.
func (c *content[T]) decode(data []byte) error {
	err := json.Unmarshal(data, &c.value)
	if checked, ok := any(&c.value).(interface{ Check() error }); ok && err == nil {
		err = checked.Check()
	}
	return err
}

// Get returns the current value. It is shared: the caller must not alter what it refers to.
func (s *Store[T]) Get() T { return s.now.Load().value }

// Problem returns why the file could not be used, or nil. The first successful change clears it.
func (s *Store[T]) Problem() error { return s.now.Load().problem }

// Change applies edit to a copy of the value, saves the result, and only then makes it the current value: if edit or
// the save fails, nothing has changed. A result equal to the current value is not saved again. Changes that are made
// while the file is written are saved together. A file that could not be used is first renamed to end in .damaged.
func (s *Store[T]) Change(edit func(value *T) error) error {
	return s.make(&change[T]{edit: edit, err: errNotMade})
}

// Replace saves what value returns, which must not be altered from then on. It is called after all changes that were
// requested before, and saves the copy that Change makes.
func (s *Store[T]) Replace(value func() T) error {
	return s.make(&change[T]{edit: func(v *T) error { *v = value(); return nil }, fresh: true, err: errNotMade})
}

func (s *Store[T]) make(c *change[T]) error {
	s.queued.Lock()
	s.changes = append(s.changes, c)
	s.queued.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !c.done {
		s.makeAll()
	}
	return c.err
}

// errNotMade is returned if another change that was to be saved with this one panicked.
var errNotMade = errors.New("the change was not made")

// makeAll makes the changes that wait; mu is held.
func (s *Store[T]) makeAll() {
	s.queued.Lock()
	all := s.changes
	s.changes = nil
	s.queued.Unlock()
	old := s.now.Load()
	next := old
	for _, c := range all {
		var changed *content[T]
		if changed, c.err = s.changed(next, c); c.err == nil {
			next = changed
		}
	}
	err := s.replace(old, next)
	for _, c := range all {
		c.done, c.err = true, cmp.Or(c.err, err)
	}
}

// changed returns what a change makes of a copy of old.
func (s *Store[T]) changed(old *content[T], c *change[T]) (*content[T], error) {
	next := &content[T]{}
	if old.data != nil && !c.fresh {
		if err := next.decode(old.data); err != nil {
			return nil, fmt.Errorf("cannot copy the content of %s: %w", s.file, err)
		}
	}
	if err := c.edit(&next.value); err != nil {
		return nil, err
	}
	if err := next.encode(); err != nil {
		return nil, fmt.Errorf("cannot encode %s: %w", s.file, err)
	}
	return next, nil
}

// replace saves next and makes it the current value; mu is held.
func (s *Store[T]) replace(old, next *content[T]) error {
	if s.file != "" && (next != old && old.problem != nil || !bytes.Equal(old.data, next.data)) {
		if err := s.save(old.problem != nil, next.data); err != nil {
			return err
		}
	}
	s.now.Store(next)
	return nil
}

func (c *content[T]) encode() error {
	if reflect.ValueOf(&c.value).Elem().IsZero() {
		return nil
	}
	data, err := json.MarshalIndent(c.value, "", "  ")
	c.data = append(data, '\n')
	return err
}

func (s *Store[T]) save(damaged bool, data []byte) error {
	if damaged {
		if err := os.Rename(s.file, s.file+".damaged"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cannot put the damaged %s aside: %w", s.file, err)
		}
	}
	if data != nil {
		return s.write(s.file, data)
	}
	if err := os.Remove(s.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot remove %s: %w", s.file, err)
	}
	return nil
}

// With returns a copy of a map with an entry: what a Store has given out is never changed.
func With[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	next := map[K]V{key: value}
	maps.Copy(next, m)
	next[key] = value
	return next
}
