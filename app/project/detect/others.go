package detect

import (
	"path"
	"path/filepath"
	"strings"

	"devservers/app/transcript/text"
)

// other is a kind of project that one file shows.
type other struct {
	file, contains string // the file, and a word in it; "" = any
	name           string
	command        string // "" = found by code
	tasks          []Var  // name and command
}

// others are frameworks with one way to start them. Commands in bin/ and with a wrapper of the project are preferred.
var others = []other{
	{file: "bin/rails", name: "rails", command: "bin/rails server",
		tasks: []Var{{"migrate", "bin/rails db:migrate"}, {"test", "bin/rails test"}, {"install", "bundle install"}}},
	{file: "config.ru", name: "web", command: "bundle exec rackup", tasks: []Var{{"install", "bundle install"}}},
	{file: "Gemfile", contains: "jekyll", name: "jekyll", command: "bundle exec jekyll serve",
		tasks: []Var{{"install", "bundle install"}}},
	{file: "app.rb", contains: "require 'sinatra'", name: "web", command: "ruby app.rb -p $PORT"},
	{file: "myapp.rb", contains: "require 'sinatra'", name: "web", command: "ruby myapp.rb -p $PORT"},
	{file: "artisan", name: "laravel", command: "php artisan serve",
		tasks: []Var{{"migrate", "php artisan migrate"}, {"test", "php artisan test"}, {"install", "composer install"}}},
	{file: "mix.exs", contains: ":phoenix", name: "phoenix", command: "mix phx.server",
		tasks: []Var{{"migrate", "mix ecto.migrate"}, {"test", "mix test"}, {"install", "mix deps.get"}}},
	{file: "pom.xml", contains: "spring-boot", name: "spring", command: "mvn spring-boot:run",
		tasks: []Var{{"test", "mvn test"}}},
	{file: "build.gradle", contains: "org.springframework.boot", name: "spring", command: "gradle bootRun",
		tasks: []Var{{"test", "gradle test"}}},
	{file: "build.gradle.kts", contains: "org.springframework.boot", name: "spring", command: "gradle bootRun",
		tasks: []Var{{"test", "gradle test"}}},
	{file: "hugo.toml", name: "hugo", command: "hugo server"},
	{file: "hugo.yaml", name: "hugo", command: "hugo server"},
	{file: "config.toml", contains: "baseURL", name: "hugo", command: "hugo server"},
	{file: "mkdocs.yml", name: "mkdocs", command: "mkdocs serve"},
	{file: "book.toml", name: "book", command: "mdbook serve"},
	{file: "Cargo.toml", contains: "[package]", name: "web", command: "cargo run",
		tasks: []Var{{"build", "cargo build"}, {"test", "cargo test"}}},
}

// wrappers are programs that a project brings itself.
var wrappers = map[string]string{"mvn": "mvnw", "gradle": "gradlew"}

func (p *project) other(dir string) (servers, tasks []ProposedServer) {
	for _, o := range others {
		if !p.has(dir, o.file) || o.contains != "" && !strings.Contains(p.read(dir, o.file), o.contains) {
			continue
		}
		if o.name == "web" && o.file == "Cargo.toml" && !p.opensServer(dir) || len(servers) > 0 {
			continue
		}
		e := ProposedServer{Name: nameIn(dir, o.name), Command: p.own(dir, o.command), Dir: below(dir),
			From: filepath.Join(dir, o.file)}
		p.settle(&e)
		servers = append(servers, e)
		for _, t := range o.tasks {
			tasks = append(tasks, ProposedServer{Name: t.Name, Command: p.own(dir, t.Value), Dir: below(dir),
				From: filepath.Join(dir, o.file)})
		}
	}
	return servers, tasks
}

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
		p.settle(&e)
		servers = append(servers, e)
	}
	return servers, tasks
}

// goMains returns the directories with a package main, if the module opens a server.
func (p *project) goMains(dir string) (mains []string) {
	if !p.opensServer(dir) {
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
	return mains
}

// deno proposes the task for development of a deno.json.
func (p *project) deno(dir string) (servers []ProposedServer) {
	var m struct {
		Tasks map[string]any `json:"tasks"`
	}
	file := "deno.json"
	if !p.json(dir, file, &m) {
		return nil
	}
	for _, name := range []string{"dev", "start", "serve"} {
		if m.Tasks[name] != nil {
			e := ProposedServer{Name: nameIn(dir, "web"), Command: "deno task " + name, Dir: below(dir),
				From: filepath.Join(dir, file) + ": tasks." + name}
			p.settle(&e)
			return []ProposedServer{e}
		}
	}
	return nil
}

// php proposes PHP's own server for a project without a framework.
func (p *project) php(dir string) []ProposedServer {
	root := ""
	switch {
	case p.has(dir, "artisan"), p.has(dir, "package.json") && !p.has(dir, "composer.json"):
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
	return []ProposedServer{{Name: nameIn(dir, "php"), Command: "php -S 127.0.0.1:$PORT" + root, Port: auto,
		Dir: below(dir), From: from, standard: 8000}}
}
