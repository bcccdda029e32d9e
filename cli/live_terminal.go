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

// read passes on what is typed.
func (w *watcher) read(ctx context.Context, in *os.File) {
	buffer := make([]byte, 4096)
	for {
		n, err := in.Read(buffer)
		if n > 0 {
			select {
			case w.keys <- string(buffer[:n]):
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
	"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace",
	"\x02": "ctrl+b", "\x03": "ctrl+c", "\x06": "ctrl+f", "\x15": "ctrl+u",
	"\x1b[5~": "pgup", "\x1b[6~": "pgdn", "\x1b[H": "home", "\x1bOH": "home", "\x1b[1~": "home", "\x1b[7~": "home",
	"\x1b[F": "end", "\x1bOF": "end", "\x1b[4~": "end", "\x1b[8~": "end"}

// nextKey takes one key, a character or a control sequence, off what a terminal sends.
func nextKey(typed string) (key, rest string) {
	_, n := utf8.DecodeRuneInString(typed)
	if len(typed) > 1 && typed[0] == '\x1b' && strings.ContainsRune("[O", rune(typed[1])) {
		n = 2
		for n < len(typed) && typed[n] < '@' { // parameters, up to the final byte
			n++
		}
		n = min(n+1, len(typed))
	}
	key, rest = typed[:n], typed[n:]
	if name := names[key]; name != "" {
		key = name
	}
	return key, rest
}
