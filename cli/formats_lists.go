package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/goccy/go-yaml"

	"devservers/app/config"
	"devservers/app/config/command"
)

// procfile has a line for a shell for each server.
func procfile(_ config.Project, list []portable) (string, error) {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.Name + ": " + s.line() + "\n")
	}
	return b.String(), nil
}

// line returns a server as one line for a shell.
func (s portable) line() string {
	var b strings.Builder
	if s.dir != "" {
		b.WriteString("cd " + command.Quote(s.dir) + " && ")
	}
	for _, v := range s.env {
		b.WriteString(v.Name + "=" + command.Quote(v.Value) + " ")
	}
	return b.String() + strings.Join(s.words, " ")
}

// conditions are process-compose's conditions for ours.
var conditions = map[config.Condition]string{
	config.UntilStarted: "process_started", config.UntilReady: "process_healthy",
	config.UntilCompleted: "process_completed_successfully",
}

// processCompose escapes $, which process-compose would replace when it reads the file. A task that a server waits for
// is a process, too.
func processCompose(p config.Project, list []portable) (string, error) {
	escape := strings.NewReplacer("$", "$$")
	all := yaml.MapSlice{}
	waited, probed := map[string]bool{}, map[string]bool{}
	for _, s := range list {
		probed[s.Name] = probeOf(s) != nil
	}
	for _, s := range list {
		entry := yaml.MapSlice{{Key: "command", Value: escape.Replace(strings.Join(s.words, " "))}}
		if s.dir != "" {
			entry = append(entry, yaml.MapItem{Key: "working_dir", Value: s.dir})
		}
		var env []string
		for _, v := range s.env {
			env = append(env, v.Name+"="+escape.Replace(v.Value))
		}
		if len(env) > 0 {
			entry = append(entry, yaml.MapItem{Key: "environment", Value: env})
		}
		if probe := probeOf(s); probe != nil {
			entry = append(entry, yaml.MapItem{Key: "readiness_probe", Value: probe})
		}
		if needs := needsOf(s, waited, probed); len(needs) > 0 {
			entry = append(entry, yaml.MapItem{Key: "depends_on", Value: needs})
		}
		if s.Restart != config.RestartNo {
			policy := strings.ReplaceAll(string(s.Restart), "-", "_")
			entry = append(entry, yaml.MapItem{Key: "availability", Value: yaml.MapSlice{{Key: "restart", Value: policy}}})
		}
		all = append(all, yaml.MapItem{Key: s.Name, Value: entry})
	}
	for _, t := range p.Tasks {
		if waited[t.Name] {
			entry := yaml.MapSlice{{Key: "command", Value: escape.Replace(t.Command.String())}}
			if dir, err := filepath.Rel(p.Dir, t.WorkingDir); err == nil && dir != "." {
				entry = append(entry, yaml.MapItem{Key: "working_dir", Value: dir})
			}
			all = append(all, yaml.MapItem{Key: t.Name, Value: entry})
		}
	}
	text, err := yaml.Marshal(yaml.MapSlice{{Key: "version", Value: "0.5"}, {Key: "processes", Value: all}})
	return string(text), err
}

// probeOf is the check of a server, or nil if there is none that process-compose has. Its commands are run by bash,
// which connects to a port on its own.
func probeOf(s portable) any {
	exec := func(command string) any {
		return yaml.MapSlice{{Key: "exec", Value: yaml.MapSlice{{Key: "command", Value: command}}}}
	}
	port := cmp.Or(s.Ready.TCP.Number, s.port)
	switch kind := s.Ready.Kind(); {
	case kind == "command":
		return exec(s.Ready.Command.String())
	case port == 0:
		return nil
	case s.Ready.Page() != "":
		return yaml.MapSlice{{Key: "http_get", Value: yaml.MapSlice{{Key: "host", Value: "localhost"},
			{Key: "path", Value: s.Ready.Page()}, {Key: "port", Value: port}}}}
	case kind == "" || kind == "tcp":
		return exec(fmt.Sprintf(": </dev/tcp/localhost/%d", port))
	}
	return nil
}

// needsOf returns the dependencies of a server, and notes them in waited. Only what has a probe can be healthy.
func needsOf(s portable, waited, probed map[string]bool) (needs yaml.MapSlice) {
	for _, d := range s.DependsOn {
		waited[d.Name] = true
		if d.Until == config.UntilReady && !probed[d.Name] {
			d.Until = config.UntilStarted
		}
		needs = append(needs, yaml.MapItem{Key: d.Name, Value: yaml.MapSlice{{Key: "condition", Value: conditions[d.Until]}}})
	}
	return needs
}

// configuration is an entry of launch.json.
type configuration struct {
	Name    string            `json:"name"`
	Program string            `json:"runtimeExecutable"`
	Args    []string          `json:"runtimeArgs,omitempty"`
	Port    int               `json:"port,omitempty"`
	Auto    bool              `json:"autoPort,omitempty"`
	Dir     string            `json:"cwd,omitempty"`
	Env     map[string]string `json:"env,omitempty"`
}

// launch runs commands that have variables by a shell, as Claude Code passes arguments on as they are.
func launch(_ config.Project, list []portable) (string, error) {
	all := []configuration{}
	for _, s := range list {
		c := configuration{Name: s.Name, Port: s.port, Auto: s.Port.Auto, Dir: s.dir, Env: map[string]string{}}
		for _, v := range s.env {
			c.Env[v.Name] = v.Value
		}
		line := strings.Join(s.words, " ")
		c.Program, c.Args = "sh", []string{"-c", line}
		if parsed, err := command.Parse(line); err == nil {
			if argv, err := parsed.Expand(func(string) (string, bool) { return "", false }); err == nil {
				c.Program, c.Args = argv[0], argv[1:]
			}
		}
		all = append(all, c)
	}
	return indented(map[string]any{"version": "0.0.1", "configurations": all})
}

func indented(v any) (string, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return b.String(), err
}
