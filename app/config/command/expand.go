package command

import (
	"strings"

	"devservers/app/config/yml"
)

// maxNesting is how deeply ${A:-${B:-...}} may be nested.
const maxNesting = 20

// expandQuoted replaces the escapes of double quotes and the variables between them.
func (p *parser) expandQuoted(s string) (string, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			break
		}
		text, err := p.expand(s[:i], 0)
		if err != nil {
			return "", err
		}
		b.WriteString(text + withoutEscapes(s[i+1]))
		s = s[i+2:]
	}
	text, err := p.expand(s, 0)
	return b.String() + text, err
}

// unescape returns the meaning of \c in double quotes; an unknown escape means itself.
func withoutEscapes(c byte) string {
	switch c {
	case 'n':
		return "\n"
	case 't':
		return "\t"
	case 'r':
		return "\r"
	case '"', '\\', '$', '\'':
		return string(rune(c))
	}
	return `\` + string([]byte{c})
}

// expand replaces $NAME, ${NAME}, ${NAME:-default} and the like, and $$ by $. A $ before anything else is a $.
func (p *parser) expand(s string, depth int) (string, error) {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '$')
		if i < 0 || i+1 == len(s) {
			b.WriteString(s)
			return b.String(), nil
		}
		b.WriteString(s[:i])
		value, n, err := p.variable(s[i:], depth)
		if err != nil {
			return "", err
		}
		b.WriteString(value)
		if s = s[i+n:]; b.Len() > maxFile {
			return "", p.problem("the value grows beyond 1 MiB", "its variables expand to variables; write it out")
		}
	}
}

// variable expands the variable that s begins with and returns its length in s.
func (p *parser) variable(s string, depth int) (value string, n int, err error) {
	switch {
	case s[1] == '$':
		return "$", 2, nil
	case s[1] == '{':
		end := closingBrace(s)
		if end < 0 || depth == maxNesting {
			return "", 0, p.problem("a ${ cannot be expanded", "close it with }, or put the value in single quotes")
		}
		value, err = p.braced(s[2:end], depth)
		return value, end + 1, err
	}
	name := yml.Variable(s[1:])
	if name == "" {
		return "$", 1, nil
	}
	value, _ = p.lookUp(name)
	return value, 1 + len(name), nil
}

// braced expands the text between ${ and }, with the operators of POSIX: -, + and ?. With a colon before it, an
// operator treats an empty value as unset.
func (p *parser) braced(s string, depth int) (string, error) {
	name := yml.Variable(s)
	op := s[len(name):]
	value, set := p.lookUp(name)
	if after, ok := strings.CutPrefix(op, ":"); ok {
		op, set = after, set && value != ""
		if op == "" {
			name = ""
		}
	}
	switch {
	case name != "" && op == "":
		return value, nil
	case name == "" || !strings.ContainsRune("-+?", rune(op[0])):
		return "", p.problem("a ${ cannot be expanded",
			"write ${NAME} or ${NAME:-default}, or put the value in single quotes")
	case op[0] == '?' && !set:
		return "", p.problem("the variable "+name+" must be set", "set it in your environment or earlier in the file")
	case op[0] == '+' && !set:
		return "", nil
	case op[0] == '+', op[0] == '-' && !set:
		return p.expand(op[1:], depth+1)
	}
	return value, nil
}

// closingBrace returns the index of the } that closes the ${ at the beginning of s, or -1.
func closingBrace(s string) int {
	open := 0
	for i := range len(s) {
		switch {
		case s[i] == '{' && i > 0 && s[i-1] == '$':
			open++
		case s[i] == '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}
