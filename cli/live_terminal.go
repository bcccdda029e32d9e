package cli

import (
	"context"
	"os"
	"strings"
	"unicode/utf8"
)

// Control sequences of the terminal (ECMA-48; alternate screen and frames as xterm has them).
const (
	enterScreen = "\x1b[?1049h\x1b[?25l" // the other screen, without a cursor
	leaveScreen = "\x1b[?25h\x1b[?1049l"
	beginFrame  = "\x1b[?2026h\x1b[H"
	endLine     = "\x1b[m\x1b[K"
	endFrame    = "\x1b[m\x1b[J\x1b[?2026l"
)

// read turns what is typed into names of keys.
func (w *watcher) read(ctx context.Context, in *os.File) {
	buffer := make([]byte, 256)
	for {
		n, err := in.Read(buffer)
		for _, key := range keysOf(string(buffer[:n])) {
			select {
			case w.keys <- key:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// names are the keys that are known by what a terminal sends.
var names = map[string]string{"\x1b": "esc", "\x1b[A": "up", "\x1bOA": "up", "\x1b[B": "down", "\x1bOB": "down",
	"\r": "enter", "\n": "enter", "\x03": "ctrl+c"}

// keysOf splits what a terminal sends into keys: characters and control sequences.
func keysOf(typed string) (list []string) {
	for typed != "" {
		_, n := utf8.DecodeRuneInString(typed)
		if len(typed) > 1 && typed[0] == '\x1b' && strings.ContainsRune("[O", rune(typed[1])) {
			n = 2
			for n < len(typed) && typed[n] < '@' { // parameters, up to the final byte
				n++
			}
			n = min(n+1, len(typed))
		}
		key := typed[:n]
		if name := names[key]; name != "" {
			key = name
		}
		list, typed = append(list, key), typed[n:]
	}
	return list
}
