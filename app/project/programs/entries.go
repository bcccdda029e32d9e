package programs

import (
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/sources"
	"devservers/app/project/survey"
)

// Entries returns what starts something in a project's files, and the programs that its sources show: those that serve
// or stay, and at last those of which nothing shows either.
func Entries(p *survey.Checkout) (found []survey.Starter) {
	for _, dir := range p.Dirs {
		found = append(found, lists.Foreign(p, dir)...)
	}
	found = append(append(found, p.Starters()...), lists.Unread(p)...)
	for i := range found {
		if s := &found[i]; s.Ends && EntryPoint().MatchString(s.Line) {
			s.Ends = PythonStays(Entered(p, s.Dir, s.Line)) == ""
		}
	}
	for _, file := range p.Files(".", survey.MaxDepth, ".py") {
		found = append(found, pythonEntry(p, file)...)
	}
	for _, dir := range p.Dirs {
		found = append(append(append(found, plainEntries(p, dir)...), compiled(p, dir)...), containers(p, dir)...)
	}
	return found
}

var (
	// alone matches sources of Python that do something when they are run.
	alone = words.Lazy(`(?m)^(?:if __name__|while |main\(\)|[\w.]+(?:\(\))?\.(?:run|start)\w*\()`)
	// helper matches files of Python that tools run.
	helper = words.Lazy(`(?:^|/)(?:setup|manage|noxfile|fabfile|tasks|dodo|conf|.*\.conf|.*config|env|wsgi|asgi)\.py$`)
	// blocks matches calls of libraries that wait for messages or times, and end only when they are told to.
	blocks = words.Lazy(`\bBlockingScheduler\(|loop_forever\(|start_consuming\(|infinity_polling\(|run_pending\(|` +
		`SocketModeHandler\(|(?:discord|commands)\.(?:Client|Bot|AutoShardedBot)\b|\bupdater\.idle\(`)
)

// PythonServes reports whether a source of Python opens a server when it is run, itself or by what it calls.
func PythonServes(p *survey.Checkout, file string) (port int, serves bool) {
	source := p.Read(".", file)
	if !code.RunsAlone().MatchString(source) && path.Base(file) != "__main__.py" {
		return 0, false
	}
	return code.PythonServes(Program(p, file))
}

// pythonEntry returns a source of Python that is a program, or a command of Django that doesn't end.
func pythonEntry(p *survey.Checkout, file string) []survey.Starter {
	source, name := p.Read(".", file), path.Base(file)
	s := survey.Starter{File: file, Dir: path.Dir(file), Line: "python " + name}
	runs := alone().MatchString(source) || code.RunsAlone().MatchString(source) || name == "__main__.py"
	switch {
	case strings.Contains(file, "/management/commands/"):
		s.Line = "manage.py " + strings.TrimSuffix(name, ".py")
		if s.Why = StaysUnlisted; !sources.NeverEnds(source) {
			return nil
		}
	case !runs || p.Has(s.Dir, "__init__.py") && len(p.Importing(file)) > 0 || helper().MatchString(file):
		return nil
	default:
		s.Why = PythonStays(Program(p, file))
		s.Ends = s.Why == ""
	}
	if name == "__main__.py" {
		s.Line, s.Dir = "python -m "+path.Base(s.Dir), path.Dir(s.Dir)
	}
	return []survey.Starter{s}
}

// ServesWhenRun is what is said of programs that open a server.
const ServesWhenRun = "this program serves when it is run"

// StaysUnlisted is what is said of programs that don't end.
const StaysUnlisted = "it runs until it is stopped, but nothing in a list of commands starts it"

// OneStays reports whether one of some sources itself serves or waits, and not only what it imports.
func OneStays(p *survey.Checkout, files []string) bool {
	return slices.ContainsFunc(files, func(file string) bool {
		return path.Ext(file) != ".py" || PythonStays(p.Read(".", file)) != ""
	})
}

// PythonStays says why a program of Python runs until it is stopped, by all that it reaches, or "".
func PythonStays(all string) string {
	if _, serves := code.PythonServes(all); serves {
		return ServesWhenRun
	}
	if sources.NeverEnds(all) || blocks().MatchString(all) {
		return StaysUnlisted
	}
	return ""
}

// interpreters are languages whose sources are run as they are, by extension.
var interpreters = map[string]string{".rb": "ruby", ".php": "php", ".pl": "perl", ".psgi": "plackup", ".lua": "lua",
	".R": "Rscript", ".jl": "julia", ".tcl": "tclsh", ".exs": "elixir", ".clj": "clojure", ".groovy": "groovy"}

var (
	// interpreted matches the first line of a script that is none for a shell.
	interpreted = words.Lazy(`^#!.*\b(ruby|python[\d.]*|perl|node|php|lua|julia|Rscript|tclsh|elixir|deno|bun|guile|racket)\b`)
	// opens matches calls that open a server, in any language.
	opens = words.Lazy(`WEBrick::|TCPServer|Rack(?:up)?::(?:Handler|Server)|\.run!|HTTP[:\\]+(?:Server|Daemon)\b|HttpServer\(|` +
		`->listen\(|Worker::runAll|stream_socket_server|app->start|Plack::Runner|\bdance;|shinyApp\(|runApp\(|pr_run\(|` +
		`HTTP\.serve|\bhttplib::|\bserve_forever\(|(?i:\b(?:listen|listenAndServe|serve|accept|runServer|warp|scotty)\b *[( ])`)
	// idles matches calls and loops that only end when they are told to.
	idles = words.Lazy(`(?m)\bloop do\b|\bwhile(?: true\b| ?\((?:true|1)\))|\bfor ?\(;;\)|->(?:wait|consume)\(|\.listen do\b|` +
		`\bClockwork\b|EventMachine\.run|\bsleep\s*$|->worker->run`)
	called = words.Lazy(`^(?:app|main|server|bot|worker|clock|cron|scheduler|consumer|daemon|listener|start|run)$`)
)

// plainEntries returns the programs of a directory in languages that are run as they are.
func plainEntries(p *survey.Checkout, dir string) (found []survey.Starter) {
	scripts, from := slices.Contains(survey.ScriptDirs, path.Base(dir)), dir
	if scripts { // which are run from above
		from = path.Dir(dir)
	} else if dir != "." && !p.Has(dir, "Gemfile", "composer.json", "cpanfile") {
		return nil
	}
	for _, e := range p.List(dir) {
		name, ext := e.Name(), path.Ext(e.Name())
		run := interpreters[ext]
		if e.IsDir() || ext != "" && run == "" || name == "index.php" || survey.Checks(name) {
			continue
		}
		source := p.Read(dir, name)
		own := interpreted().FindStringSubmatch(source)
		file := survey.Relative(from, path.Join(dir, name))[2:]
		s := survey.Starter{File: path.Join(dir, name), Dir: from, Line: run + " " + file, Ends: true,
			Alone: own == nil && !scripts}
		if own != nil && run == "" {
			s.Line = own[1] + " " + file
		}
		_, py := code.PythonServes(source)
		switch {
		case run == "" && (own == nil || own[1] == "node" && p.Has(from, "package.json")):
			continue
		case opens().MatchString(source) || py && own != nil:
			s.Ends, s.Alone, s.Why = false, false, ServesWhenRun
		case idles().MatchString(source) && !strings.Contains(source, "break"), sources.NeverEnds(source):
			s.Ends, s.Alone, s.Why = false, false, StaysUnlisted
		case own == nil && !called().MatchString(strings.TrimSuffix(name, ext)), known().MatchString(name):
			continue
		}
		found = append(found, s)
	}
	return found
}

// known matches the programs that frameworks and package managers bring.
var known = words.Lazy(`^(?:rails|rake|bundle|setup|spring|yarn|importmap|rubocop|brakeman|kamal|thrust|jobs|console|artisan|` +
	`spark|yii|phpunit|hanami|bridgetown|webpack\S*|vite|dev|update|delayed_job|ci|cake|wp|mvnw|gradlew|composer)$`)

// unknownExts are those of sources that a build of their own makes a program of, and mains match the main one.
var (
	unknownExts = strings.Fields(".c .cc .cpp .cxx .zig .nim .hs .swift .ml .cr .d .pas .erl .fs .vala .v .odin .scala")
	mains       = words.Lazy(`\bmain\b *(?:\(|=|::|\{)|\bfn main\b|(?m:^routes:)|@main\b`)
)

// foreignManifests say that their directory's program is named already.
var foreignManifests = strings.Fields("build.sbt stack.yaml Package.swift dune-project shard.yml rebar.config " +
	"pubspec.yaml Cargo.toml go.mod")

// compiled returns the directory's programs in languages whose builds aren't known, if they seem to open a server.
func compiled(p *survey.Checkout, dir string) (found []survey.Starter) {
	for _, file := range p.Files(dir, 0, unknownExts...) {
		source := p.Read(".", file)
		at, _ := p.Upwards(dir, foreignManifests...)
		if at == "" && mains().MatchString(source) && opens().MatchString(source) {
			found = append(found, survey.Starter{File: file, Dir: dir,
				Why: "its program seems to open a server, but nothing here shows how it is built and started: declare the command"})
		}
	}
	return append(append(found, rustEntries(p, dir)...), goEntries(p, dir)...)
}

var (
	// runs matches what a Dockerfile runs at last, and exposed the port that it says.
	runs    = words.Lazy(`(?m)^\s*(?:CMD|ENTRYPOINT)\s+(.+?)\s*$`)
	exposed = words.Lazy(`(?m)^\s*EXPOSE\s+(\d+)`)
	quotes  = strings.NewReplacer(`", "`, " ", `","`, " ", `["`, "", `"]`, "", `[ "`, "", `" ]`, "")
)

// containers names what the container of a directory runs, where nothing else shows what serves.
func containers(p *survey.Checkout, dir string) []survey.Starter {
	all := runs().FindAllStringSubmatch(p.Read(dir, "Dockerfile"), -1)
	if all == nil {
		return nil
	}
	at, why := dir, "its container runs `"+quotes.Replace(all[len(all)-1][1])+"`"
	if m := exposed().FindStringSubmatch(p.Read(dir, "Dockerfile")); m != nil {
		why += " on port " + m[1]
	}
	if strings.Contains(dir, "docker") || strings.Contains(dir, "deploy") {
		dir, at = "", dir // of any of the project's programs
	}
	why += ": declare what that is here"
	return []survey.Starter{{File: path.Join(at, "Dockerfile"), Dir: dir, Alone: true, Why: why}}
}
