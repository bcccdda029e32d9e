package base

import (
	"slices"

	"github.com/spf13/cobra"
)

// Command is a command of the command line that is made when it is needed: to make all of them takes longer than the work
// of most.
type Command struct {
	Make  func(*Program) *cobra.Command
	Names []string // in what Make returns: its name, and then its aliases
}

// Lazy returns a command that is made when it is called by one of these names, or when all are shown.
func Lazy(command func(*Program) *cobra.Command, names ...string) Command {
	return Command{Make: command, Names: names}
}

// Is reports whether the command is called by a name.
func (c Command) Is(name string) bool { return slices.Contains(c.Names, name) }
