package cli

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"devservers/app/config"
)

// The formats in this file are about what a new checkout or container runs first; most have no place for servers.

// cursorWorktrees is for the worktrees of Cursor's agents.
func cursorWorktrees(p config.Project, _ []portable) (string, error) {
	if setup(p) == "" {
		return "", nil
	}
	return indented(map[string][]string{"setup-worktree": {setup(p)}})
}

// throughUs starts all servers.
const throughUs = "devservers start && devservers logs --follow"

// conductor is for Conductor, which runs one script.
func conductor(p config.Project, list []portable) (string, error) {
	run := throughUs
	if len(list) == 1 {
		run = list[0].line()
	}
	return indented(struct {
		Scripts struct {
			Setup string `json:"setup,omitempty"`
			Run   string `json:"run"`
		} `json:"scripts"`
	}{struct {
		Setup string `json:"setup,omitempty"`
		Run   string `json:"run"`
	}{setup(p), run}})
}

// worktreeInclude lists what git ignores and a new worktree needs: what worktree: copies, and files of variables.
func worktreeInclude(p config.Project, _ []portable) (string, error) {
	files := slices.Clone(p.Worktree.Copy)
	for _, s := range p.Servers {
		for _, f := range s.EnvFiles {
			if rel, err := filepath.Rel(p.Dir, f); err == nil && filepath.IsLocal(rel) && !slices.Contains(files, rel) {
				files = append(files, rel)
			}
		}
	}
	return strings.Join(append(files, ""), "\n"), nil
}

// container is a devcontainer.json. Commands of an object run side by side.
type container struct {
	Name   string               `json:"name"`
	Image  string               `json:"image"`
	Setup  string               `json:"postCreateCommand,omitempty"`
	Start  map[string]string    `json:"postAttachCommand,omitempty"`
	Ports  []int                `json:"forwardPorts,omitempty"`
	Labels map[string]portLabel `json:"portsAttributes,omitempty"`
}

type portLabel struct {
	Label string `json:"label"`
}

// devcontainer starts the servers when an editor attaches.
func devcontainer(p config.Project, list []portable) (string, error) {
	c := container{Name: p.Name, Image: "mcr.microsoft.com/devcontainers/universal:2", Setup: setup(p),
		Start: map[string]string{}, Labels: map[string]portLabel{}}
	for _, s := range list {
		c.Start[s.Name] = s.line()
		if s.port > 0 {
			c.Ports, c.Labels[strconv.Itoa(s.port)] = append(c.Ports, s.port), portLabel{s.Name}
		}
	}
	return indented(c)
}

// copilotSteps is the workflow that prepares the machine of Copilot's cloud agent.
func copilotSteps(p config.Project, _ []portable) (string, error) {
	if setup(p) == "" {
		return "", nil
	}
	job := yaml.MapSlice{{Key: "runs-on", Value: "ubuntu-latest"},
		{Key: "permissions", Value: map[string]string{"contents": "read"}},
		{Key: "steps", Value: []any{map[string]string{"uses": "actions/checkout@v5"}, map[string]string{"run": setup(p)}}}}
	jobs := yaml.MapSlice{{Key: "copilot-setup-steps", Value: job}}
	out, err := yaml.Marshal(yaml.MapSlice{{Key: "name", Value: "Copilot setup steps"},
		{Key: "on", Value: "workflow_dispatch"}, {Key: "jobs", Value: jobs}})
	return string(out), err
}
