package cli

import (
	"errors"
	"os"
	"slices"
	"strings"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// installed collects what would keep the servers of a correct file from starting on this machine.
type installed struct {
	p      *Program
	allow  command.Allow
	source *yml.FileText
	root   *yml.Node
}

// checkInstalled returns the programs that may not or can't run, and the env files that can't be read.
func checkInstalled(p *Program, project config.Project) (yml.Problems, error) {
	global, err := p.global()
	if err != nil {
		return nil, err
	}
	self, _ := os.Executable()
	source := yml.NewFileText(project.File, project.Source, "")
	c := installed{p, command.Allow{Extra: global.Settings().Allow, Projects: []string{project.Dir}, Self: self},
		source, source.Parse()}
	for _, server := range slices.Concat(project.Servers, project.Tasks) {
		c.program(server, server.Command, "command")
		if server.HookOf != "" {
			continue // the rest is its server's
		}
		if server.Ready.Command != nil {
			c.program(server, *server.Ready.Command, "ready", "command")
		}
		if server.Alive.Command != nil {
			c.program(server, *server.Alive.Command, "alive", "command")
		}
		for _, file := range server.EnvFiles {
			env, err := command.ReadFile(file, project.Dir)
			if err == nil {
				_, err = env.Vars(c.lookup)
			}
			if err != nil {
				c.report(server, err, "env_file")
			}
		}
	}
	source.Problems.Sort()
	return source.Problems, nil
}

func (c *installed) lookup(name string) (string, bool) {
	value := c.p.Getenv(name)
	return value, value != ""
}

// program checks the first word of a command, unless a variable is in it.
func (c *installed) program(server config.Server, line command.Command, keys ...string) {
	if len(line.Words) == 0 || slices.ContainsFunc(line.Words[0],
		func(part command.Part) bool { return part.Variable != "" }) {
		return
	}
	path := c.p.Getenv("PATH")
	for _, v := range server.Env {
		if v.Name == "PATH" {
			path = v.Value
		}
	}
	name, _ := line.Words[0].Expand(c.lookup)
	if _, err := c.allow.Resolve(name, server.WorkingDir, path); err != nil {
		c.report(server, err, keys...)
	}
}

// report adds a problem at the place of a key, or of the declaration or hook.
func (c *installed) report(server config.Server, err error, keys ...string) {
	kind, name, line, column := "servers", server.Name, server.Line, 0
	if server.HookOf != "" {
		name = server.HookOf
		hook := strings.TrimPrefix(server.Name, name+".")
		keys = []string{strings.SplitN(hook, "-", 2)[0]}
	} else if server.Kind.IsTask() {
		kind = "tasks"
	}
	path := append([]string{kind, name}, keys...)
	if node := c.at(path); node != nil && server.HookOf == "" {
		line, column = node.Line, node.Column
	}
	msg, hint := err.Error(), ""
	var e *yml.FileError
	if errors.As(err, &e) {
		msg, hint = e.Msg, e.Hint
	}
	c.source.Add(line, column, strings.Join(path, "."), msg, hint)
}

// at returns the value of a key, or nil.
func (c *installed) at(path []string) *yml.Node {
	node := c.root
	for _, key := range path {
		if node == nil {
			return nil
		}
		node = node.Get(key)
	}
	return node
}
