package programs

import (
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

var (
	// RustVerb matches the variant of a command line's enum for the command that serves.
	RustVerb = words.Lazy(`(?s)(?:[sS]ubcommand\b|\bParser\b[^)]*\)\][^{]*\benum\b).*?\n\s*(Serve|Server|Start|Run|Web|Daemon|(?:Start|Run|Serve)\w*Server)\s*[({,]`)
	// RustAlone matches a command line that does something without a command, too.
	RustAlone = words.Lazy(`\bOption<\w*(?:Command|Cmd|Subcommand)\w*>`)
	// RustServers match the crates of which a program has one to serve.
	RustServers = words.Lazy(`(?m)^(?:\[dependencies\.)?(?:actix-web|axum|warp|rocket|poem|salvo|tide)\b`)
	// Listeners match sources of compiled programs that open a server.
	Listeners = words.Lazy(`HttpServer|axum::serve|warp::serve|rocket::|TcpListener|Server::bind|poem::Server|` +
		`embeddedServer|Javalin|Undertow|ServerSocket|SparkJava|\bget\("/|io\.dropwizard|\bVertx\b|GrpcServer|WebServer|` +
		`run-jetty|\brun-server\b|\bstart-server\b|ServerBuilder|newServerAt|Server\.serve\b|NettyServer|cask\.Main`)
	// GoListens matches sources of Go that open a server.
	GoListens = words.Lazy(`ListenAndServe|net\.Listen\(|\becho\.New\(|\bgin\.(?:New|Default)\(|\bfiber\.New\(`)
	// goMain matches the source of a program of Go, and goIgnored one that is only run by its name.
	goMain    = words.Lazy(`(?m)^package main\b`)
	goIgnored = words.Lazy(`(?m)^//go:build ignore\b`)
	// plainWord matches what a program is told to do, unlike options and names of modules and files.
	plainWord = words.Lazy(`^[a-z]+$`)
	// EntryPoint matches a function of a module, which is no command.
	EntryPoint = words.Lazy(`^[\w.]+:\w+$`)
	// PythonReloads matches programs of Python that tell their framework to load changed sources.
	PythonReloads = words.Lazy(`\b(?:debug|reload|reloader|use_reloader|auto_reload|autoreload)\s*=\s*True`)
)

// isGoMain reports whether a text is the source of a program of Go.
func isGoMain(text string) bool { return goMain().MatchString(text) && !goIgnored().MatchString(text) }

// Verbs returns what a program is told to do; the word after an option is its value.
func Verbs(program []string) (words []string) {
	for i, w := range program[1:] {
		if plainWord().MatchString(w) && !strings.HasPrefix(program[i], "-") {
			words = append(words, w)
		}
	}
	return words
}

// RunScript is the command that runs a script of package.json.
func RunScript(manager, script string) string {
	if script == "start" && manager != "bun" {
		return manager + " start"
	}
	return manager + " run " + script
}

// Workspaces are files that say that a project has several packages.
var Workspaces = []string{"pnpm-workspace.yaml", "turbo.json", "nx.json", "lerna.json"}

// Workspace reports whether a project has several packages.
func Workspace(p *survey.Checkout) bool {
	return p.Has(".", Workspaces...) || strings.Contains(p.Read(".", "package.json"), `"workspaces"`)
}
