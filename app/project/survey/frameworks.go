package survey

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// Framework is a kind of project that one file shows, and that has one way to start.
type Framework struct {
	File, Contains string // the file or a pattern of its name, and words of which it has one, joined by |; "" = any
	Name           string
	Command        string
	Standard       int         // where it listens by default, if the table of tools doesn't have it
	Opens          bool        // only if sources open a server
	Env            [][2]string // what it needs
	Tasks          [][2]string // name and command
}

// Tasks of several.
var (
	maven  = [][2]string{{"test", "mvn test"}}
	gradle = [][2]string{{"test", "gradle test"}}
	dotnet = [][2]string{{"build", "dotnet build"}}
	cargo  = [][2]string{{"build", "cargo build"}, {"test", "cargo test"}}
)

// Frameworks are frameworks with one way to start them. Commands in bin/ and with a wrapper of the project
// are preferred.
var Frameworks = []Framework{
	{File: "bin/rails", Name: "rails", Command: "bin/rails server",
		Tasks: [][2]string{{"migrate", "bin/rails db:migrate"}, {"test", "bin/rails test"}}},
	{File: "config/application.rb", Contains: "Rails::Application", Name: "rails", Command: "bundle exec rails server"},
	{File: "config/app.rb", Contains: "Hanami", Name: "hanami", Command: "bundle exec hanami server"},
	{File: "config.ru", Contains: "run |run(", Name: "web", Command: "bundle exec rackup"},
	{File: "Gemfile", Contains: "jekyll", Name: "jekyll", Command: "bundle exec jekyll serve"},
	{File: "*.rb", Contains: `require 'sinatra'|require "sinatra"`, Name: "web", Command: "ruby FILE -p $PORT",
		Standard: 4567},
	{File: "*.pl", Contains: "Mojolicious::Lite", Name: "web", Command: "perl FILE daemon -l http://127.0.0.1:$PORT",
		Standard: 3000},
	{File: "script/*", Contains: "Mojolicious::", Name: "web", Command: "perl FILE daemon -l http://127.0.0.1:$PORT",
		Standard: 3000},
	{File: "*.psgi", Name: "web", Command: "plackup -p $PORT FILE", Standard: 5000},
	{File: "bin/*.psgi", Name: "web", Command: "plackup -p $PORT FILE", Standard: 5000},
	{File: "spark", Name: "codeigniter", Command: "php spark serve --port $PORT", Standard: 8080},
	{File: "artisan", Name: "laravel", Command: "php artisan serve",
		Tasks: [][2]string{{"migrate", "php artisan migrate"}, {"test", "php artisan test"}}},
	{File: "mix.exs", Contains: ":phoenix", Name: "phoenix", Command: "mix phx.server",
		Tasks: [][2]string{{"migrate", "mix ecto.migrate"}, {"test", "mix test"}}},
	{File: "mix.exs", Contains: ":bandit|:plug_cowboy", Name: "web", Command: "mix run --no-halt",
		Tasks: [][2]string{{"test", "mix test"}}},
	{File: "pom.xml", Contains: "quarkus", Name: "quarkus", Command: "mvn quarkus:dev", Tasks: maven},
	{File: "build.gradle*", Contains: "io.quarkus", Name: "quarkus", Command: "gradle quarkusDev", Tasks: gradle},
	{File: "pom.xml", Contains: "io.micronaut", Name: "micronaut", Standard: 8080, Command: "mvn mn:run",
		Tasks: maven},
	{File: "build.gradle*", Contains: "io.micronaut", Name: "micronaut", Standard: 8080,
		Command: "gradle run --args=-micronaut.server.port=$PORT", Tasks: gradle},
	{File: "pom.xml", Contains: "spring-boot", Name: "spring", Command: "mvn spring-boot:run", Tasks: maven},
	{File: "build.gradle*", Contains: "org.springframework.boot", Name: "spring", Command: "gradle bootRun",
		Tasks: gradle},
	{File: "build.gradle*", Contains: "io.ktor", Name: "ktor", Command: "gradle run", Tasks: gradle},
	{File: "pom.xml", Contains: "jetty-maven-plugin", Name: "jetty", Command: "mvn jetty:run -Djetty.http.port=$PORT",
		Standard: 8080, Tasks: maven},
	{File: "main.wasp*", Name: "wasp", Command: "wasp start", Standard: 3000},
	{File: "pom.xml", Contains: "exec-maven-plugin", Name: "web", Command: "mvn compile exec:java", Opens: true,
		Tasks: maven},
	{File: "build.gradle*", Contains: "application", Name: "web", Command: "gradle run", Opens: true, Tasks: gradle},
	{File: "*.[cf]sproj", Contains: "Microsoft.NET.Sdk.Web|Microsoft.NET.Sdk.Blazor", Name: "web", Standard: 5000,
		Command: "dotnet watch run -- --urls http://localhost:$PORT",
		Env:     [][2]string{{"DOTNET_WATCH_SUPPRESS_LAUNCH_BROWSER", "1"}},
		Tasks:   [][2]string{{"build", "dotnet build"}}},
	{File: "*.[cf]sproj", Contains: "Aspire.AppHost", Name: "apphost", Command: "dotnet watch run", Standard: 18888,
		Tasks: dotnet},
	{File: "*.[cf]sproj", Contains: "Microsoft.NET.Sdk.Worker", Name: "worker", Command: "dotnet watch run",
		Tasks: dotnet},
	{File: "redwood.toml", Name: "redwood", Command: "yarn rw dev", Standard: 8910,
		Tasks: [][2]string{{"test", "yarn rw test --no-watch"}}},
	{File: "hugo.toml", Name: "hugo", Command: "hugo server"},
	{File: "hugo.yaml", Name: "hugo", Command: "hugo server"},
	{File: "config.toml", Contains: "baseURL", Name: "hugo", Command: "hugo server"},
	{File: "config.toml", Contains: "base_url", Name: "zola", Command: "zola serve"},
	{File: "build.sbt", Contains: "PlayScala|PlayJava", Name: "play", Standard: 9000,
		Command: "sbt -Dhttp.port=$PORT run"},
	{File: "build.sbt", Name: "web", Command: "sbt run", Opens: true},
	{File: "project.clj", Contains: "lein-ring", Name: "web", Command: "lein ring server-headless $PORT", Standard: 3000},
	{File: "project.clj", Contains: ":main ", Name: "web", Command: "lein run", Opens: true},
	{File: "src/*.cr", Contains: "Kemal.run|HTTP::Server.new", Name: "web", Command: "crystal run FILE", Standard: 3000},
	{File: "*.nimble", Contains: "jester|prologue|mummy|happyx", Name: "web", Command: "nimble run"},
	{File: "bin/*.dart", Contains: "shelf|Serverpod|_server/server.dart|HttpServer.bind", Name: "web",
		Command: "dart run FILE", Standard: 8080},
	{File: "gleam.toml", Contains: "mist|wisp", Name: "web", Command: "gleam run"},
	{File: "Package.swift", Contains: "/vapor.git|/hummingbird.git", Name: "web", Command: "swift run", Standard: 8080},
	{File: "mkdocs.yml", Name: "mkdocs", Command: "mkdocs serve"},
	{File: "zensical.toml", Name: "zensical", Command: "zensical serve"},
	{File: "book.toml", Name: "book", Command: "mdbook serve"},
	{File: "Trunk.toml", Name: "trunk", Command: "trunk serve"},
	{File: "index.html", Contains: "data-trunk", Name: "trunk", Command: "trunk serve"},
	{File: "Cargo.toml", Contains: "metadata.leptos", Name: "leptos", Command: "cargo leptos watch", Standard: 3000,
		Tasks: cargo},
	{File: "Cargo.toml", Contains: "rocket", Name: "web", Command: "cargo run", Opens: true, Standard: 8000,
		Tasks: cargo},
	{File: "Cargo.toml", Contains: "[package]", Name: "web", Command: "cargo run", Opens: true, Tasks: cargo},
}

// unapplied matches what a build only passes on to its modules: a plugin, or all that an aggregator has; and comments.
var unapplied = words.Lazy(`(?m)^.*\bapply[ (]false\b.*$|(?s:.*<packaging>pom</packaging>.*)|^\s*#.*$|(?s:^=begin.*?^=end)`)

// Shows returns the file of a directory that shows a kind of project, or "".
func (p *Checkout) Shows(dir string, f Framework) string {
	at := filepath.Join(dir, path.Dir(f.File))
	for _, e := range p.List(at) {
		if ok, _ := path.Match(path.Base(f.File), e.Name()); !ok || e.IsDir() || path.Ext(e.Name()) == ".rb" &&
			slices.Contains(strings.Split(dir, "/"), "lib") {
			continue
		}
		text := p.Read(at, e.Name())
		if shell().MatchString(text) {
			continue
		}
		if text = unapplied().ReplaceAllString(text, ""); Builds().MatchString(e.Name()) && !p.isProgram(dir, text, f) {
			continue
		}
		if f.Contains == "" || slices.ContainsFunc(strings.Split(f.Contains, "|"), func(word string) bool {
			return strings.Contains(text, word)
		}) {
			return filepath.Join(path.Dir(f.File), e.Name())
		}
	}
	return ""
}
