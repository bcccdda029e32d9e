package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest/place"
	"devservers/app/why/files"
)

// fileRules find a file, a directory, a script or a program that does not exist.
var fileRules = []rule{
	{words: []string{"can't open file"}, pattern: lazily(`can't open file '([^']+)'`), find: fileFound},
	{words: []string{"Can't open perl script"}, pattern: lazily(`Can't open perl script "([^"]+)"`), find: fileFound},
	{words: []string{"Module not found \"file://"}, pattern: lazily(`Module not found "file://([^"]+)"`), find: fileFound},
	{words: []string{"Could not read package.json", "ENOENT", "o package.json"},
		pattern: lazily(`(?:Could not read package\.json.*open '([^']+)'|[Nn]o package\.json (?:was )?found)`), find: manifest("package.json")},
	{words: []string{"issing script", "\" not found", "Command \""}, pattern: lazily(`(?:[Mm]issing script:? "?([\w:.-]+)"?|ERR_PNPM_NO_SCRIPT.*script: (\S+)|error Command "([\w:.-]+)" not found)`), find: missingScript},
	{words: []string{"go.mod file not found", "cannot find main module"}, pattern: lazily(`go\.mod file not found|cannot find main module`), find: manifest("go.mod")},
	{words: []string{"no Go files in", "no non-test Go files", "is not a main package", "package command-line-arguments"}, pattern: lazily(`no (?:non-test )?Go files in|is not a main package`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingFile, Problem: "the directory that the command names has no main package of Go", Fix: "name the directory with the main package in the command"}
			if main := c.MainPackage(); main != "" && main != c.WorkDir {
				f.Evidence, f.Fix = []string{"the main package is in " + main}, "write the path of the main package in the command: "+main
			}
			return f
		}},
	{words: []string{"production build", "Did you build", "id you forget to build", "build your project", "has not been built", "run build"}, pattern: lazily(`(?i)could not find a production build|did you (?:forget to )?build|(?:directory|file|output) "?([\w./-]+)"? does not exist.*build`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			build, file := c.Builds(filepath.Join(c.WorkDir, "dist", "x"))
			f := &app.Finding{Kind: app.FindingFile, Problem: "the project has not been built", Fix: "build it first"}
			if build != "" {
				f.Evidence, f.Fix = []string{c.Shown(file) + " builds it"}, c.In(file, build)+" first, or use the script for development"
			}
			return f
		}},
	{words: []string{"No application configured", "config.ru not found"}, pattern: lazily(`No application configured|config\.ru not found`), find: manifest("config.ru")},
	{words: []string{"Could not locate Gemfile"}, pattern: lazily(`Could not locate Gemfile`), find: manifest("Gemfile")},
	{words: []string{"Cargo.toml"}, pattern: lazily("could not find `Cargo\\.toml`"), find: manifest("Cargo.toml")},
	{words: []string{"Mix.Project"}, pattern: lazily(`could not find a Mix\.Project`), find: manifest("mix.exs")},
	{words: []string{"could not find a composer.json"}, pattern: lazily(`could not find a composer\.json`), find: manifest("composer.json")},
	{words: []string{"there is no POM"}, pattern: lazily(`there is no POM in this directory`), find: manifest("pom.xml")},
	{words: []string{"Could not import module", "Error loading ASGI", "Could not import '"}, pattern: lazily(`Could not import module "([\w.]+)"|Could not import '([\w.]+)'`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			name := strings.Join(m[1:], "")
			f := &app.Finding{Kind: app.FindingFile, Problem: "the application's module " + name + " cannot be imported", Evidence: []string{"the command runs in " + c.WorkDir},
				Fix: "correct the name in the command, or set working_dir to its directory; if an import in it failed, the lines above say so"}
			if dir := c.ModuleDir(name); dir != "" {
				f.Evidence = append(f.Evidence, "the module is in "+dir)
				f.Fix = "set working_dir: " + c.Shown(dir) + " in devservers.yml"
			}
			return f
		}},
	{words: []string{"privilege tables", "mysql.plugin", "mysql.db", "mysql.user", "PG_VERSION", "initdb", "valid data directory", "nitialize the database", "install_db"}, pattern: lazily(
		`privilege tables|'?mysql\.(?:db|plugin|user)'? doesn't exist|PG_VERSION.*(?:missing|does not exist|No such)|not a valid data directory|[Rr]un "?initdb|(?:run|use) .{0,20}(?:install[_-]db|--initialize)`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingFile, Problem: "the directory with the data of the database has not been initialised", Fix: "initialise it with the tool of the database"}
			if dir, init := c.DataDirectory(); init != "" {
				f.Problem, f.Fix = "the directory "+dir+" has not been initialised as that of a database", init
			}
			return f
		}},
	{words: []string{"nable to open database", "unable to open database", "SQLITE_CANTOPEN"}, pattern: lazily(`(?i)unable to open (?:the )?database(?: file)?|SQLITE_CANTOPEN`), find: noDatabaseFile},
	{broad: true, words: []string{"irectory", "older", "ile "}, pattern: lazily(`(?i)\b(?:directory|folder|file)\s+["'` + "`" + `]?([\w@./+-]+)["'` + "`" + `]?\s+(?:does not exist|doesn't exist|not found|was not found|is missing|could not be found)`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			if c.Exists(m[1]) {
				return nil
			}
			return c.missingFile(m[1])
		}},
	{broad: true, words: []string{" find", " locate"}, pattern: lazily("(?i)(?:could ?n.t|could not|can ?not|can't|unable to|failed to) (?:find|locate) (?:any |an? |the |your )?['\"`]([\\w./-]+)['\"`](?: (?:or|nor) ['\"`]([\\w./-]+)['\"`])? (directory|folder|file)"),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			if c.Exists(m[1]) || !files.Valid(m[1]) {
				return nil
			}
			name := m[1]
			if m[2] != "" {
				name += " or " + m[2]
			}
			return &app.Finding{Kind: app.FindingFile, Problem: "the " + strings.ToLower(m[3]) + " " + name + " does not exist", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create it, or run the command in the directory that has it"}
		}},
	{words: []string{"Unable to load celery application"}, pattern: lazily(`Unable to load celery application`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingFile, Problem: "Celery cannot load the application that -A names", Evidence: []string{"the command runs in " + c.WorkDir},
				Fix: "correct the name after -A, or set working_dir to the directory with the package"}
			for i, arg := range c.Argv {
				if dir := c.ModuleDir(strings.TrimPrefix(arg, "--app=")); i > 0 && (c.Argv[i-1] == "-A" || strings.HasPrefix(arg, "--app=")) && dir != "" {
					f.Evidence, f.Fix = append(f.Evidence, "the module is in "+dir), "set working_dir: "+c.Shown(dir)+" in devservers.yml"
				}
			}
			return f
		}},
}

func fileFound(c *Clues, _ int, m []string) *app.Finding { return c.missingFile(m[1]) }

// manifest returns a rule's function for a manifest that a tool does not find.
func manifest(name string) finder {
	return func(c *Clues, _ int, _ []string) *app.Finding { return c.missingFile(name) }
}

const aPath = "[\"'`\u2018\u201c]?((?:[\\w@.+~-]*/)?[\\w@.+~/-]*[./][\\w@.+~/-]*)[\"'`\u2019\u201d]?"

// missing matches what programs say of a file that is not there, with its name before or after.
var missing = lazily(`(?i)(?:no such (?:file(?: or directory)?|directory)|ENOENT[^'"]*|file not found|not found:|(?:can ?not|can.t|could not|couldn.t|unable to|failed to|failed) (?:find|open(?:ing)?|load(?:ing)?|read|access|stat|locate|chdir(?: to)?|cd(?: to)?|change to|change dir(?:ectory)?(?: to)?|switch to|enter|include)|is missing|missing|directory|file)` +
	`(?: (?:@ \w+ ?-?|-|the|a|input|database|log|data|lock|pid|env|source|file|directory|root|config(?:uration)?|template|folder|path|for|at|named|required|module|script|schema|key|certificate|to|from|stream:|or)){0,5}[\s:,('"]+` + aPath + `|` +
	`(?:^|[\s:=(\[])` + aPath + `["']?[\s:,)(]*(?:no such file|does ?n.t exist|does not exist|not exist\b|not found|is missing|not a directory|failed \(2:|could not be (?:found|opened|read)|cannot be (?:found|opened|read))`)

// says matches what a line says at all if a file is not there.
var saysMissing = lazily(`(?i)no such|ENOENT|exist|not found|find|missing|not a directory|failed|cannot|can.t|could ?n.t|could not|unable`)

// saysNoFile matches what only a missing file makes a program say: then any name with a / is a path.
var saysNoFile = lazily(`(?i)no such file|ENOENT|NoSuchFile|FileNotFound|chdir|can't cd|not a directory|change dir|os error 2\b|errno[:= ]+2\b|errcode: 2\b`)

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
		if files.Valid(name) && !c.Exists(name) && (files.LooksLikeFile(name) || saysNoFile().MatchString(line)) {
			return c.missingFile(name)
		}
	}
	if !saysNoFile().MatchString(line) {
		return nil
	}
	for _, m := range pathIn().FindAllStringSubmatch(line, 8) { // a system error, with the path anywhere in the line
		name := strings.TrimRight(m[1]+m[2], ".")
		if files.Valid(name) && !c.Exists(name) && files.LooksLikeFile(name) && !strings.Contains(name, " ") {
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

// missingFile looks for the file elsewhere in the project: if it is there, the working directory is wrong. If a build makes
// it, the build is missing.
func (c *Clues) missingFile(name string) *app.Finding {
	name = strings.TrimPrefix(name, "file://")
	if !files.Valid(name) {
		return nil
	}
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(c.WorkDir, name)
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: c.Shown(filepath.Clean(path)) + " does not exist", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create it, or correct its name"}
	if !c.Ours(path) {
		f.Problem = name + " does not exist"
	}
	if c.Exists(name) {
		f.Problem, f.Evidence = name+" did not exist when it was needed", []string{"it exists now"}
		f.Next(app.Step{Do: app.StepRestart, Server: c.Ref}, "")
		return f
	}
	base := filepath.Base(name)
	build, file := c.Builds(path)
	switch dir := c.DirectoryWith(base); {
	case build != "":
		f.Problem += ": it has not been built"
		f.Evidence, f.Fix = append(f.Evidence, c.Shown(file)+" builds it"), c.In(file, build)
	case dir != "" && base != name || dir != "" && !strings.HasSuffix(name, "/"):
		f.Evidence = append(f.Evidence, base+" is in "+dir)
		f.Fix = "set working_dir: " + c.Shown(dir) + " in devservers.yml, or correct the path"
	default:
		c.instead(f, path)
	}
	return f
}

// instead adds what is there instead: a missing directory above, or a file with nearly the same name.
func (c *Clues) instead(f *app.Finding, path string) {
	parent := filepath.Dir(path)
	if init := c.Initialises(path); init != "" {
		f.Fix = "create and initialise it: " + init
		return
	}
	if files.Existing(parent) == "" {
		if c.Ours(parent) {
			f.Evidence = append(f.Evidence, "its directory "+c.Shown(parent)+" does not exist")
			f.Fix = "create it, or correct the path"
			if slices.Contains(written, filepath.Ext(path)) || filepath.Ext(path) == "" {
				f.Fix = "mkdir -p " + c.Shown(parent) + ", or correct the path"
			}
		}
		return
	}
	like := files.Like(path)
	if example := c.Near(files.Examples...); strings.HasPrefix(filepath.Base(path), ".env") && filepath.Dir(example) == parent {
		f.Evidence, f.Fix = append(f.Evidence, "there is "+c.Shown(example)), "copy "+c.Shown(example)+" to "+c.Shown(path)+" and fill it in"
	} else if like != "" && c.Ours(parent) {
		f.Evidence = append(f.Evidence, "there is "+c.Shown(like))
		f.Fix = "correct the name: " + filepath.Base(like)
	}
}

// written are the extensions of files that programs create, but not their directories.
var written = []string{".sock", ".socket", ".log", ".pid", ".lock", ".db", ".sqlite", ".sqlite3", ".tmp", ".out"}
