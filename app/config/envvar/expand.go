package envvar

import (
	"strings"

	"devservers/app/config/naming"
)

// maxEnvNesting is how deep a ${A:-${B:-...}} may go.
const maxEnvNesting = 20

// expandQuoted replaces the escapes of double quotes and the variables between them.
func (p *envParser) expandQuoted(s string) (string, error) {
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
		b.WriteString(text + unescapeEnv(s[i+1]))
		s = s[i+2:]
	}
	text, err := p.expand(s, 0)
	return b.String() + text, err
}

// unescapeEnv is what \c stands for in double quotes; an unknown one is kept as it is.
func unescapeEnv(c byte) string {
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

// expand replaces $NAME, ${NAME}, ${NAME:-default} and its relatives, and $$ by $. A $ before anything else is a $.
func (p *envParser) expand(s string, depth int) (string, error) {
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
		if s = s[i+n:]; b.Len() > maxEnvFile {
			return "", p.fault("the value grows beyond 1 MiB", "it expands variables that expand variables; write it out")
		}
	}
}

// variable expands the variable that s begins with and returns how much of s it was.
func (p *envParser) variable(s string, depth int) (value string, n int, err error) {
	switch {
	case s[1] == '$':
		return "$", 2, nil
	case s[1] == '{':
		end := closingBrace(s)
		if end < 0 || depth == maxEnvNesting {
			return "", 0, p.fault("a ${ cannot be expanded", "close it with }, or put the value in single quotes")
		}
		value, err = p.braced(s[2:end], depth)
		return value, end + 1, err
	}
	name := naming.Variable(s[1:])
	if name == "" {
		return "$", 1, nil
	}
	value, _ = p.lookUp(name)
	return value, 1 + len(name), nil
}

// braced expands what stands between ${ and }, with the operators of POSIX: - + ? and each with a colon, which makes
// an empty value count as not set.
func (p *envParser) braced(s string, depth int) (string, error) {
	name := naming.Variable(s)
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
		return "", p.fault("a ${ cannot be expanded", "write ${NAME} or ${NAME:-default}, or put the value in single quotes")
	case op[0] == '?' && !set:
		return "", p.fault("the variable "+name+" must be set and is not", "set it in your environment or earlier in the file")
	case op[0] == '+' && !set:
		return "", nil
	case op[0] == '+', op[0] == '-' && !set:
		return p.expand(op[1:], depth+1)
	}
	return value, nil
}

// closingBrace returns where the ${ that s begins with is closed, counting those inside it, or -1.
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
