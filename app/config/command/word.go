package command

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"devservers/app/config/yml"
)

// word reads one argument: literals, both kinds of quotes, and plain variables.
func (c commandParser) word(w *syntax.Word) (Word, error) {
	if err := c.braces(w); err != nil {
		return nil, err
	}
	var out Word
	for i, part := range w.Parts {
		parts, err := c.part(part, i == 0)
		if err != nil {
			return nil, err
		}
		out = append(out, parts...)
	}
	return out.normal(), nil
}

// braces refuses a,b and 1..3 in unquoted braces, which a shell turns into several arguments.
func (c commandParser) braces(w *syntax.Word) error {
	copied := &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
	syntax.SplitBraces(copied)
	if !slices.ContainsFunc(copied.Parts, func(p syntax.WordPart) bool { _, ok := p.(*syntax.BraceExp); return ok }) {
		return nil
	}
	return c.fail(w.Pos().Offset(), "no shell: {...} is not expanded",
		"write the arguments out, or put single quotes around the word to pass it literally")
}

func (c commandParser) part(part syntax.WordPart, first bool) (Word, error) {
	switch p := part.(type) {
	case *syntax.Lit:
		return c.literal(p, first)
	case *syntax.SglQuoted:
		if p.Dollar {
			return nil, c.fail(p.Pos().Offset(), "no shell: $'...' does not work here", "use plain single quotes")
		}
		return Word{{Literal: c.src[p.Left.Offset()+1 : p.Right.Offset()]}}, nil
	case *syntax.DblQuoted:
		return c.doubleQuoted(p)
	case *syntax.ParamExp:
		return c.variable(p)
	case *syntax.CmdSubst:
		return nil, c.fail(p.Pos().Offset(), "no shell: the output of a command cannot be inserted",
			"put the value under env: or in an env_file and write $NAME, or use a script")
	case *syntax.ArithmExp:
		return nil, c.fail(p.Pos().Offset(), "no shell: arithmetic does not work here", "write the number")
	case *syntax.ProcSubst:
		return nil, c.fail(p.Pos().Offset(), "no shell: <(...) does not work here", "use a script")
	}
	return nil, c.fail(part.Pos().Offset(), "no shell: a pattern is not expanded",
		"put single quotes around it to pass it literally")
}

func (c commandParser) doubleQuoted(q *syntax.DblQuoted) (Word, error) {
	if q.Dollar {
		return nil, c.fail(q.Pos().Offset(), `no shell: $"..." does not work here`, "use plain double quotes")
	}
	var out Word
	for _, part := range q.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			out = append(out, Part{Literal: unescape(lit.Value, "$`\"\\")})
			continue
		}
		parts, err := c.part(part, false)
		if err != nil {
			return nil, err
		}
		out = append(out, parts...)
	}
	return out, nil
}

// literal reads unquoted text, in which a backslash makes the next character literal.
func (c commandParser) literal(l *syntax.Lit, first bool) (Word, error) {
	if first && strings.HasPrefix(l.Value, "~") {
		return nil, c.fail(l.Pos().Offset(), "no shell: ~ is not expanded",
			"write $HOME instead, or put single quotes around the word to pass it literally")
	}
	if i := unescapedIndex(l.Value, "*?["); i >= 0 {
		return nil, c.fail(l.Pos().Offset()+uint(i), "no shell: '"+l.Value[i:i+1]+"' is not expanded to file names",
			"put single quotes around the word to pass it literally, or name the files")
	}
	return Word{{Literal: unescape(l.Value, "")}}, nil
}

// unescapedIndex returns the index of the first of chars in s without a backslash before it, or -1.
func unescapedIndex(s, chars string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			continue
		}
		if strings.IndexByte(chars, s[i]) >= 0 {
			return i
		}
	}
	return -1
}

// unescape removes backslashes before one of chars, or before anything if chars is empty.
func unescape(s, chars string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (chars == "" || strings.IndexByte(chars, s[i+1]) >= 0) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// variable reads $NAME and ${NAME}; every other expansion is refused.
func (c commandParser) variable(p *syntax.ParamExp) (Word, error) {
	text := c.src[p.Pos().Offset():p.End().Offset()]
	if refs := yml.References(text); len(refs) == 1 {
		return Word{{Variable: refs[0].String()}}, nil
	}
	if p.Param != nil && yml.IsVariable(p.Param.Value) && (text == "$"+p.Param.Value || text == "${"+p.Param.Value+"}") {
		return Word{{Variable: p.Param.Value}}, nil
	}
	hint := "put single quotes around it to pass it literally"
	if p.Param != nil && yml.IsVariable(p.Param.Value) {
		hint = "write $" + p.Param.Value + ", and give it a default under env:"
	}
	return nil, c.fail(p.Pos().Offset(), "no shell: only $NAME and ${NAME} work here", hint)
}
