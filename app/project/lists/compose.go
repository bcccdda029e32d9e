package lists

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// composeNames are the names of compose files, the best first: those that docker compose looks for, and after these
// those by which people call one for development.
var composeNames = strings.Fields("compose.yaml compose.yml docker-compose.yml docker-compose.yaml " +
	"docker-compose.dev.yml docker-compose.dev.yaml docker-compose-dev.yml compose.dev.yaml compose.dev.yml " +
	"docker-compose.local.yml docker-compose.local.yaml docker-compose-local.yml compose.local.yaml compose.local.yml " +
	"docker-compose.development.yml docker-compose.services.yml docker-compose.deps.yml docker-compose.infra.yml")

// usualCompose is how many of them docker compose looks for.
const usualCompose = 4

// ComposeFile returns the name of the compose file that is read in a directory, or "".
func ComposeFile(dir string) string {
	name, _ := first(dir, composeNames...)
	return name
}

// Compose reads the services of compose.yaml that are built from sources, with the directory of these, and those that
// only use an image and publish a port, such as databases. Images without a port are named in Notes.
func Compose(dir string) (List, bool) {
	name, content := first(dir, composeNames...)
	l, up := List{File: name}, []string{"docker", "compose", "up"}
	if slices.Index(composeNames, name) >= usualCompose {
		up = []string{"docker", "compose", "-f", name, "up"}
	}
	services := parse(content).at("services")
	services.override(parse(read(dir, overriding(name))).at("services"))
	services.share()
	for _, n := range services.names() {
		s := services.at(n)
		port := published(s)
		switch {
		case s == nil:
		case contextOf(s) != "":
			l.Processes = append(l.Processes, Listed{Name: n, Argv: append(slices.Clip(up), n), Port: port,
				Context: contextOf(s), Sets: s.variables("environment"), Built: startOf(s),
				Awaits: awaited(s), From: name + ": services." + n + " (built)"})
		case port == 0:
			l.Notes = append(l.Notes, name+": services."+n+" is left out: "+unreached(s)+"; "+publishing(s.text("image")))
		default:
			l.Processes = append(l.Processes, Listed{Name: n, Argv: append(slices.Clip(up), n), Port: port,
				Image: s.text("image"), Awaits: awaited(s), Built: startOf(s),
				From: name + ": services." + n + " (" + path.Base(s.text("image")) + ")"})
		}
	}
	return l, len(l.Processes) > 0
}

// Services returns the names of the services of a compose file.
func Services(content string) []string { return parse([]byte(content)).at("services").names() }

// awaited returns the services that one waits for.
func awaited(s tree) []string { return append(s.list("depends_on"), s.at("depends_on").names()...) }

// overriding is the name of the file that docker compose reads after another one.
func overriding(name string) string {
	ext := path.Ext(name)
	return strings.TrimSuffix(name, ext) + ".override" + ext
}

// override adds the services of another file, and the ports that it publishes.
func (t tree) override(other tree) {
	for _, name := range other.names() {
		if own := t.at(name); own != nil && own["ports"] == nil {
			own["ports"] = other.at(name)["ports"]
		} else if own == nil && t != nil {
			t[name] = other[name]
		}
	}
}

// share lets the services with the image that another one builds be built, too.
func (t tree) share() {
	built := map[string]tree{}
	for _, name := range t.names() {
		if s := t.at(name); s["build"] != nil && s.text("image") != "" {
			built[s.text("image")] = s
		}
	}
	for _, name := range t.names() {
		if s := t.at(name); s["build"] == nil && built[s.text("image")] != nil {
			s["build"] = built[s.text("image")]["build"]
		}
	}
}

// imagePorts are the ports on which well-known images listen.
var imagePorts = map[string]int{"postgres": 5432, "postgis": 5432, "mysql": 3306, "mariadb": 3306, "redis": 6379,
	"valkey": 6379, "mongo": 27017, "rabbitmq": 5672, "memcached": 11211, "nats": 4222, "elasticsearch": 9200,
	"opensearch": 9200, "minio": 9000, "mailpit": 1025, "mailhog": 1025}

// unreached says why a service can't be reached from here.
func unreached(s tree) string {
	if len(s.list("ports")) > 0 {
		return "the port that it publishes is another one at each start"
	}
	return "it publishes no port, so only other containers reach it"
}

// publishing says what makes a service of an image reachable.
func publishing(image string) string {
	base, _, _ := strings.Cut(path.Base(image), ":")
	if port := imagePorts[base]; port > 0 {
		return fmt.Sprintf(`with ports: ["%d:%d"] a server here could use it`, port, port)
	}
	return "with ports: a server here could use it"
}

// startOf returns the command of a service, with the program that runs it; a script for that only prepares it.
func startOf(s tree) string {
	command := cmp.Or(s.text("command"), strings.Join(s.list("command"), " "))
	if entry := cmp.Or(s.text("entrypoint"), strings.Join(s.list("entrypoint"), " ")); command == "" ||
		!strings.Contains(entry, "/") {
		command = strings.TrimSpace(entry + " " + command)
	}
	return activates().ReplaceAllString(command, "")
}

// activates matches the step of a line that enters a virtual environment, which there is another one here.
var activates = words.Lazy(`(?:\bsource|(?:^|["'\s])\.) \S+/activate && `)

// packaged matches directories of what a package manager installed: an image that is built there is for the project.
var packaged = words.Lazy(`^(?:\./)?(?:vendor|node_modules)/`)

// contextOf returns the directory of a service's sources: from which it is built, or that it mounts and runs a command
// in; "" = it only uses an image. A container with the whole project in it is the project's, whatever built it.
func contextOf(s tree) string {
	if s["build"] != nil {
		if slices.ContainsFunc(s.list("volumes"), func(v string) bool {
			return strings.HasPrefix(v, ".:") || strings.HasPrefix(v, "./:")
		}) || packaged().MatchString(cmp.Or(s.at("build").text("context"), s.text("build"))) {
			return "."
		}
		return cmp.Or(s.at("build").text("context"), s.text("build"), ".")
	}
	for _, volume := range s.list("volumes") {
		source, target, _ := strings.Cut(volume, ":")
		if target, _, _ = strings.Cut(target, ":"); startOf(s) != "" && strings.HasPrefix(source, ".") && target != "" &&
			target == s.text("working_dir") {
			return source
		}
	}
	return ""
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

// Unset names the variables that a server lacks without its container.
func Unset(vars []Variable) string {
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = v.Name
	}
	if len(names) == 0 {
		return ""
	}
	return "; its container has " + words.AtMost(names) + ": declare those that it needs below env:"
}

// Without leaves out the services that need the container of one that is gone, such as a proxy, and says so.
func Without(services []Listed, gone map[string]bool) (kept []Listed, notes []string) {
	for _, p := range services {
		i := slices.IndexFunc(p.Awaits, func(name string) bool { return gone[name] })
		if i < 0 {
			kept = append(kept, p)
			continue
		}
		gone[p.Name] = true
		notes = append(notes, p.From+" is left out: it needs the container of "+p.Awaits[i]+", which is declared without one")
	}
	if len(kept) < len(services) {
		more, said := Without(kept, gone)
		return more, append(notes, said...)
	}
	return kept, notes
}
