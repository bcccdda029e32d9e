package lists

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

var (
	// unknown are manifests and sources of programs that nothing here knows how to start, some only where they are likely.
	unknown = []string{"build.sbt", "deps.edn", "project.clj", "bb.edn", "stack.yaml", "*.cabal", "Package.swift",
		"dune-project", "shard.yml", "gleam.toml", "rebar.config", "*.nimble", "pubspec.yaml", "./cpanfile", "./nginx.conf",
		"build.zig"}
	// sole matches those of languages beside which a directory has no program of another one.
	sole = words.Lazy(`^(?:cpanfile|shard\.yml)$`)
	// runnable matches projects of .NET that are programs, not libraries.
	runnable = words.Lazy(`Microsoft\.NET\.Sdk\.|OutputType>(?:Win)?Exe|Aspire\.AppHost\.Sdk`)
	// bundler matches the configuration of a tool that serves a page while it is developed.
	bundler = words.Lazy(`^(?:vite|rsbuild|rspack)\b`)
	// forOthers matches the package.json of a library, which others import.
	forOthers = words.Lazy(`(?m)^\s*"(?:main|exports|types)"\s*:`)
)

// Foreign returns what the files of a directory name that starts something in ways that devservers doesn't propose.
func Foreign(p *survey.Checkout, dir string) []survey.Starter {
	return slices.Concat(foreign(p, dir), pages(p, dir), listing(p, dir))
}

// foreign returns the manifests of a directory that nothing here understands, and a page of Vite that no script serves.
func foreign(p *survey.Checkout, dir string) (found []survey.Starter) {
	for _, e := range p.List(dir) {
		if tool := bundler().FindString(e.Name()); tool != "" && p.Has(dir, "index.html", "src/index.html") {
			found = append(found, survey.Starter{File: dir, Dir: dir, Line: tool, Why: "none of its scripts serves it: " +
				"declare `npx " + tool + "`, or what the workspace's tool runs for it"})
		}
		if strings.HasSuffix(e.Name(), "sproj") && runnable().MatchString(p.Read(dir, e.Name())) ||
			survey.Builds().MatchString(e.Name()) && (e.Name() == "pom.xml" || !p.Has(dir, "pom.xml")) && p.HasMain(dir) {
			why := "nothing shows whether its program serves: declare its command, if it does"
			if survey.Windows().MatchString(p.Read(dir, e.Name())) {
				why = OpensWindow
			}
			found = append(found, survey.Starter{File: path.Join(dir, e.Name()), Dir: dir, Why: why})
		}
		if slices.ContainsFunc(unknown, func(pattern string) bool {
			ok, _ := path.Match(pattern, strings.Repeat(dir+"/", strings.Count(pattern, "/"))+e.Name())
			return ok
		}) {
			found = append(found, survey.Starter{File: path.Join(dir, e.Name()), Dir: dir,
				Alone: sole().MatchString(e.Name()) || e.Name() == "pubspec.yaml" && p.Has(dir, "bin/server.dart"),
				Why:   "devservers doesn't know how its program is started: declare the command"})
		}
	}
	if p.Has(dir, ".wp-env.json") {
		found = append(found, survey.Starter{File: path.Join(dir, ".wp-env.json"), Dir: dir, Line: "wp-env start",
			Why: "`wp-env start` starts its site in containers, on port 8888 if it names none, and ends: run it before"})
	}
	return found
}

// Installs are the commands that install what manifests list, by the manifest, where nothing in the project decides.
var Installs = [][2]string{{"Gemfile", "bundle install"}, {"composer.json", "composer install"},
	{"mix.exs", "mix deps.get"}}

// pages names the pages of PHP of a directory without one to begin with, which a web server serves.
func pages(p *survey.Checkout, dir string) []survey.Starter {
	files := p.Files(dir, 0, ".php")
	if dir != "." || len(files) < 2 || !strings.Contains(p.Read(dir, "composer.json"), `"project"`) && p.Has(dir, "src") ||
		p.Has(dir, "index.php", "artisan", "spark", "public/index.php", "web/index.php") {
		return nil
	}
	return []survey.Starter{{File: files[0], Dir: dir, Alone: true, Why: "a web server serves its pages: declare " +
		"`php -S 127.0.0.1:$PORT`, with the source that all requests go to, if there is one"}}
}

// servers are packages of programs that serve, which a manifest
var servers = []struct {
	files []string
	named func() *regexp.Regexp
}{
	{survey.Python, words.Lazy(`(?im)(?:^|[\[,])[\s"'\-]*(uvicorn|gunicorn|hypercorn|flask|fastapi|starlette|litestar|django|marimo|` +
		`solara|reflex|panel|bokeh|shiny|taipy|mesop|voila|mlflow|dagster|prefect|nicegui|gradio|streamlit|dash|jupyterlab)` +
		`(?:["'\s\[=<>~!;#@\]]|$)`)},
	{[]string{"package.json"}, words.Lazy(`"(express|fastify|koa|hono|@nestjs/core|next|nuxt|astro|@hapi/hapi)"\s*:`)},
	{[]string{"Gemfile"}, words.Lazy(`(?m)^\s*gem ["'](sinatra|rails|roda|puma|hanami|jekyll)["']`)},
	{[]string{"composer.json"}, words.Lazy(`"(slim/slim|symfony/framework-bundle|laravel/framework|cakephp/cakephp)"`)},
}

// listing returns the packages of programs that serve which a manifest of a directory
func listing(p *survey.Checkout, dir string) []survey.Starter {
	for _, s := range servers {
		for _, file := range s.files {
			var names []string
			for _, m := range s.named().FindAllStringSubmatch(p.Read(dir, file), -1) {
				names = append(names, m[1])
			}
			names = slices.Compact(slices.Sorted(slices.Values(names)))
			if len(names) > 0 && !forOthers().MatchString(p.Read(dir, file)) {
				return []survey.Starter{{File: path.Join(dir, file), Dir: dir, Alone: true, Why: "it lists " +
					words.AtMost(names) + ", but nothing here shows how that is started: declare the command"}}
			}
		}
	}
	return nil
}

// OpensWindow is what is said of programs for the desktop.
const OpensWindow = "it opens a window, not a server: start it when you want it"
