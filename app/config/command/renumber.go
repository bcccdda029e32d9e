package command

import (
	"slices"
	"strings"
)

// Renumbered returns c with one number instead of another wherever a whole argument is that number, or ends with it
// after "=" or ":", as in --port=8000 and 127.0.0.1:8000. It does not alter c.
func (c Command) Renumbered(was, is string) Command {
	c.Words = slices.Clone(c.Words)
	for i, word := range c.Words {
		if i == 0 || len(word) == 0 {
			continue
		}
		last := word[len(word)-1]
		rest, ends := strings.CutSuffix(last.Literal, was)
		if !ends || last.Variable != "" || rest == "" && len(word) > 1 || rest != "" && !strings.HasSuffix(rest, "=") &&
			!strings.HasSuffix(rest, ":") {
			continue
		}
		c.Words[i] = slices.Clone(word)
		c.Words[i][len(word)-1].Literal = rest + is
	}
	return c
}
