package why

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
)

// fileRules find a file, a directory or a script that does not exist.
var fileRules = []rule{
	{words: []string{"can't open file"}, pattern: lazily(`can't open file '([^']+)'`), find: func(c *clues, _ int, m []string) *app.Finding { return c.missingFile(m[1]) }},
	{words: []string{"Module not found \"file://"}, pattern: lazily(`Module not found "file://([^"]+)"`), find: func(c *clues, _ int, m []string) *app.Finding { return c.missingFile(m[1]) }},
	{words: []string{"Could not read package.json", "ENOENT", "No package.json", "no package.json"},
		pattern: lazily(`(?:Could not read package\.json.*open '([^']+)'|[Nn]o package\.json (?:was )?found)`), find: func(c *clues, _ int, _ []string) *app.Finding { return c.missingFile("package.json") }},
	{words: []string{"issing script", "\" not found", "Command \""}, pattern: lazily(`(?:[Mm]issing script:? "?([\w:.-]+)"?|ERR_PNPM_NO_SCRIPT.*script: (\S+)|error Command "([\w:.-]+)" not found)`), find: missingScript},
	{words: []string{"Could not import module", "Error loading ASGI"}, pattern: lazily(`Could not import module "([\w.]+)"`),
		find: func(c *clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingFile, Problem: "the application's module " + m[1] + " cannot be imported", Evidence: []string{"the command runs in " + c.dir},
				Fix: "correct the name in the command, or set working_dir to its directory; if an import in it failed, the lines above say so"}
		}},
	{words: []string{"is not a valid value for '-A'", "Unable to load celery application"}, pattern: lazily(`(Unable to load celery application)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingFile, Problem: "Celery cannot load the application that -A names", Evidence: []string{"the command runs in " + c.dir},
				Fix: "correct the name after -A, or set working_dir to the directory with the package"}
		}},
}

// missingFile looks for the file elsewhere in the project: if it is there, the working directory is wrong.
func (c *clues) missingFile(name string) *app.Finding {
	f := &app.Finding{Kind: app.FindingFile, Problem: name + " does not exist", Evidence: []string{"the command runs in " + c.dir}, Fix: "create it, or correct its name"}
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") {
		f.Problem, f.Evidence, f.Fix = "an import names "+name+", which does not exist", nil, "create it, or correct the import"
		return f
	}
	base := filepath.Base(name)
	if dir := c.directoryWith(base); dir != "" {
		f.Evidence = append(f.Evidence, base+" is in "+dir)
		f.Fix = "set working_dir: " + c.shown(dir) + " in devservers.yml"
	}
	return f
}

// skipped are directories without sources of the project.
var skipped = []string{"node_modules", ".git", ".venv", "venv", "__pycache__", "dist", "build", "vendor", "target"}

// directoryWith finds a file up to two levels below the project's directory.
func (c *clues) directoryWith(base string) string {
	dirs := []string{c.projectDir}
	for range 3 {
		var next []string
		for _, dir := range dirs {
			if _, err := os.Stat(filepath.Join(dir, base)); err == nil && dir != c.dir {
				return dir
			}
			next = append(next, below(dir)...)
		}
		dirs = next[:min(len(next), 500)]
	}
	return ""
}

func below(dir string) (dirs []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() && !slices.Contains(skipped, e.Name()) {
			dirs = append(dirs, filepath.Join(dir, e.Name()))
		}
	}
	return dirs
}

func missingScript(c *clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	p, file := c.packageJSON()
	f := &app.Finding{Kind: app.FindingFile, Problem: "package.json has no script " + name, Fix: "add the script, or use another"}
	if file == "" {
		return c.missingFile("package.json")
	}
	if scripts := slices.Sorted(maps.Keys(p.Scripts)); len(scripts) > 0 {
		f.Evidence = []string{c.shown(file) + " has " + strings.Join(scripts[:min(len(scripts), 20)], ", ")}
	}
	return f
}
