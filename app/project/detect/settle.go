package detect

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/project/code"
)

const auto = "auto"

// at is the directory of an entry as the project has it.
func (e *ProposedServer) at() string { return filepath.Clean("./" + e.Dir) }

// settle decides on the port of a server and passes it on: a port that the command names, one that it takes from $PORT,
// or that of its tool, which is given $PORT by its option.
func (p *project) settle(e *ProposedServer) {
	if n, with := code.NamedPort(e.Command); n > 0 {
		e.Command, e.Port, e.standard = with, strconv.Itoa(n), n
		return
	}
	if code.UsesPort(e.Command) {
		e.Port = cmp.Or(e.Port, auto)
		p.configured(e)
		return
	}
	text, script := code.Script(code.Words(e.Command), filepath.Join(p.root, e.at()))
	if !script {
		text = e.Command
	}
	if n, _ := code.NamedPort(text); n > 0 {
		e.Port, e.standard = strconv.Itoa(n), n
		return
	}
	p.settleTool(e, last(text))
}

// settleTool gives the tool that a command or script starts its port.
func (p *project) settleTool(e *ProposedServer, program []string) {
	if t, ok := code.FindTool(program); ok {
		if e.standard = t.Port; t.Port == 0 {
			return
		}
		if t.Flag != "" {
			e.Command = withFlag(e.Command, t.Flag)
		}
		if name, value, ok := strings.Cut(t.Env, "="); ok {
			e.Env = append(e.Env, Var{name, value})
		}
		e.Port = cmp.Or(e.Port, auto)
		p.configured(e)
		return
	}
	own := p.operands(e.at(), program)
	port, env := p.listens(e.at(), own...)
	n, reads := p.listensIn(own)
	e.guessed = n == 0 && !reads
	e.standard, e.takes = cmp.Or(port, e.standard), env
	switch {
	case env:
		e.Port = cmp.Or(e.Port, auto)
		p.configured(e)
	case port > 0:
		e.Port = cmp.Or(e.Port, strconv.Itoa(port))
	}
}

// withFlag adds an option to a command; npm passes only what follows -- on to a script.
func withFlag(command, flag string) string {
	list := code.Words(command)
	if len(list) > 1 && list[0] == "npm" && !slices.Contains(list, "--") {
		return command + " -- " + flag
	}
	return command + " " + flag
}

// last returns the words of the last command in a line of shell.
func last(text string) []string {
	for _, sep := range []string{"&&", ";"} {
		if i := strings.LastIndex(text, sep); i >= 0 {
			text = text[i+len(sep):]
		}
	}
	return code.Words(text)
}

// choose replaces auto by the tool's own port where another file of the project names that.
func (p *project) choose(servers []ProposedServer) {
	taken := map[int]bool{}
	for _, e := range servers {
		if n, err := strconv.Atoi(e.Port); err == nil {
			taken[n] = true
		}
	}
	dirs := make([]string, len(servers))
	for i := range servers {
		dirs[i] = servers[i].at()
	}
	for i := range servers {
		e := &servers[i]
		if e.Port != auto || e.standard == 0 || taken[e.standard] {
			continue
		}
		if file := p.referrer(e.at(), e.standard, dirs); file != "" {
			e.Port, e.About = strconv.Itoa(e.standard), file+" names this port"
			taken[e.standard] = true
		}
	}
}

// operands returns the files that a command names.
func (p *project) operands(dir string, program []string) (files []string) {
	for _, word := range program {
		if info, err := os.Stat(filepath.Join(p.root, filepath.Join(dir, word))); err == nil && info.Mode().IsRegular() &&
			filepath.IsLocal(word) {
			files = append(files, filepath.Join(dir, word))
		}
	}
	return files
}
