package command

import (
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"

	"mvdan.cc/sh/v3/syntax"
)

// ShellLine is a line of a shell, in the parts that devservers.yml takes.
type ShellLine struct {
	Command string
	Before  []string // what is run before it
	Dir     string
	Env     [][2]string // names and values
	Port    int         // the default of ${PORT:-3000}
}

// ErrShell is the reason why a line can't be taken over.
var ErrShell = errors.New("it needs a shell")

// ParseLine takes `cd web && API=x exec npm run dev 2>&1` apart. What needs more of a shell is an error.
func ParseLine(src string) (ShellLine, error) {
	text, port := PlainPort(strings.TrimSpace(src))
	l := ShellLine{Port: port}
	if !strings.Contains(text, "'") { // in which a shell leaves them as they are
		for _, m := range withDefault().FindAllStringSubmatch(text, -1) {
			l.Env = append(l.Env, [2]string{m[1], m[2]})
		}
		text = withDefault().ReplaceAllString(text, "$${$1}")
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
	if err != nil || len(file.Stmts) != 1 {
		return ShellLine{}, ErrShell
	}
	call := l.unwrap(text, file.Stmts[0])
	if call == nil || len(call.Args) == 0 {
		return ShellLine{}, ErrShell
	}
	for _, a := range call.Assigns {
		if !l.assign(a) {
			return ShellLine{}, ErrShell
		}
	}
	l.Command = strings.TrimPrefix(text[call.Args[0].Pos().Offset():call.Args[len(call.Args)-1].End().Offset()], "exec ")
	for _, wrapper := range []string{"env ", "cross-env "} {
		if rest, ok := strings.CutPrefix(l.Command, wrapper); ok && wrapper == "env " {
			return again(l, rest)
		}
	}
	if inner := inShell(call); inner != "" {
		return again(l, inner)
	}
	_, err = Parse(l.Command)
	return l, err
}

// IsShell reports whether a program is a shell.
func IsShell(program string) bool {
	return slices.Contains([]string{"sh", "bash", "dash", "zsh"}, program)
}

// inShell returns the line that `sh -c "..."` runs, or "".
func inShell(call *syntax.CallExpr) string {
	if len(call.Args) != 3 || call.Args[1].Lit() != "-c" || !IsShell(call.Args[0].Lit()) {
		return ""
	}
	text, ok := PlainText(call.Args[2].Parts)
	if !ok {
		return ""
	}
	return text
}

// again parses what follows env, whose variables also stand before the program.
func again(outer ShellLine, rest string) (ShellLine, error) {
	l, err := ParseLine(rest)
	if len(outer.Before) > 0 && l.Dir != "" {
		return ShellLine{}, ErrShell
	}
	l.Dir = filepath.Join(outer.Dir, l.Dir)
	l.Before = append(outer.Before, l.Before...)
	l.Env, l.Port = append(outer.Env, l.Env...), max(l.Port, outer.Port)
	return l, err
}

// unwrap follows `cd dir && ...` and `build && ...`, and drops the redirection of errors to the output.
func (l *ShellLine) unwrap(text string, s *syntax.Stmt) *syntax.CallExpr {
	for _, r := range s.Redirs {
		if to := text[r.Pos().Offset():r.End().Offset()]; to != "2>&1" && to != "2>/dev/null" {
			return nil
		}
	}
	if s.Background || s.Negated {
		return nil
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		return cmd
	case *syntax.BinaryCmd:
		if cmd.Op != syntax.AndStmt || !l.first(text, cmd.X) {
			return nil
		}
		return l.unwrap(text, cmd.Y)
	}
	return nil
}

// builtins are commands that change the shell itself.
var builtins = strings.Fields(". source export set unset eval cd alias trap ulimit umask exec pushd popd")

// first takes over what stands before the last command: a directory that is entered, and what is run before it.
func (l *ShellLine) first(text string, s *syntax.Stmt) bool {
	if both, ok := s.Cmd.(*syntax.BinaryCmd); ok && both.Op == syntax.AndStmt {
		return l.first(text, both.X) && l.first(text, both.Y)
	}
	if l.enter(s) {
		return len(l.Before) == 0 // which runs in the same directory
	}
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(s.Redirs) > 0 || s.Background || s.Negated ||
		slices.Contains(builtins, call.Args[0].Lit()) {
		return false
	}
	one := text[s.Pos().Offset():s.End().Offset()]
	if len(call.Assigns) > 0 {
		one = "env " + one
	}
	l.Before = append(l.Before, one)
	_, err := Parse(one)
	return err == nil
}

// enter takes over `cd dir`, and reports whether the statement was that.
func (l *ShellLine) enter(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) != 2 || len(call.Assigns)+len(s.Redirs) > 0 {
		return false
	}
	verb, arg := call.Args[0].Lit(), call.Args[1].Lit()
	if verb != "cd" || arg == "" || filepath.IsAbs(arg) {
		return false
	}
	l.Dir = filepath.Join(l.Dir, arg)
	return true
}

// assign takes over a variable with a plain value.
func (l *ShellLine) assign(a *syntax.Assign) bool {
	if a.Name == nil || a.Append || a.Array != nil {
		return false
	}
	value, ok := "", true
	if a.Value != nil {
		value, ok = PlainText(a.Value.Parts)
	}
	l.Env = append(l.Env, [2]string{a.Name.Value, value})
	return ok
}

// escaped matches what a backslash quotes outside of quotes, and between double ones.
var escaped, escapedInside = words.Lazy(`\\(.)`), words.Lazy("\\\\([$`\"\\\\])")

// PlainText returns the text of a word without expansions.
func PlainText(parts []syntax.WordPart) (text string, ok bool) { return plainIn(parts, escaped()) }

func plainIn(parts []syntax.WordPart, quoted *regexp.Regexp) (text string, ok bool) {
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			text += quoted.ReplaceAllString(p.Value, "$1")
		case *syntax.SglQuoted:
			text += p.Value
		case *syntax.DblQuoted:
			inner, ok := plainIn(p.Parts, escapedInside())
			if !ok {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}
	return text, true
}

// defaulted matches a variable with a default, as a shell writes it: ${PORT:-3000}.
var defaulted = words.Lazy(`\$\{PORT:?-(\d{2,5})\}`)

// withDefault matches any other variable with a plain default.
var withDefault = words.Lazy(`\$\{([A-Z_][A-Z0-9_]*):?-([\w.:/@-]+)\}`)

// PlainPort returns a command with $PORT in place of ${PORT:-3000}, and that default.
func PlainPort(command string) (plain string, port int) {
	if m := defaulted().FindStringSubmatch(command); m != nil {
		port, _ = strconv.Atoi(m[1])
	}
	return defaulted().ReplaceAllString(command, "$$PORT"), port
}
