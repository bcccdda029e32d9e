package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestElsewhereNamesCommands: each of these words names a command that is there, and is none itself.
func TestElsewhereNamesCommands(t *testing.T) {
	root := rootCommand(newProgram())
	for word, ours := range elsewhere {
		found, _, err := root.Find(strings.Fields(ours))
		if err != nil || found == root {
			t.Errorf("%s is to be %s: %v", word, ours, err)
		}
		if own := named(root, word); own != nil {
			t.Errorf("%s is a command already", word)
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
