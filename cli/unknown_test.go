package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestElsewhereNamesCommands: each of these words leads to a command, and isn't one itself.
func TestElsewhereNamesCommands(t *testing.T) {
	t.Parallel()
	root := rootCommand(thisProgram())
	for word, ours := range elsewhere {
		found, _, err := root.Find(strings.Fields(ours))
		if err != nil || found == root {
			t.Errorf("%s leads to %s: %v", word, ours, err)
		}
		if own := named(root, word); own != nil {
			t.Errorf("%s is already a command", word)
		}
	}
}

func named(root *cobra.Command, word string) *cobra.Command {
	for _, c := range root.Commands() {
		if c.Name() == word || c.HasAlias(word) {
			return c
		}
	}
	return nil
}
