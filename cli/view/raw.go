package view

import (
	"fmt"
	"os"

	"golang.org/x/term"
)

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
