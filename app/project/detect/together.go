package detect

import (
	"path/filepath"

	"devservers/app/project/code"
	"devservers/app/project/lists"
)

// together proposes the commands that the script dev of a package.json or composer.json runs side by side, as in
// concurrently "vite" "node server.js". Scripts that it names are found elsewhere.
func (f *finder) together(dir string) (servers []ProposedServer) {
	for file, texts := range f.devLines(dir) {
		for _, text := range texts {
			commands, names := lists.SideBySide(text)
			for i, line := range commands {
				name := code.ProgramOf(code.Words(line))[0]
				if len(names) == len(commands) {
					name = names[i]
				}
				e, err := f.entry(lists.Listed{Name: name, Line: line, Dir: below(dir), From: filepath.Join(dir, file) +
					": scripts.dev"})
				if err != nil {
					f.leave(filepath.Join(dir, file) + ": of scripts.dev this is left out: " + reason(err) + ": " + line)
					continue
				}
				servers = append(servers, e)
			}
		}
	}
	return servers
}

// devLines returns the lines of a directory's scripts for development, by file.
func (f *finder) devLines(dir string) map[string][]string {
	var m manifest
	var composer struct {
		Scripts map[string]any `json:"scripts"`
	}
	lines := map[string][]string{}
	if f.json(dir, "package.json", &m) {
		lines["package.json"] = []string{m.Scripts[devScript(m)]}
	}
	if f.json(dir, "composer.json", &composer) {
		list, _ := composer.Scripts["dev"].([]any)
		for _, item := range list {
			if text, ok := item.(string); ok {
				lines["composer.json"] = append(lines["composer.json"], text)
			}
		}
	}
	return lines
}
