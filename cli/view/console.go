package view

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
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

// Ask asks a question and reports whether the person says yes. Enter alone means no.
func (c Console) Ask(ctx context.Context, question string) bool {
	return c.ask(ctx, question, "[y/N]", "n")
}

// Confirm asks whether to do what the person's own command is for, and reports the answer. Enter alone means yes; the
// end of the input means no.
func (c Console) Confirm(ctx context.Context, question string) bool {
	return c.ask(ctx, question, "[Y/n]", "y")
}

func (c Console) ask(ctx context.Context, question, choice, usual string) bool {
	s := c.Style(c.Err)
	c.Notef("%s %s ", s.Paint(Bold, question), s.Paint(Dim, choice))
	answer := make(chan string, 1)
	go func() {
		line, err := bufio.NewReader(c.In).ReadString('\n')
		line = strings.ToLower(strings.TrimSpace(line))
		if err == nil && line == "" {
			line = usual
		}
		answer <- line
	}()
	select {
	case line := <-answer:
		yes := line == "y" || line == "yes"
		if !yes {
			c.Notef("%s\n", s.Paint(Dim, "nothing was done"))
		}
		return yes
	case <-ctx.Done():
		fmt.Fprintln(c.Err)
		return false
	}
}

// Is reports whether f is a terminal.
func Is(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// Size returns the columns and rows of the terminal f.
func Size(f *os.File) (columns, rows int, err error) { return term.GetSize(int(f.Fd())) }

// Raw makes the terminal pass on every key as it is, until restore is called.
func Raw(f *os.File) (restore func(), err error) {
	before, err := term.MakeRaw(int(f.Fd()))
	if err != nil {
		return nil, fmt.Errorf("cannot switch the terminal to raw mode: %w", err)
	}
	return func() { _ = term.Restore(int(f.Fd()), before) }, nil
}
