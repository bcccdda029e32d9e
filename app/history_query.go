package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Query answers what was asked for, newest first. It reads the files from their ends and only as far as it must.
func (h *History) Query(q HistoryQuery) ([]Event, error) {
	files, err := h.snapshot()
	defer func() {
		for _, f := range files {
			_ = f.Close()
		}
	}()
	if err != nil {
		return nil, fmt.Errorf("cannot read the history: %w", err)
	}
	found, limit := []Event{}, within(q.Limit, DefaultEvents, MaxEvents)
	for _, f := range files {
		done, err := eachLineBackwards(f, func(line []byte) bool { return q.take(line, &found, limit) })
		if err != nil {
			return nil, fmt.Errorf("cannot read the history: %w", err)
		}
		if done {
			break
		}
	}
	return found, nil
}

// take adds the event in line to found if it is asked for, and tells whether the search is over. A line that cannot
// be read was torn by a crash.
func (q HistoryQuery) take(line []byte, found *[]Event, limit int) (done bool) {
	var e Event
	if json.Unmarshal(line, &e) != nil {
		return false
	}
	if !q.Since.IsZero() && e.Time.Before(q.Since) {
		return true
	}
	if q.matches(e) {
		*found = append(*found, e)
	}
	return len(*found) >= limit
}

func (q HistoryQuery) matches(e Event) bool {
	return (q.Actor == "" || q.Actor == e.Actor.Kind || q.Actor == e.Actor.Client) &&
		(q.Action == "" || q.Action == e.Action) &&
		(q.Target == "" || q.Target == e.Target || strings.HasPrefix(e.Target, q.Target+"/"))
}

// snapshot opens all files, newest first. They stay what they are when the history rotates under them.
func (h *History) snapshot() (files []*os.File, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for age := range historyFiles {
		f, err := os.Open(h.path(age))
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

// within is n, or usual when it is not set, and never more than most.
func within(n, usual, most int) int {
	if n <= 0 {
		n = usual
	}
	return min(n, most)
}

// eachLineBackwards gives the whole lines of f from the last to the first until take says that it is done. It holds
// one chunk and one line in memory.
func eachLineBackwards(f *os.File, take func(line []byte) (done bool)) (done bool, err error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	const chunk = 64 << 10
	var rest []byte // the end of a line whose begin is in an earlier chunk
	for end := info.Size(); end > 0; {
		begin := max(0, end-chunk)
		data := make([]byte, end-begin, int(end-begin)+len(rest))
		if _, err := f.ReadAt(data, begin); err != nil && !errors.Is(err, io.EOF) {
			return false, err
		}
		data, end = append(data, rest...), begin
		for {
			at := bytes.LastIndexByte(data, '\n')
			if at < 0 {
				break
			}
			if take(data[at+1:]) {
				return true, nil
			}
			data = data[:at]
		}
		rest = data
	}
	return take(rest), nil
}
