package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"

	"devservers/app/base/atomicfile"
)

// maxJournal is the size in bytes from which a journal is replaced by the book as a whole.
const maxJournal = 256 << 10

// journal is a file with a line for each change since the book was last saved as a whole. Many servers that start at once
// change the book often, and writing all of it each time would cost more than all else that a start writes.
type journal struct {
	file string
	open func(name string, flag int, perm os.FileMode) (*os.File, error) // os.OpenFile
	size int64                                                           // as this book left it; unknown = it must be replaced
}

// unknown is the size of a journal of an earlier manager, or of one that somebody else has changed.
const unknown = -1

// line is the new entry of a server; nil removes it.
type line struct {
	Server string        `json:"server"`
	Entry  *RestartEntry `json:"entry,omitempty"`
}

// replay applies the changes in the journal. Each stands for itself, so a line that is cut short spoils no other.
func (j journal) replay(entries map[string]RestartEntry) {
	data, _ := atomicfile.ReadOwn(j.file, 2*maxJournal)
	for text := range bytes.Lines(data) {
		var l line
		if json.Unmarshal(text, &l) == nil {
			l.apply(entries)
		}
	}
}

func (l line) apply(entries map[string]RestartEntry) {
	if l.Entry == nil {
		delete(entries, l.Server)
	} else {
		entries[l.Server] = *l.Entry
	}
}

var errReplace = errors.New("the journal must be replaced")

// append adds lines. It fails with errReplace if the file is not as this book left it.
func (j *journal) append(lines []line) error {
	if j.size == unknown {
		return errReplace
	}
	f, err := j.open(j.file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.Size() != j.size {
		j.size = unknown
		return errReplace
	}
	data := []byte("\n") // ends a line that is cut short
	for _, l := range lines {
		text, err := json.Marshal(l)
		if err != nil {
			return err
		}
		data = append(append(data, text...), '\n')
	}
	n, err := f.Write(data)
	j.size += int64(n)
	return err
}

// begin replaces the journal by one without changes, since the whole book was saved. It is not empty, so that one that
// somebody removes is missed.
func (j *journal) begin() error {
	err := atomicfile.WriteFast(j.file, []byte("\n"))
	if err == nil {
		j.size = 1
	}
	return err
}
