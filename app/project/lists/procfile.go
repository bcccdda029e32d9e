package lists

import (
	"strconv"
	"strings"

	"devservers/app/transcript/text"
)

var procfileLine = text.Lazy(`^([A-Za-z0-9_.-]+)\s*:\s*(.+?)\s*$`)

// Procfile reads Procfile.dev, or else Procfile, as foreman and overmind do. Lines named release run at a deployment
// and are left out. Both load .env, and overmind .overmind.env.
func Procfile(dir string) (List, bool) {
	name, content := first(dir, "Procfile.dev", "Procfile.development", "Procfile.local", "Procfile")
	if content == nil {
		return List{}, false
	}
	l := List{File: name}
	var files []string
	for _, file := range []string{".env", ".overmind.env"} {
		if read(dir, file) != nil {
			files = append(files, file)
		}
	}
	for i, text := range strings.Split(string(content), "\n") {
		m := procfileLine().FindStringSubmatch(strings.TrimRight(text, "\r"))
		if m == nil {
			continue
		}
		if m[1] == "release" {
			l.Notes = append(l.Notes, name+":"+strconv.Itoa(i+1)+": release runs at a deployment and is left out")
			continue
		}
		l.Processes = append(l.Processes, Listed{Name: m[1], Line: m[2], EnvFiles: files, From: name + ":" +
			strconv.Itoa(i+1)})
	}
	return l, len(l.Processes) > 0
}
