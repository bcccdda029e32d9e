package detect

import (
	"path"
	"slices"
	"strings"
)

// Compose reads the services of compose.yaml that only use an image and publish a port, such as databases. Services
// that are built from the project's own sources are named in Notes, as they run here without a container.
func Compose(dir string) (List, bool) {
	name, content := first(dir, "compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml")
	l := List{File: name}
	services := parse(content).at("services")
	for _, n := range services.names() {
		s := services.at(n)
		port := published(s)
		switch {
		case s == nil:
		case s["build"] != nil:
			l.Notes = append(l.Notes, name+": services."+n+
				" is built from a Dockerfile and left out; what it runs is declared without a container")
		case s.text("image") == "" || port == 0:
			l.Notes = append(l.Notes, name+": services."+n+" publishes no port and is left out")
		default:
			l.Processes = append(l.Processes, ListedProcess{Name: n, Argv: []string{"docker", "compose", "up", n}, Port: port,
				From: name + ": services." + n + " (" + path.Base(s.text("image")) + ")"})
		}
	}
	return l, len(l.Processes) > 0
}

// published returns the first port on this machine that a service publishes, or 0.
func published(s tree) int {
	items, _ := s["ports"].([]any)
	for _, item := range items {
		if m, ok := item.(map[string]any); ok {
			if n := number(tree(m).text("published")); n > 0 {
				return n
			}
		}
	}
	for _, text := range s.list("ports") {
		parts := strings.Split(strings.Split(text, "/")[0], ":")
		if len(parts) < 2 {
			continue
		}
		slices.Reverse(parts)
		if n := number(defaultOf(parts[1])); n > 0 {
			return n
		}
	}
	return 0
}

// defaultOf returns the default of a variable, as in ${PORT:-5432} cut at its colon, or the text.
func defaultOf(text string) string {
	text = strings.TrimSuffix(text, "}")
	return strings.TrimPrefix(text, "-")
}
