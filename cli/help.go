package cli

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// helpWidth is how wide help is at most, in columns.
const helpWidth = 96

// fitHelp wraps the help of a command and of those below it.
func fitHelp(c *cobra.Command) {
	c.Long = reflow(c.Long)
	for _, sub := range c.Commands() {
		fitHelp(sub)
	}
}

// reflow wraps each paragraph of text. Indented paragraphs are examples and stay as they are.
func reflow(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = ansi.Wordwrap(strings.ReplaceAll(p, "\n", " "), helpWidth, "")
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// fitFlags is the usage template with descriptions of flags wrapped.
func fitFlags(template string) string {
	return strings.NewReplacer(
		".LocalFlags.FlagUsages", ".LocalFlags.FlagUsagesWrapped 96", ".InheritedFlags.FlagUsages", ".InheritedFlags.FlagUsagesWrapped 96",
	).Replace(template)
}
