package environment

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/engine/machine"
	"devservers/app/project"
)

// composeFiles are the names of Compose's file, in its order.
var composeFiles = []string{"compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"}

// composeTool returns the words of a command that call Compose, or nil: docker compose, podman-compose ...
func composeTool(s config.Server) []string {
	words := strings.Fields(s.Command.Source)
	switch {
	case len(words) > 1 && words[1] == "compose" && (words[0] == "docker" || words[0] == "podman"):
		return words[:2]
	case len(words) > 0 && (words[0] == "docker-compose" || words[0] == "podman-compose"):
		return words[:1]
	}
	return nil
}

// composed returns the servers and tasks of a project that call Compose.
func composed(d *project.Declared) (list []config.Server) {
	for _, s := range d.Servers {
		if composeTool(s) != nil {
			list = append(list, s)
		}
	}
	return list
}

// composeFile is the part of a Compose file that clashes between checkouts.
type composeFile struct {
	Services map[string]struct {
		Ports         []any  `yaml:"ports"`
		ContainerName string `yaml:"container_name"`
	} `yaml:"services"`
}

// stacks gives each worktree's Compose services what they need beside those of others.
type stacks struct {
	records *settings.Records
	dir     string // of the files that Compose merges
}

// of gives the Compose services of a worktree a name and host ports of their own: by variables that Compose reads,
// and by a file that it merges.
func (t stacks) of(p ground, d *project.Declared, servers []app.Status, b settings.Branch) (settings.Stack,
	[]string, error) {
	i := slices.IndexFunc(composeFiles, func(name string) bool { return fileExists(filepath.Join(p.dir, name)) })
	users := composed(d)
	if i < 0 || len(users) == 0 {
		return settings.Stack{}, nil, nil
	}
	main := filepath.Join(p.dir, composeFiles[i])
	content, err := os.ReadFile(main)
	if err != nil {
		return settings.Stack{}, nil, err
	}
	var doc composeFile
	if err := yaml.Unmarshal(content, &doc); err != nil {
		note := composeFiles[i] + " can't be read, so its ports are not changed: " + err.Error()
		return settings.Stack{}, []string{note}, nil
	}
	s := settings.Stack{Project: composeName(b), Ports: maps.Clone(b.Stack.Ports), Tool: composeTool(users[0])}
	if s.Ports == nil {
		s.Ports = map[string]int{}
	}
	text, notes := t.override(doc, s, servers)
	file := filepath.Join(t.dir, short(b.Dir)+".compose.yml")
	s.Files = main
	ending := strings.TrimSuffix(filepath.Base(main), filepath.Ext(main))
	if own := filepath.Join(p.dir, ending+".override"+filepath.Ext(main)); fileExists(own) {
		s.Files += ":" + own
	}
	s.Files += ":" + file
	if strings.HasPrefix(s.Tool[0], "podman") { // it knows no !override
		if s.Files = ""; strings.Contains(text, "ports:") {
			notes = append(notes, s.Tool[0]+" can't change host ports: write them as \"${PORT:-5432}:5432\"")
		}
	}
	for _, u := range users {
		if slices.ContainsFunc(strings.Fields(u.Command.Source), isFileOption) {
			notes = append(notes, u.Name+" names its Compose file, so its host ports are not changed: set COMPOSE_FILE in env "+
				"instead")
		}
	}
	return s, notes, home.Write(file, []byte(text))
}

func isFileOption(word string) bool {
	return word == "-f" || word == "--file" || strings.HasPrefix(word, "--file=")
}

// composeName is a name of a Compose project that no other checkout has.
func composeName(b settings.Branch) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return '-'
	}, strings.ToLower(b.ID))
	return strings.TrimLeft(name, "-_") + "-" + short(b.Dir)[:6]
}

// override returns a Compose file with the host ports of the worktree. It fills the ports of s.
func (t stacks) override(doc composeFile, s settings.Stack, servers []app.Status) (text string, notes []string) {
	var b strings.Builder
	b.WriteString("# Written by devservers: host ports of this worktree.\nservices:\n")
	for _, name := range slices.Sorted(maps.Keys(doc.Services)) {
		service := doc.Services[name]
		var lines string
		for _, port := range service.Ports {
			pub, ok := publishedOf(port)
			if !ok {
				notes = append(notes, fmt.Sprintf("the port %v of %s is not changed: write it as HOST:CONTAINER", port, name))
				lines = ""
				break
			}
			if pub.host != 0 {
				key := name + ":" + pub.container
				s.Ports[key] = t.hostPort(s.Ports, key, pub.host, servers)
				lines += fmt.Sprintf("      - %q\n", pub.address+strconv.Itoa(s.Ports[key])+":"+pub.container)
			}
		}
		if lines == "" && service.ContainerName == "" {
			continue
		}
		fmt.Fprintf(&b, "  %s:\n", strconv.Quote(name))
		if service.ContainerName != "" {
			b.WriteString("    container_name: !reset null\n")
		}
		if lines != "" {
			b.WriteString("    ports: !override\n" + lines)
		}
	}
	return b.String(), notes
}

// published is a port of a container on the host.
type published struct {
	address, container string
	host               int
}

// short forms of ports: [ADDRESS:]HOST:CONTAINER[/PROTOCOL], where HOST may be ${NAME:-HOST}.
var publishedForm = words.Lazy(`^((?:[0-9.]+|\[[0-9a-f:]+\]):)?(?:\$\{\w+:?-(\d+)\}|(\d+)):(\d+(?:/\w+)?)$`)

func publishedOf(port any) (published, bool) {
	switch v := port.(type) {
	case map[string]any:
		host, err := strconv.Atoi(fmt.Sprint(v["published"]))
		if v["published"] == nil {
			return published{}, true
		}
		return published{host: host, container: fmt.Sprint(v["target"])}, err == nil
	case string:
		if _, err := strconv.Atoi(v); err == nil {
			return published{}, true // a port that Docker chooses
		}
		m := publishedForm().FindStringSubmatch(v)
		if m == nil {
			return published{}, false
		}
		host, err := strconv.Atoi(m[2] + m[3])
		return published{m[1], m[4], host}, err == nil
	}
	return published{}, true
}

// The host ports that are given to services which are no server of the project.
const firstHostPort, hostPorts = 31000, 1000

// hostPort returns the port of a service in this worktree: that of the server which declares it, the one that it had,
// or a free one that no other service and no other worktree has.
func (t stacks) hostPort(own map[string]int, key string, declared int, servers []app.Status) int {
	for _, st := range servers {
		if st.DeclaredPort == declared || st.Port == declared {
			return st.Port
		}
	}
	if own[key] != 0 {
		return own[key]
	}
	taken := map[int]bool{}
	for _, port := range own {
		taken[port] = true
	}
	for _, b := range t.records.All() {
		for _, port := range b.Stack.Ports {
			taken[port] = true
		}
	}
	held := machine.Held()
	for port := firstHostPort; port < firstHostPort+hostPorts; port++ {
		if !taken[port] && !held[port] {
			return port
		}
	}
	return declared
}

// removeStack removes the containers and volumes of the worktree's Compose project, if anything has ever run there.
func (e *Environments) removeStack(ctx context.Context, j *job, p ground) (string, error) {
	b := j.now()
	if b.Stack.Project == "" || len(b.Stack.Tool) == 0 {
		return "", nil
	}
	if d := e.sup.Files.Declared(b.ID); d != nil && !e.ranStack(d) {
		return "never used", nil
	}
	t := e.tools(ctx, p)
	args := append(slices.Clone(b.Stack.Tool[1:]), "-p", b.Stack.Project, "down", "--volumes")
	if b.Stack.Tool[len(b.Stack.Tool)-1] == "compose" || b.Stack.Tool[0] == "docker-compose" {
		args = append(args, "--remove-orphans")
	}
	if fileExists(b.Dir) {
		t.Dir = b.Dir
		t.Env = append(t.Env, "COMPOSE_FILE="+b.Stack.Files)
	}
	if _, err := t.Call(ctx, b.Stack.Tool[0], args...); err != nil {
		return "", err
	}
	j.did("removed the containers and volumes of %s", b.Stack.Project)
	return b.Stack.Project, nil
}

// ranStack reports whether a server or task that calls Compose has ever run.
func (e *Environments) ranStack(d *project.Declared) bool {
	return slices.ContainsFunc(composed(d), func(s config.Server) bool {
		return len(e.sup.Kept.List(app.Ref{Project: d.Reg.ID, Name: s.Name})) > 0
	})
}
