package programs

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"devservers/app/project/survey"
)

// NxTarget is the target of a project of nx that serves.
type NxTarget struct {
	Name, Target, From string // of the project and the target, and the place that shows it
	Port, Standard     int    // which it names, and its executor's usual one; 0 = none
	Flag               string // the option that gives it $PORT, or ""
}

const portFlag = " --port $PORT"

// NxServes returns the target of a directory's project that serves: one that its project.json has, or one that a plugin
// of the workspace gives each project with the configuration of its tool.
func NxServes(p *survey.Checkout, dir string) (n NxTarget) {
	var m struct {
		Name    string `json:"name"`
		Type    string `json:"projectType"`
		Targets map[string]struct {
			Executor string `json:"executor"`
			Options  struct {
				Port int `json:"port"`
			} `json:"options"`
		} `json:"targets"`
	}
	file := path.Join(dir, "project.json")
	if has := p.JSON(dir, "project.json", &m); !p.Has(".", "nx.json") || !has && p.Has(dir, "project.json") ||
		strings.HasSuffix(dir, "-e2e") {
		return n
	}
	for _, target := range []string{"serve", "dev", "start", "serve:dev"} {
		if t, ok := m.Targets[target]; ok {
			n = NxTarget{Name: m.Name, Target: target, From: file + ": " + target, Port: t.Options.Port}
			switch {
			case strings.HasSuffix(t.Executor, ":dev-server"):
				n.Standard, n.Flag = 4200, portFlag
			case strings.HasSuffix(t.Executor, "next:server"):
				n.Standard, n.Flag = 3000, portFlag
			}
			return n
		}
	}
	if m.Type == "library" || dir == "." {
		return n
	}
	return inferred(p, dir, m.Name)
}

// inferred returns the target that a plugin gives the project of a directory without a script of its own for it.
func inferred(p *survey.Checkout, dir, name string) (n NxTarget) {
	var own Manifest
	var nx struct {
		Plugins []any `json:"plugins"`
	}
	if p.JSON(dir, "package.json", &own); own.DevScript() != "" || !p.JSON(".", "nx.json", &nx) {
		return n
	}
	for _, e := range p.List(dir) {
		tool, rest, _ := strings.Cut(e.Name(), ".config.")
		at := slices.IndexFunc(nx.Plugins, func(v any) bool { return pluginOf(v, tool) != nil })
		if rest == "" || at < 0 || tool == "vite" && !p.Has(dir, "index.html") {
			continue
		}
		options := pluginOf(nx.Plugins[at], tool)
		target := cmp.Or(options["serveTargetName"], options["devTargetName"], map[string]string{"next": "dev",
			"remix": "dev"}[tool], "serve")
		return NxTarget{Name: cmp.Or(name, own.Name, path.Base(dir)), Target: target,
			From: path.Join(dir, e.Name()) + ": " + target, Flag: portFlag}
	}
	return n
}

// pluginOf returns the options of a plugin in nx.json, if it is the one for a tool; else nil.
func pluginOf(v any, tool string) map[string]string {
	name, options := v, map[string]string{}
	if m, ok := v.(map[string]any); ok {
		name = m["plugin"]
		given, _ := m["options"].(map[string]any)
		for key, value := range given {
			options[key], _ = value.(string)
		}
	}
	known := slices.Contains([]string{"vite", "next", "nuxt", "webpack", "rspack", "rsbuild", "remix"}, tool)
	if !known || name != "@nx/"+tool+"/plugin" && name != "@nx/"+tool {
		return nil
	}
	return options
}
