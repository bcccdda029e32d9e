package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

// console is the terminal, or the pipes, that a command talks through.
type console struct {
	in, out, err *os.File
	getenv       func(string) string
}

// style says how text for f may look.
func (c console) style(f *os.File) style {
	return style{colour: c.colour(f), unicode: c.unicode()}
}

// colour follows no-color.org and bixense.com/clicolors: NO_COLOR wins, then CLICOLOR_FORCE, then whether f is a
// terminal that understands more than plain text.
func (c console) colour(f *os.File) bool {
	force := c.getenv("CLICOLOR_FORCE")
	switch {
	case c.getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return c.terminal(f)
}

// terminal tells whether f is a terminal whose cursor can be moved.
func (c console) terminal(f *os.File) bool {
	return term.IsTerminal(int(f.Fd())) && c.getenv("TERM") != "dumb"
}

// person tells whether somebody can be asked: both what is typed and what is said go through a terminal.
func (c console) person() bool {
	return term.IsTerminal(int(c.in.Fd())) && term.IsTerminal(int(c.err.Fd()))
}

// unicode looks at the locale in the order of setlocale(3).
func (c console) unicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := c.getenv(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return false
}

// noLimit is the width of a pipe.
const noLimit = 1 << 20

// width is how many columns f has; a pipe has no limit.
func (c console) width(f *os.File) int {
	if columns, _, err := term.GetSize(int(f.Fd())); err == nil && columns > 0 {
		return columns
	}
	return noLimit
}

// printf writes to standard output. A reader that went away is noticed by the system's SIGPIPE.
func (c console) printf(format string, args ...any) { fmt.Fprintf(c.out, format, args...) }

// print writes text in one go.
func (c console) print(text string) { _, _ = io.WriteString(c.out, text) }

// notef tells the person something that is no part of the answer.
func (c console) notef(format string, args ...any) { fmt.Fprintf(c.err, format, args...) }
