package detect

import (
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"devservers/app/transcript/text"
)

// other is a kind of project that one file shows.
type other struct {
	file, contains string // the file or a pattern of its name, and words of which it has one, joined by |; "" = any
	name           string
	command        string
	standard       int   // where it listens by default, if the table of tools doesn't have it
	opens          bool  // only if sources open a server
	env            []Var // what it needs
	tasks          []Var // name and command
}

// others are frameworks with one way to start them. Commands in bin/ and with a wrapper of the project are preferred.
var others = []other{
	{file: "bin/rails", name: "rails", command: "bin/rails server",
		tasks: []Var{{"migrate", "bin/rails db:migrate"}, {"test", "bin/rails test"}, {"install", "bundle install"}}},
	{file: "config/application.rb", contains: "Rails::Application", name: "rails", command: "bundle exec rails server",
		tasks: []Var{{"install", "bundle install"}}},
	{file: "config/app.rb", contains: "Hanami", name: "hanami", command: "bundle exec hanami server",
		tasks: []Var{{"install", "bundle install"}}},
	{file: "config.ru", name: "web", command: "bundle exec rackup", tasks: []Var{{"install", "bundle install"}}},
	{file: "Gemfile", contains: "jekyll", name: "jekyll", command: "bundle exec jekyll serve",
		tasks: []Var{{"install", "bundle install"}}},
	{file: "*.rb", contains: `require 'sinatra'|require "sinatra"`, name: "web", command: "ruby FILE -p $PORT",
		standard: 4567, tasks: []Var{{"install", "bundle install"}}},
	{file: "spark", name: "codeigniter", command: "php spark serve --port $PORT", standard: 8080,
		tasks: []Var{{"install", "composer install"}}},
	{file: "artisan", name: "laravel", command: "php artisan serve",
		tasks: []Var{{"migrate", "php artisan migrate"}, {"test", "php artisan test"}, {"install", "composer install"}}},
	{file: "mix.exs", contains: ":phoenix", name: "phoenix", command: "mix phx.server",
		tasks: []Var{{"migrate", "mix ecto.migrate"}, {"test", "mix test"}, {"install", "mix deps.get"}}},
	{file: "mix.exs", contains: ":bandit|:plug_cowboy", name: "web", command: "mix run --no-halt",
		tasks: []Var{{"test", "mix test"}, {"install", "mix deps.get"}}},
	{file: "pom.xml", contains: "quarkus", name: "quarkus", command: "mvn quarkus:dev",
		tasks: []Var{{"test", "mvn test"}}},
	{file: "build.gradle*", contains: "io.quarkus", name: "quarkus", command: "gradle quarkusDev",
		tasks: []Var{{"test", "gradle test"}}},
	{file: "build.gradle*", contains: "io.micronaut", name: "micronaut", standard: 8080,
		command: "gradle run --args=-micronaut.server.port=$PORT", tasks: []Var{{"test", "gradle test"}}},
	{file: "pom.xml", contains: "spring-boot", name: "spring", command: "mvn spring-boot:run",
		tasks: []Var{{"test", "mvn test"}}},
	{file: "build.gradle*", contains: "org.springframework.boot", name: "spring", command: "gradle bootRun",
		tasks: []Var{{"test", "gradle test"}}},
	{file: "build.gradle*", contains: "io.ktor", name: "ktor", command: "gradle run",
		tasks: []Var{{"test", "gradle test"}}},
	{file: "build.gradle*", contains: "application", name: "web", command: "gradle run", opens: true,
		tasks: []Var{{"test", "gradle test"}}},
	{file: "*.csproj", contains: "Microsoft.NET.Sdk.Web", name: "web", standard: 5000,
		command: "dotnet watch run -- --urls http://localhost:$PORT",
		env:     []Var{{"DOTNET_WATCH_SUPPRESS_LAUNCH_BROWSER", "1"}},
		tasks:   []Var{{"build", "dotnet build"}}},
	{file: "*.csproj", contains: "Microsoft.NET.Sdk.Worker", name: "worker", command: "dotnet watch run",
		tasks: []Var{{"build", "dotnet build"}}},
	{file: "hugo.toml", name: "hugo", command: "hugo server"},
	{file: "hugo.yaml", name: "hugo", command: "hugo server"},
	{file: "config.toml", contains: "baseURL", name: "hugo", command: "hugo server"},
	{file: "config.toml", contains: "base_url", name: "zola", command: "zola serve"},
	{file: "mkdocs.yml", name: "mkdocs", command: "mkdocs serve"},
	{file: "book.toml", name: "book", command: "mdbook serve"},
	{file: "Cargo.toml", contains: "[package]", name: "web", command: "cargo run", opens: true,
		tasks: []Var{{"build", "cargo build"}, {"test", "cargo test"}}},
}

// wrappers are programs that a project brings itself.
var wrappers = map[string]string{"mvn": "mvnw", "gradle": "gradlew"}

func (p *project) other(dir string) (servers, tasks []ProposedServer) {
	for _, o := range others {
		file := p.shows(dir, o)
		if file == "" || len(servers) > 0 || o.opens && !p.anywhere(dir, listeners(), ".rs", ".java", ".kt", ".groovy") ||
			file == "Cargo.toml" && !p.has(dir, "src/main.rs", "src/bin") && !strings.Contains(p.read(dir, file), "[[bin]]") {
			continue
		}
		if o.opens && p.commandLine(dir) {
			p.leave(filepath.Join(dir, file) + " is left out: its program is a command line: declare the command that serves")
			continue
		}
		from := filepath.Join(dir, file)
		e := ProposedServer{Name: nameIn(dir, o.name), Command: p.own(dir, strings.Replace(o.command, "FILE", file, 1)),
			Dir: below(dir), Env: o.env, From: from, standard: o.standard}
		p.settle(&e)
		servers = append(servers, e)
		for _, t := range o.tasks {
			tasks = append(tasks, ProposedServer{Name: t.Name, Command: p.own(dir, t.Value), Dir: below(dir), From: from})
		}
	}
	return servers, tasks
}

// shows returns the file of a directory that shows a kind of project, or "".
func (p *project) shows(dir string, o other) string {
	at := filepath.Join(dir, path.Dir(o.file))
	for _, e := range p.list(at) {
		if ok, _ := path.Match(path.Base(o.file), e.Name()); !ok || e.IsDir() {
			continue
		}
		text := p.read(at, e.Name())
		if o.contains == "" || slices.ContainsFunc(strings.Split(o.contains, "|"), func(word string) bool {
			return strings.Contains(text, word)
		}) {
			return filepath.Join(path.Dir(o.file), e.Name())
		}
	}
	return ""
}

// listeners match sources of compiled programs that open a server.
var listeners = text.Lazy(`HttpServer|axum::serve|warp::serve|rocket::|TcpListener|Server::bind|poem::Server|embeddedServer|Javalin|Undertow|ServerSocket|SparkJava|\bget\("/`)

// subcommands match sources of programs that do nothing without a word for what to do.
var subcommands = text.Lazy(`#\[derive\([^)]*\bSubcommand\b|\.subcommand\(|\.AddCommand\(`)

// commandLine reports whether the program of a directory is a command line: alone it prints its help.
func (p *project) commandLine(dir string) bool { return p.anywhere(dir, subcommands(), ".rs", ".go") }

// own replaces a program by the one that the project brings.
func (p *project) own(dir, command string) string {
	program, rest, _ := strings.Cut(command, " ")
	if w := wrappers[program]; w != "" && p.has(dir, w) {
		return "./" + w + " " + rest
	}
	if program == "ruby" && p.has(dir, "Gemfile") {
		return "bundle exec " + command
	}
	return command
}

// opensServer reports whether the sources of a directory open a port.
func (p *project) opensServer(dir string) bool {
	port, env := p.listens(dir)
	return port > 0 || env
}

var goMain = text.Lazy(`(?m)^package main\s*$`)

// golang proposes air where it is configured, and otherwise each package main that opens a server.
func (p *project) golang(dir string) (servers, tasks []ProposedServer) {
	if !p.has(dir, "go.mod") {
		return nil, nil
	}
	tasks = []ProposedServer{{Name: "test", Command: "go test ./...", Dir: below(dir), From: filepath.Join(dir, "go.mod")}}
	for _, config := range []string{".air.toml", "air.toml"} {
		if p.has(dir, config) {
			e := ProposedServer{Name: nameIn(dir, "web"), Command: "air", Dir: below(dir), From: filepath.Join(dir, config)}
			if config != ".air.toml" {
				e.Command += " -c " + config
			}
			p.settle(&e)
			return []ProposedServer{e}, tasks
		}
	}
	for _, main := range p.goMains(dir) {
		e := ProposedServer{Name: nameIn(dir, "web"), Command: "go run .", Dir: below(dir),
			From: filepath.Join(main, "main.go")}
		if main != dir {
			e.Command, e.Name = "go run "+relative(dir, main), path.Base(main)
		}
		if p.commandLine(main) {
			verb := p.firstIn(dir, serveCommand(), ".go")
			switch {
			case p.firstIn(dir, rootRuns(), ".go") != nil:
				verb = []string{"", ""}
			case verb == nil:
				p.leave(e.From + " is left out: it is a command line, and none of its commands is called serve")
				continue
			}
			e.Command = strings.TrimSpace(e.Command + " " + verb[1])
		}
		if n, reads := p.listens(main); n > 0 && !reads {
			e.standard, e.Port = n, strconv.Itoa(n)
		} else {
			p.settle(&e)
		}
		servers = append(servers, e)
	}
	return servers, tasks
}

var (
	// serveCommand matches the declaration of a command that serves, rootRuns of a program that does so without one.
	serveCommand = text.Lazy(`Use:\s*"(serve|server|web|daemon)\b`)
	rootRuns     = text.Lazy(`(?s)(?i:root)\w*\s*:?=\s*&cobra\.Command\{[^}]*\bRunE?:`)
)

// firstIn returns the first match in the sources of a directory, or nil.
func (p *project) firstIn(dir string, re *regexp.Regexp, extensions ...string) []string {
	for _, file := range p.files(dir, 3, extensions...) {
		if m := re.FindStringSubmatch(p.read(".", file)); m != nil {
			return m
		}
	}
	return nil
}

// goMains returns the directories with a package main, if the module opens a server.
func (p *project) goMains(dir string) (mains []string) {
	if !p.opensServer(dir) && !p.anywhere(dir, goListens(), ".go") {
		return nil
	}
	seen := map[string]bool{}
	for _, file := range p.files(dir, 3, ".go") {
		at := path.Dir(file)
		if !seen[at] && !strings.HasSuffix(file, "_test.go") && goMain().MatchString(p.read(".", file)) {
			seen[at] = true
			if port, env := p.listens(at); at == dir || port > 0 || env || strings.Contains(path.Base(at), "server") ||
				strings.Contains(path.Base(at), "api") {
				mains = append(mains, at)
			}
		}
	}
	if len(mains) == 0 && len(seen) == 1 {
		mains = slices.Collect(maps.Keys(seen))
	}
	for at := range seen {
		if !slices.Contains(mains, at) && p.anywhere(at, goListens(), ".go") {
			p.leave(at + " is left out: its program may open a server, but no source of it names a port")
		}
	}
	return mains
}

// goListens matches sources of Go that open a server.
var goListens = text.Lazy(`ListenAndServe|net\.Listen\(|\becho\.New\(|\bgin\.(?:New|Default)\(|\bfiber\.New\(`)

// php proposes PHP's own server for a project without a framework.
func (p *project) php(dir string) []ProposedServer {
	root := ""
	switch {
	case p.has(dir, "artisan", "spark"), p.has(dir, "package.json") && !p.has(dir, "composer.json"):
		return nil
	case p.has(dir, "public/index.php"):
		root = " -t public"
	case p.has(dir, "web/index.php"):
		root = " -t web"
	case !p.has(dir, "index.php"):
		return nil
	}
	from := filepath.Join(dir, "index.php")
	if root != "" {
		from = filepath.Join(dir, strings.TrimPrefix(root, " -t ")+"/index.php")
	}
	return []ProposedServer{{Name: nameIn(dir, "php"), Command: "php -d opcache.revalidate_freq=0 -S 127.0.0.1:$PORT" +
		root, Port: auto,
		Dir: below(dir), From: from, standard: 8000}}
}
