package view

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// Console is the terminal, or the pipes, of a command.
type Console struct {
	In, Out, Err *os.File
	Getenv       func(string) string
}

// Style returns how text for f may look.
func (c Console) Style(f *os.File) Style {
	return Style{Color: c.Color(f), Unicode: c.unicode(), Links: c.links(f)}
}

// Color follows no-color.org and bixense.com/clicolors: NO_COLOR wins, then CLICOLOR_FORCE, then whether f is a
// terminal that understands more than plain text.
func (c Console) Color(f *os.File) bool {
	force := c.Getenv("CLICOLOR_FORCE")
	switch {
	case c.Getenv("NO_COLOR") != "":
		return false
	case force != "" && force != "0":
		return true
	}
	return c.Terminal(f)
}

// Terminal reports whether f is a terminal whose cursor can be moved.
func (c Console) Terminal(f *os.File) bool {
	return Is(f) && c.Getenv("TERM") != "dumb"
}

// Person reports whether someone can answer a question: both input and messages go through a terminal.
func (c Console) Person() bool {
	return Is(c.In) && Is(c.Err)
}

// unicode looks at the locale in the order of setlocale(3).
func (c Console) unicode() bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := c.Getenv(name); value != "" {
			value = strings.ToLower(value)
			return strings.Contains(value, "utf-8") || strings.Contains(value, "utf8")
		}
	}
	return false
}

// NoLimit is the width of a pipe.
const NoLimit = 1 << 20

// Width returns how many columns f has; a pipe has no limit.
func (c Console) Width(f *os.File) int {
	if columns, _, err := Size(f); err == nil && columns > 0 {
		return columns
	}
	return NoLimit
}

// Printf writes to standard output. A reader that has gone away ends the process by SIGPIPE.
func (c Console) Printf(format string, args ...any) { fmt.Fprintf(c.Out, format, args...) }

// Print writes text to standard output in one go.
func (c Console) Print(text string) { _, _ = io.WriteString(c.Out, text) }

// Notef writes to standard error what isn't part of the answer.
func (c Console) Notef(format string, args ...any) { fmt.Fprintf(c.Err, format, args...) }
