package cli

import (
	"strings"

	"devservers/cli/view"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Columns of help, and of the descriptions of flags in it. A usage template would wrap flags on its own, but needs
// text/template, which makes the binary 4 MB larger.
const (
	helpWidth = 96
	flagWidth = 56
)

func fitHelp(c *cobra.Command) {
	c.Long = reflow(c.Long)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { f.Usage = view.Wrap(f.Usage, flagWidth) })
}

// reflow wraps each paragraph of text. Indented paragraphs are examples and stay as they are.
func reflow(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = view.Wrap(p, helpWidth)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}
