package resolve

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// KeyIn returns the file of the project whose JSON has a key with dots, such as db.host; or "".
func KeyIn(p *sources.Project, dotted string) string {
	for _, file := range p.Sources() {
		var value any
		if filepath.Ext(file) != ".json" || json.Unmarshal([]byte(sources.Read(file)), &value) != nil {
			continue
		}
		for key := range strings.SplitSeq(dotted, ".") {
			object, _ := value.(map[string]any)
			value = object[key]
		}
		if value != nil {
			return file
		}
	}
	return ""
}

// OtherType returns the finding that a key of a data file of the project has a value of another type than the program wants.
// name is the field of the program, with what it belongs to.
func OtherType(p *sources.Project, name, is, wants string) *app.Finding {
	name = name[strings.LastIndexByte(name, '.')+1:]
	key := regexp.MustCompile(`(?i)^\s*["']?` + regexp.QuoteMeta(name) + `["']?\s*[:=]`)
	var found []string
	for _, file := range p.Sources() {
		if sources.IsSource(file) || sources.IsManifest(filepath.Base(file)) || filepath.Base(file) == "devservers.yml" {
			continue
		}
		for i, line := range strings.Split(sources.Read(file), "\n") {
			if key.MatchString(line) {
				found = append(found, p.Shown(file)+":"+strconv.Itoa(i+1))
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return &app.Finding{Kind: app.FindingConfig, Problem: found[0] + ": " + name + " is of the type " + is + ", and the program wants " + wants, Fix: "correct " + found[0]}
}

// ConfigElsewhere returns the finding that the tool which the command runs looks for its configuration in another directory of
// the project than the one that has it.
func ConfigElsewhere(p *sources.Project) *app.Finding {
	for _, word := range p.Argv {
		tool := filepath.Base(word)
		path := sources.ConfigOf(p, tool)
		if path == "" {
			continue
		}
		return &app.Finding{Kind: app.FindingFile, Problem: tool + " finds no configuration in its working directory", Evidence: []string{"there is " + p.Shown(path), "the command runs in " + p.WorkDir},
			Fix: "name " + relative(p.WorkDir, path) + " in the command with the option of " + tool + " for it, or set working_dir: " + p.Shown(filepath.Dir(path)) + " in devservers.yml"}
	}
	return nil
}
