package cli

import (
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Columns of help, and of the descriptions of flags in it. A usage template would wrap flags on its own, but needs
// text/template, which makes the binary 4 MB larger.
const (
	helpWidth = 96
	flagWidth = 56
)

// fitHelp wraps the help of a command.
func fitHelp(c *cobra.Command) {
	c.Long = reflow(c.Long)
	c.LocalFlags().VisitAll(func(f *pflag.Flag) { f.Usage = wrap(f.Usage, flagWidth) })
}

// reflow wraps each paragraph of text. Indented paragraphs are examples and stay as they are.
func reflow(text string) string {
	paragraphs := strings.Split(text, "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = wrap(p, helpWidth)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// wrap puts as many words on each line as fit into width.
func wrap(text string, width int) string {
	var b strings.Builder
	at := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case at == 0:
		case at+1+n > width:
			b.WriteByte('\n')
			at = 0
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}
