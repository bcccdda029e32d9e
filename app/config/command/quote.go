package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"devservers/app/config/yml"
)

// String returns the command as a person reads it and a shell or Parse reads the same words: literals quoted where
// necessary, variables as $NAME.
func (c Command) String() string {
	words := make([]string, len(c.Words))
	for i, w := range c.Words {
		words[i] = w.Quoted(i == 0)
	}
	return strings.Join(words, " ")
}

// Join returns arguments on one line, each quoted where necessary.
func Join(arguments []string) string {
	words := make([]string, len(arguments))
	for i, a := range arguments {
		words[i] = Quote(a)
	}
	return strings.Join(words, " ")
}

// Quoted returns the word quoted for a shell. first reports whether it is the first word of a command.
func (w Word) Quoted(first bool) string {
	if len(w) == 0 {
		return "''"
	}
	var b strings.Builder
	for i, p := range w {
		switch {
		case p.Variable == "":
			b.WriteString(quoteLiteral(p.Literal, first && i == 0))
		case strings.Contains(p.Variable, "."), i+1 < len(w) && w[i+1].Variable == "" && startsLikeName(w[i+1].Literal):
			b.WriteString("${" + p.Variable + "}")
		default:
			b.WriteString("$" + p.Variable)
		}
	}
	return b.String()
}

// startsLikeName reports whether text right after $NAME would count as more of the name, or as an index.
func startsLikeName(text string) bool {
	return text != "" && (yml.IsVariableByte(text[0]) || text[0] == '[')
}

func quoteLiteral(s string, first bool) string {
	if plainText(s) && (!first || !specialFirst(s)) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// plainText reports whether s is literal anywhere in a shell command.
func plainText(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r < 0x80 && yml.IsVariableByte(byte(r))) && !strings.ContainsRune("./-_:=@%+,", r)
	}) < 0
}

// specialFirst reports whether s as the first word would be a keyword, a declaration or an assignment.
func specialFirst(s string) bool {
	switch s {
	case "declare", "local", "export", "readonly", "typeset", "nameref", "let", "coproc", "time", "select", "function":
		return true
	}
	return strings.Contains(s, "=") || syntax.IsKeyword(s)
}

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
