package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest/parse"
	"devservers/app/project/sources"
	"devservers/app/reading/why/lacks"
	"devservers/app/reading/why/sayings"
)

// fileRules find a file, a directory, a script or a program that does not exist.
var fileRules = []rule{
	{words: []string{"can't open file"}, pattern: lazily(`can't open file '([^']+)'`), find: fileFound},
	{words: []string{"Could not open input file"}, pattern: lazily(`Could not open input file: (\S+)`), find: fileFound},
	{words: []string{"No such file or directory"}, pattern: lazily(`^\W*No such file or directory\W*$`), // of the setting in the line above
		find: func(c *Clues, at int, _ []string) *app.Finding {
			for _, m := range sayings.PathIn().FindAllStringSubmatch(strings.Join(c.Following(at-1, 1), ""), 8) {
				name := m[1] + m[2]
				if words := strings.Fields(name); len(words) > 0 {
					name = words[len(words)-1]
				}
				if at > 0 && sources.Valid(name) && !c.Exists(name) && (sources.LooksLikeFile(name) || strings.Contains(name, "/")) {
					return c.missingFile(name)
				}
			}
			return nil
		}},
	{words: []string{"Could not locate a Flask application"}, pattern: lazily(`Could not locate a Flask application`), find: lacking(lacks.Of.Flask)},
	{words: []string{"Can't open perl script"}, pattern: lazily(`Can't open perl script "([^"]+)"`), find: fileFound},
	{words: []string{"Module not found \"file://"}, pattern: lazily(`Module not found "file://([^"]+)"`), find: fileFound},
	{words: []string{"Could not read package.json", "ENOENT", "o package.json"},
		pattern: lazily(`(?:Could not read package\.json.*open '([^']+)'|[Nn]o package\.json (?:was )?found)`), find: manifest("package.json")},
	{words: []string{"issing script", "\" not found", "Command \""}, pattern: lazily(`(?:[Mm]issing script:? "?([\w:.-]+)"?|ERR_PNPM_NO_SCRIPT.*script: (\S+)|error Command "([\w:.-]+)" not found)`), find: lacking(lacks.Of.Script)},
	{words: []string{"Unknown command"}, pattern: lazily(`^Unknown command: "([\w:.-]+)"$`), find: lacking(lacks.Of.NoCommand)},
	{words: []string{"workspace"}, pattern: lazily(`^npm (?:error|ERR!)\s+--workspace=(\S+)$|Unknown workspace "?([\w@/.-]+)|Workspace '([^']+)' not found`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingFile, Problem: "package.json has no workspace " + strings.Join(m[1:], ""), Fix: "correct the name in the command"}
			if names := c.WorkspaceNames(); len(names) > 0 {
				f.Evidence = []string{"the workspaces are " + strings.Join(names, ", ")}
			}
			return f
		}},
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
	{words: []string{"readonly database", "SQLITE_READONLY"}, pattern: lazily(`readonly database|SQLITE_READONLY`), find: readOnlyDatabase},
	{broad: true, words: []string{"irectory", "older", "ile "}, pattern: lazily(`(?i)\b(?:directory|folder|file)\s+["'` + "`" + `]?([\w@./+-]+)["'` + "`" + `]?\s+(?:does not exist|doesn't exist|not found|was not found|is missing|could not be found)`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			if c.Exists(m[1]) || !strings.ContainsAny(m[1], "./") && !strings.ContainsAny(m[0], "\"'`") && !slices.Contains(c.Argv, m[1]) {
				return nil
			}
			return c.missingFile(m[1])
		}},
	{broad: true, words: []string{" find", " locate"}, pattern: lazily("(?i)(?:could ?n.t|could not|can ?not|can't|unable to|failed to) (?:find|locate) (?:any |an? |the |your )?['\"`]([\\w./-]+)['\"`](?: (?:or|nor) ['\"`]([\\w./-]+)['\"`])? (directory|folder|file)"),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			if c.Exists(m[1]) || !sources.Valid(m[1]) {
				return nil
			}
			name := m[1]
			if m[2] != "" {
				name += " or " + m[2]
			}
			return &app.Finding{Kind: app.FindingFile, Problem: "the " + strings.ToLower(m[3]) + " " + name + " does not exist", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create it, or run the command in the directory that has it"}
		}},
	{words: []string{"Unable to load celery application"}, pattern: lazily(`Unable to load celery application`), find: lacking(lacks.Of.Celery)},
	{words: []string{"Attribute \"", "Failed to find attribute", "does not contain WSGI", "Failed to find Flask application", "not find Flask app"}, pattern: lazily(
		`Attribute "(\w+)" not found in module "([\w.]+)"|Failed to find attribute '(\w+)' in '([\w.]+)'|Failed to find Flask application or factory in module '()([\w.]+)'`), find: lacking(lacks.Of.Application)},
}

func fileFound(c *Clues, _ int, m []string) *app.Finding { return c.missingFile(m[1]) }

// manifest returns a rule's function for a manifest that a tool does not find.
func manifest(name string) finder {
	return func(c *Clues, _ int, _ []string) *app.Finding { return c.missingFile(name) }
}

const aPath = "[\"'`\u2018\u201c]?((?:[\\w@.+~-]*/)?[\\w@.+~/-]*[./][\\w@.+~/-]*)[\"'`\u2019\u201d]?"

// missing matches what programs say of a file that is not there, with its name before or after.
var missing = lazily(`(?i)(?:no such (?:file(?: or directory)?|directory)|ENOENT[^'"]*|file not found|not found:|(?:can ?not|can.t|could not|couldn.t|unable to|failed to|failed) (?:find|open(?:ing)?|load(?:ing)?|read|access|stat|locate|chdir(?: to)?|cd(?: to)?|change to|change dir(?:ectory)?(?: to)?|switch to|enter|include)|is missing|missing|directory|file|does ?n.t exist|does not exist)` +
	`(?: (?:@ \w+ ?-?|-|the|a|input|database|log|data|lock|pid|env|source|file|directory|root|config(?:uration)?|template|folder|path|for|at|named|required|module|script|schema|key|certificate|to|from|stream:|or)){0,5}[\s:,('"]+` + aPath + `|` +
	`(?:^|[\s:=(\[])` + aPath + `["']?[\s:,)(]*(?:no such file|does ?n.t exist|does not exist|not exist\b|not found|is missing|not a directory|failed \(2:|could not be (?:found|opened|read)|cannot be (?:found|opened|read))`)

// absent finds a path that the line says is not there, and that indeed is not.
func absent(c *Clues, at int) *app.Finding {
	line := withoutPlaces(sayings.Times().ReplaceAllString(c.Lines[at].Text, ""))
	if !sayings.SaysMissing().MatchString(line) || sayings.Request().MatchString(line) || sayings.SocketIn().MatchString(line) && strings.Contains(line, "connect") {
		return nil
	}
	for _, m := range missing().FindAllStringSubmatch(line, 4) {
		name := strings.TrimRight(m[1]+m[2], ".")
		if sources.Valid(name) && (!c.Exists(name) || c.above(name, line)) && (sayings.SaysNoFile().MatchString(line) || sources.LooksLikeFile(name) && c.isFileName(name, line)) {
			return c.missingFile(name)
		}
	}
	if !sayings.SaysNoFile().MatchString(line) {
		return nil
	}
	for _, m := range sayings.PathIn().FindAllStringSubmatch(line, 8) { // a system error, with the path anywhere in the line
		name := strings.TrimRight(m[1]+m[2], ".")
		if sources.Valid(name) && !c.Exists(name) && sources.LooksLikeFile(name) && !strings.Contains(name, " ") {
			return c.missingFile(name)
		}
	}
	return nil
}

// above reports whether the line is of the system, and the file is in the project's directory, but not in the one below it in
// which the command runs.
func (c *Clues) above(name, line string) bool {
	return c.WorkDir != c.Dir && !filepath.IsAbs(name) && sayings.SaysNoFile().MatchString(line) && sources.Existing(filepath.Join(c.WorkDir, name)) == ""
}

// isFileName reports whether a name with an extension is that of a file, and not of a type, a key or an attribute: it is a path,
// it has an extension that files have, the command names it, or the line speaks of files.
func (c *Clues) isFileName(name, line string) bool {
	return strings.Contains(name, "/") || sources.IsSource(name) || sources.IsText(name) && filepath.Ext(name) != ".key" || ofFiles().MatchString(line) || strings.Contains(strings.Join(c.Argv, " "), name)
}

var ofFiles = lazily(`(?i)\b(?:files?|director(?:y|ies)|paths?|folders?|templates?|scripts?|open|read|load|include)\b`)

// withoutPlaces cuts the places in sources out of a line: their files are there.
func withoutPlaces(line string) string {
	list := parse.PlaceIn(line)
	for _, p := range slices.Backward(list) {
		if p.File != "" {
			line = line[:p.From] + line[p.To:]
		}
	}
	return line
}
