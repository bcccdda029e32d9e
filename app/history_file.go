package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
	"unicode/utf8"
)

// The files of the history: the newest is historyName, older ones carry .1 to .4.
const (
	historyName  = "history.jsonl"
	historyBytes = 10 << 20 // of one file, before the next begins
	historyFiles = 5
	eventBytes   = 16 << 10 // of one event; more than that is a fault or an attack, and loses its arguments
	detailRunes  = 500
)

// History keeps who did what as JSON lines, readable by its owner only. An event is in the kernel's hands when Add
// returns: it survives a crash of the manager, not one of the machine. Its methods may be called at once.
type History struct {
	dir   string
	limit int64 // bytes of one file

	mu   sync.Mutex
	file *os.File
	size int64
	err  error // of the last write
}

// OpenHistory opens the history in dir, which exists, and goes on after whatever a crash left of the last line.
func OpenHistory(dir string) (*History, error) {
	h := &History{dir: dir, limit: historyBytes}
	return h, h.open()
}

func (h *History) open() error {
	f, err := os.OpenFile(h.path(0), os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("cannot open the history: %w", err)
	}
	size, err := endLine(f)
	if err != nil {
		return errors.Join(fmt.Errorf("cannot open the history: %w", err), f.Close())
	}
	h.file, h.size = f, size
	return nil
}

// endLine makes f end with a whole line, so that the next one does not grow on a torn one.
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

func (h *History) path(age int) string {
	if age == 0 {
		return filepath.Join(h.dir, historyName)
	}
	return filepath.Join(h.dir, fmt.Sprintf("%s.%d", historyName, age))
}

// Close lets go of the file. Add fails from then on.
func (h *History) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.file.Close()
}

// Problem is why the last event could not be written, or nil.
func (h *History) Problem() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.err
}

// Add appends e; its Time is set when it has none.
func (h *History) Add(e Event) error {
	line, err := encodeEvent(e)
	if err != nil {
		return fmt.Errorf("cannot record %s: %w", e.Action, err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.err = h.write(line); h.err != nil {
		return fmt.Errorf("cannot record %s: %w", e.Action, h.err)
	}
	return nil
}

func encodeEvent(e Event) ([]byte, error) {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	e.Detail, e.Actor.Client = shorten(e.Detail), shorten(e.Actor.Client)
	line, err := json.Marshal(e)
	if err == nil && len(line) > eventBytes {
		e.Args = map[string]any{"left_out": "too long"}
		line, err = json.Marshal(e)
	}
	return append(line, '\n'), err
}

func shorten(s string) string {
	if utf8.RuneCountInString(s) <= detailRunes {
		return s
	}
	return string([]rune(s)[:detailRunes]) + "…"
}

// write appends one line in one call, so that a reader sees all of it or nothing. Called with mu held.
func (h *History) write(line []byte) error {
	if h.size > 0 && h.size+int64(len(line)) > h.limit {
		if err := h.rotate(); err != nil {
			return err
		}
	}
	n, err := h.file.Write(line)
	h.size += int64(n)
	if err != nil && n > 0 { // disk full in the middle of it: the next line must not grow on it
		err = errors.Join(err, h.file.Truncate(h.size-int64(n)))
		h.size -= int64(n)
	}
	return err
}

// rotate makes every file one older, drops the oldest and begins a new one. Called with mu held.
func (h *History) rotate() error {
	for age := historyFiles - 1; age > 0; age-- {
		if err := os.Rename(h.path(age-1), h.path(age)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	old := h.file
	if err := h.open(); err != nil {
		return err
	}
	return old.Close()
}

// Do calls what and records that actor did it to target, with its arguments, how it ended and how long it took. It
// returns what's error as it is: that something could not be recorded (see Problem) fails nobody's request.
func (h *History) Do(a Actor, action, target string, args map[string]any, what func() (run string, err error)) error {
	begin := time.Now()
	run, err := what()
	e := Event{Time: begin, Actor: a, Action: action, Target: target, Args: args, Run: run, Result: "ok"}
	e.Duration = time.Since(begin).Milliseconds()
	if err != nil {
		e.Result, e.Detail = resultOf(err)
	}
	_ = h.Add(e)
	return err
}

// resultOf is an error as an event tells of it. The text of a fault of ours may hold anything and stays out.
func resultOf(err error) (code, detail string) {
	if known := (*Error)(nil); errors.As(err, &known) {
		return string(known.Code), known.Detail
	}
	return string(CodeInternal), ""
}
