package words

import (
	"bytes"
	"strings"
	"sync"
)

// lastWordsLength bounds what LastWords keeps.
const lastWordsLength = 4 << 10

// LastWords keeps the end of what a program prints, which says why it ended. It may be used by several goroutines.
type LastWords struct {
	mu   sync.Mutex
	tail []byte
}

// Write never fails.
func (l *LastWords) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tail = append(l.tail, p...)
	l.tail = bytes.Clone(l.tail[max(0, len(l.tail)-lastWordsLength):])
	return len(p), nil
}

// Line returns the last line, printable and bounded.
func (l *LastWords) Line() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(l.tail)), "\n")
	return Clean(lines[len(lines)-1], 300)
}
