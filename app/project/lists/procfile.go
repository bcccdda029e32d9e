package lists

import (
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// otherLines matches the names of a Procfile's processes, with what they run.
var otherLines = words.Lazy(`(?m)^[\w.-]+: .*[^\s]`)

var procfileLine = words.Lazy(`^([A-Za-z0-9_.-]+)\s*:\s*(.+?)\s*$`)

// Procfile reads Procfile.dev, or else Procfile, as foreman and overmind do. Lines named release run at a deployment
// and are left out. Both load .env, and overmind .overmind.env.
func Procfile(dir string) (List, bool) {
	all := []string{"Procfile.dev", "Procfile.development", "Procfile.local", "Procfile"}
	name, content := first(dir, all...)
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
	for _, other := range all[slices.Index(all, name)+1:] {
		if m := otherLines().FindAllString(string(read(dir, other)), -1); len(m) > 0 {
			l.Notes = append(l.Notes, other+" is left out beside "+name+": it has "+strings.Join(m, ", "))
		}
	}
	return l, len(l.Processes) > 0
}
