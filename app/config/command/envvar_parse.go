package command

import (
	"slices"
	"strings"

	"devservers/app/config/yml"
)

// parser reads the text of one env_file. Its errors contain names and lines, never values.
type parser struct {
	file  string
	lines int    // the line that rest begins on
	rest  string // what is still to be read
	get   func(name string) (string, bool)
	raw   bool // keep values as they are written, and each assignment
	vars  []Var
}

// maxVars is how many variables a file may have.
const maxVars = 5000

func (p *parser) parse() ([]Var, error) {
	for p.skipBlank() {
		if len(p.vars) > maxVars && !p.raw {
			return nil, p.problem("there are more than 5000 variables", "is this the right file?")
		}
		if err := p.statement(); err != nil {
			return nil, err
		}
	}
	return p.vars, nil
}

// skipBlank moves to the next statement and reports whether there is one.
func (p *parser) skipBlank() bool {
	for p.rest != "" {
		line, _, _ := strings.Cut(p.rest, "\n")
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
			p.rest = strings.TrimLeft(p.rest, " \t")
			return true
		}
		p.skipLine()
	}
	return false
}

// skipLine drops the rest of the line and its end.
func (p *parser) skipLine() {
	_, p.rest, _ = strings.Cut(p.rest, "\n")
	p.lines++
}

func (p *parser) problem(msg, hint string) error {
	return unreadable(p.file, p.lines, msg, hint, nil)
}

func (p *parser) statement() error {
	if after, ok := strings.CutPrefix(p.rest, "export"); ok && after != "" && (after[0] == ' ' || after[0] == '\t') {
		p.rest = strings.TrimLeft(after, " \t")
	}
	name := p.name()
	if name == "" {
		return p.problem("expected NAME=value", "use letters, digits, '_', '.' and '-' in the name; begin a comment with #")
	}
	p.rest = strings.TrimLeft(p.rest[len(name):], " \t")
	if p.rest == "" || p.rest[0] == '\n' || p.rest[0] == '#' {
		return p.passOn(name)
	}
	if p.rest[0] != '=' && p.rest[0] != ':' {
		return p.problem("expected = after "+name, "write "+name+"=value")
	}
	p.rest = strings.TrimLeft(p.rest[1:], " \t")
	written := p.rest
	value, err := p.value()
	if err != nil {
		return err
	}
	if p.raw {
		p.vars = append(p.vars, Var{name, "=" + strings.TrimSpace(written[:len(written)-len(p.rest)])})
		return nil
	}
	p.set(name, value)
	return nil
}

// name returns the name that rest begins with, or "".
func (p *parser) name() string {
	n := len(yml.Variable(p.rest))
	for n > 0 && n < len(p.rest) && (yml.IsVariableByte(p.rest[n]) || p.rest[n] == '.' || p.rest[n] == '-') {
		n++
	}
	return p.rest[:n]
}

// passOn handles a name alone on its line, which passes on a variable that is set already.
func (p *parser) passOn(name string) error {
	if p.raw {
		p.vars = append(p.vars, Var{Name: name})
	} else if v, ok := p.get(name); ok {
		p.set(name, v)
	}
	p.skipLine()
	return nil
}

func (p *parser) set(name, value string) {
	if i := p.index(name); i >= 0 {
		p.vars[i].Value = value
		return
	}
	p.vars = append(p.vars, Var{name, value})
}

func (p *parser) index(name string) int {
	return slices.IndexFunc(p.vars, func(v Var) bool { return v.Name == name })
}

// lookUp returns the value of a variable in a value.
func (p *parser) lookUp(name string) (string, bool) {
	if v, ok := p.get(name); ok {
		return v, true
	}
	if i := p.index(name); i >= 0 {
		return p.vars[i].Value, true
	}
	return "", false
}

// value reads what follows the =, and the rest of its line.
func (p *parser) value() (string, error) {
	if p.rest != "" && (p.rest[0] == '"' || p.rest[0] == '\'') {
		return p.quoted(p.rest[0])
	}
	line, _, _ := strings.Cut(p.rest, "\n")
	for i := range len(line) {
		if line[i] == '#' && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t') {
			line = line[:i]
			break
		}
	}
	var value string
	var err error
	if !p.raw {
		value, err = p.expand(strings.TrimRight(line, " \t\r"), 0)
	}
	p.skipLine()
	return value, err
}

// quoted reads a value in quotes, which may span lines. In single quotes only \' is special.
func (p *parser) quoted(quote byte) (string, error) {
	end := closingQuote(p.rest, quote)
	if end < 0 {
		return "", p.problem("a quote is not closed", "close it, or put a \\ before a quote that is part of the value")
	}
	text := p.rest[1:end]
	value := strings.ReplaceAll(text, `\'`, "'")
	if quote == '"' && !p.raw {
		var err error
		if value, err = p.expandQuoted(text); err != nil {
			return "", err
		}
	}
	p.lines += strings.Count(text, "\n")
	p.rest = p.rest[end+1:]
	return value, p.endOfLine()
}

// endOfLine checks that only a comment follows a closing quote.
func (p *parser) endOfLine() error {
	line, _, _ := strings.Cut(p.rest, "\n")
	if text := strings.TrimSpace(line); text != "" && text[0] != '#' {
		return p.problem("there is text after the closing quote",
			"put the whole value into the quotes, and a \\ before a quote that is part of it")
	}
	p.skipLine()
	return nil
}

// closingQuote returns the index of the quote that closes the one at the beginning of s, or -1.
func closingQuote(s string, quote byte) int {
	for i := 1; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if s[i] == quote {
			return i
		}
	}
	return -1
}
