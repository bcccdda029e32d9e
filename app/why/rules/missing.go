package rules

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest/place"
	"devservers/app/why/files"
	"devservers/app/words"
)

// fileRules find a file, a directory, a script or a program that does not exist.
var fileRules = []rule{
	{words: []string{"can't open file"}, pattern: lazily(`can't open file '([^']+)'`), find: fileFound},
	{words: []string{"Can't open perl script"}, pattern: lazily(`Can't open perl script "([^"]+)"`), find: fileFound},
	{words: []string{"Module not found \"file://"}, pattern: lazily(`Module not found "file://([^"]+)"`), find: fileFound},
	{words: []string{"Could not read package.json", "ENOENT", "o package.json"},
		pattern: lazily(`(?:Could not read package\.json.*open '([^']+)'|[Nn]o package\.json (?:was )?found)`), find: func(c *Clues, _ int, _ []string) *app.Finding { return c.missingFile("package.json") }},
	{words: []string{"issing script", "\" not found", "Command \""}, pattern: lazily(`(?:[Mm]issing script:? "?([\w:.-]+)"?|ERR_PNPM_NO_SCRIPT.*script: (\S+)|error Command "([\w:.-]+)" not found)`), find: missingScript},
	{words: []string{"go.mod file not found", "cannot find main module"}, pattern: lazily(`go\.mod file not found|cannot find main module`), find: manifest("go.mod")},
	{words: []string{"Could not locate Gemfile"}, pattern: lazily(`Could not locate Gemfile`), find: manifest("Gemfile")},
	{words: []string{"Cargo.toml"}, pattern: lazily("could not find `Cargo\\.toml`"), find: manifest("Cargo.toml")},
	{words: []string{"Mix.Project"}, pattern: lazily(`could not find a Mix\.Project`), find: manifest("mix.exs")},
	{words: []string{"could not find a composer.json"}, pattern: lazily(`could not find a composer\.json`), find: manifest("composer.json")},
	{words: []string{"there is no POM"}, pattern: lazily(`there is no POM in this directory`), find: manifest("pom.xml")},
	{words: []string{"Could not import module", "Error loading ASGI", "Could not import '"}, pattern: lazily(`Could not import module "([\w.]+)"|Could not import '([\w.]+)'`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingFile, Problem: "the application's module " + strings.Join(m[1:], "") + " cannot be imported", Evidence: []string{"the command runs in " + c.WorkDir},
				Fix: "correct the name in the command, or set working_dir to its directory; if an import in it failed, the lines above say so"}
		}},
	{words: []string{"Attribute \"", "Failed to find attribute", "does not contain WSGI", "Failed to find Flask application", "not find Flask app"}, pattern: lazily(`Attribute "(\w+)" not found in module "([\w.]+)"|Failed to find attribute '(\w+)' in '([\w.]+)'|Failed to find Flask application or factory in module '()([\w.]+)'`),
		find: func(_ *Clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingFile, Problem: "the module " + m[2] + m[4] + m[6] + " has no application " + m[1] + m[3] + m[5], Fix: "correct the name in the command, or define the application there"}
		}},
	{broad: true, words: []string{"irectory", "older", "ile "}, pattern: lazily(`(?i)\b(?:directory|folder|file)\s+["'` + "`" + `]?([\w@./+-]+)["'` + "`" + `]?\s+(?:does not exist|doesn't exist|not found|was not found|is missing|could not be found)`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			if c.Exists(m[1]) {
				return nil
			}
			return c.missingFile(m[1])
		}},
	{words: []string{"Unable to load celery application"}, pattern: lazily(`Unable to load celery application`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingFile, Problem: "Celery cannot load the application that -A names", Evidence: []string{"the command runs in " + c.WorkDir},
				Fix: "correct the name after -A, or set working_dir to the directory with the package"}
		}},
}

func fileFound(c *Clues, _ int, m []string) *app.Finding { return c.missingFile(m[1]) }

// manifest returns a rule's function for a manifest that a tool does not find.
func manifest(name string) finder {
	return func(c *Clues, _ int, _ []string) *app.Finding { return c.missingFile(name) }
}

// programRules find a program that does not exist or can't be executed.
var programRules = []rule{
	{words: []string{"not found", "is not recognized", "No such file"}, pattern: lazily(`^(?:/\S*/)?(?:(?:ba|z|da|a)?sh|\S+): (?:(?:\d+: |line \d+: )(?:exec: )?|exec: )?([\w@./+-]+): (?:command )?not found|^(?:/\S*/)?(?:ba|z|da|a)?sh: (?:line )?\d+: (?:exec: )?([\w@+-]+): No such file`), find: program},
	{words: []string{"executable file not found"}, pattern: lazily(`exec: "([^"\s]+)": executable file not found`), find: program},
	{words: []string{"env: "}, pattern: lazily("env: [\u2018'`\"]?([\\w.+-]+)[\u2019'`\"]?: No such file or directory"), find: program},
	{words: []string{"spawn "}, pattern: lazily(`spawn ([\w@./+-]+) ENOENT`), find: program},
	{words: []string{"command not found"}, pattern: lazily(`(?:command not found: |^|[\s:'"])([\w@./+-]+)['"]?: command not found|command not found: ([\w@./+-]+)`), find: program},
	{words: []string{"make: "}, pattern: lazily(`make(?:\[\d+\])?: ([\w./+-]+): No such file or directory`), find: program},
	{words: []string{"No rule to make target"}, pattern: lazily("No rule to make target [`'\u2018]([^'\u2019]+)['\u2019]"),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingConfig, Problem: "the Makefile has no target for " + words.Quote(m[1]), Fix: "correct the target in the command, or add it to the Makefile"}
		}},
	{words: []string{"FileNotFoundError", "No such file or directory - "}, pattern: lazily(`(?:FileNotFoundError: \[Errno 2\] No such file or directory: '|No such file or directory - )([\w+-]+)'?$`), find: program},
	{words: []string{"ermission denied", "EACCES"}, pattern: lazily(`^\S+: (?:line )?(?:\d+: )(?:exec: )?([\w@./+-]+): Permission denied|^(?:/\S*/)?(?:ba|z|da|a)?sh: ([\w@./+-]+): Permission denied|spawn ([\w@./+-]+) EACCES|fork/exec ([\w@./+-]+): permission denied`), find: notExecutable},
}

// program finds a program that is not installed. One that a script of package.json calls is usually in node_modules.
func program(c *Clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	if strings.Contains(name, "/") {
		return c.missingFile(name)
	}
	p, file := c.PackageJSON()
	if file != "" && (p.Calls(name) || files.Mentions(files.Read(file), name)) {
		names := []string{name, "@" + name + "/cli", name + "-cli"}
		f := c.lacks(files.Node, "the program "+name+", which a script of package.json calls, is not installed", names...)
		if use, used := c.Used(files.Node); files.Existing(filepath.Join(filepath.Dir(file), "node_modules")) == "" {
			f.Evidence, f.Fix = append(f.Evidence, "the project has no node_modules"), c.In(used, use.Install)
		}
		return f
	}
	return &app.Finding{Kind: app.FindingExecutable, Problem: "the program " + name + " is not installed, or not in PATH", Fix: "install " + name + ", or write its path"}
}

func notExecutable(c *Clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	if info, err := os.Stat(c.Found(name)); err == nil && (info.IsDir() || info.Mode()&0o111 != 0) {
		return nil
	}
	return &app.Finding{Kind: app.FindingExecutable, Problem: name + " is not executable", Fix: "chmod +x " + name}
}

const aPath = "[\"'`\u2018\u201c]?((?:[\\w@.+~-]*/)?[\\w@.+~/-]*[./][\\w@.+~/-]*)[\"'`\u2019\u201d]?"

// missing matches what programs say of a file that is not there, with its name before or after.
var missing = lazily(`(?i)(?:no such (?:file(?: or directory)?|directory)|ENOENT[^'"]*|file not found|not found:|(?:can ?not|can.t|could not|couldn.t|unable to|failed to|failed) (?:find|open(?:ing)?|load(?:ing)?|read|access|stat|locate|chdir(?: to)?|change to|enter|include)|is missing|missing|directory|file)` +
	`(?: (?:@ \w+ ?-?|-|the|a|input|database|log|data|lock|pid|env|source|file|directory|root|config(?:uration)?|template|folder|path|for|at|named|required|module|script|schema|key|certificate|to|from|stream:|or)){0,5}[\s:,('"]+` + aPath + `|` +
	`(?:^|[\s:=(\[])` + aPath + `["']?[\s:,)(]*(?:no such file|does ?n.t exist|does not exist|not exist\b|not found|is missing|not a directory|failed \(2:|could not be (?:found|opened|read)|cannot be (?:found|opened|read))`)

// says matches what a line says at all if a file is not there.
var saysMissing = lazily(`(?i)no such|ENOENT|exist|not found|find|missing|not a directory|failed|cannot|can.t|could ?n.t|could not|unable`)

// saysNoFile matches what only a missing file makes a program say: then any name with a / is a path.
var saysNoFile = lazily(`(?i)no such file|ENOENT|NoSuchFile|FileNotFound|chdir|not a directory`)

// request matches lines about a request, whose paths are not files.
var request = lazily(`\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b|HTTP/\d|\b40[0-9]\b|Not Found:`)

// absent finds a path that the line says is not there, and that indeed is not.
func absent(c *Clues, at int) *app.Finding {
	line := withoutPlaces(times().ReplaceAllString(c.Lines[at].Text, ""))
	if !saysMissing().MatchString(line) || request().MatchString(line) {
		return nil
	}
	for _, m := range missing().FindAllStringSubmatch(line, 4) {
		name := strings.TrimRight(m[1]+m[2], ".")
		if files.Valid(name) && !c.Exists(name) && (looksLikeFile(name) || saysNoFile().MatchString(line)) {
			return c.missingFile(name)
		}
	}
	return nil
}

// withoutPlaces cuts the places in sources out of a line: their files are there.
func withoutPlaces(line string) string {
	list := place.In(line)
	for _, p := range slices.Backward(list) {
		if p.File != "" {
			line = line[:p.From] + line[p.To:]
		}
	}
	return line
}

// looksLikeFile reports whether a word is a path rather than a fraction, a version or a name of a package.
func looksLikeFile(name string) bool {
	ext := filepath.Ext(name)
	if filepath.IsAbs(name) {
		top, _, below := strings.Cut(name[1:], "/")
		return below && files.Existing("/"+top) != ""
	}
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return true
	}
	return ext != "" && strings.Trim(ext[1:], "0123456789") != "" && len(ext) < 9 && !strings.HasPrefix(name, "@")
}

// missingFile looks for the file elsewhere in the project: if it is there, the working directory is wrong.
func (c *Clues) missingFile(name string) *app.Finding {
	if !files.Valid(strings.TrimPrefix(name, "file:")) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: name + " does not exist", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create it, or correct its name"}
	if strings.HasPrefix(name, ".") || strings.HasPrefix(name, "@/") || strings.HasPrefix(name, "~/") {
		f.Problem, f.Evidence, f.Fix = "an import names "+name+", which does not exist", nil, "create it, or correct the import"
		return f
	}
	if c.Exists(name) {
		f.Problem, f.Evidence = name+" did not exist when it was needed", []string{"it exists now"}
		f.Next(app.Step{Do: app.StepRestart, Server: c.Ref}, "")
		return f
	}
	base := filepath.Base(name)
	if dir := c.DirectoryWith(base); dir != "" {
		f.Evidence = append(f.Evidence, base+" is in "+dir)
		f.Fix = "set working_dir: " + c.Shown(dir) + " in devservers.yml"
	}
	return f
}

func missingScript(c *Clues, _ int, m []string) *app.Finding {
	name := strings.Join(m[1:], "")
	p, file := c.PackageJSON()
	f := &app.Finding{Kind: app.FindingFile, Problem: "package.json has no script " + name, Fix: "add the script, or use another"}
	if file == "" {
		return c.missingFile("package.json")
	}
	if scripts := slices.Sorted(maps.Keys(p.Scripts)); len(scripts) > 0 {
		f.Evidence = []string{c.Shown(file) + " has " + strings.Join(scripts[:min(len(scripts), 20)], ", ")}
	}
	return f
}
