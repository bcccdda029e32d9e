package code

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// pyServers are the modules of Python whose programs serve without a command of their own, with the port that they
// listen on by default; 0 = they name one.
var pyServers = map[string]int{"bottle": 8080, "aiohttp": 8080, "http.server": 0, "tornado": 0, "sanic": 8000,
	"cherrypy": 8080, "falcon": 0, "wsgiref": 0, "waitress": 8080, "gradio": 7860, "dash": 8050, "nicegui": 8080,
	"socketserver": 0, "websockets": 0, "flask": 5000, "fastapi": 8000, "starlette": 8000, "uvicorn": 8000,
	"hypercorn": 8000, "quart": 5000, "pyramid": 0, "twisted": 0, "grpc": 0, "xmlrpc": 0, "flet": 0, "panel": 5006}

var (
	// pyLoop matches calls that run a function or a program, which needn't serve.
	pyLoop   = words.Lazy(`\b(?:asyncio|anyio|trio|uvloop|curio|subprocess)\.run\(`)
	pyImport = words.Lazy(`(?m)^\s*(?:import|from)\s+(\w[\w., ]*)`)
	pyServe  = words.Lazy(`(?m)\b(?:run|run_app|serve|serve_forever|quickstart|launch|run_simple|run_server|run_forever|start_server|wait_for_termination)\(|\.listen\(\s*\d*`)
)

// RunsAlone matches programs that do something when they are run, not only when they are imported.
var RunsAlone = words.Lazy(`(?m)^(?:if __name__|with |asyncio\.run\(|(?:[\w.]+(?:\([^\n]*\))?\.|)(?:run|run_app|serve|serve_forever|launch|listen|start)\()`)

// PythonRuns reports whether a Python program opens a server when it is run.
func PythonRuns(source string) bool {
	_, serves := PythonServes(source)
	return serves && RunsAlone().MatchString(source)
}

// PythonServes reports whether a Python program opens a server as its last act, and on which port by default.
func PythonServes(source string) (port int, serves bool) {
	for _, m := range pyImport().FindAllStringSubmatch(source, -1) {
		for _, name := range strings.Split(m[1], ",") {
			name, _, _ = strings.Cut(strings.TrimSpace(name), " ")
			top, _, _ := strings.Cut(name, ".")
			n, known := pyServers[name]
			if m, whole := pyServers[top]; whole {
				n, known = m, true
			}
			if known {
				port, serves = max(port, n), true
			}
		}
	}
	return port, serves && pyServe().MatchString(pyLoop().ReplaceAllString(source, ""))
}

// Nearest puts files of fewer directories first, main and app before others.
func Nearest(files []string) []string {
	rank := func(file string) int {
		n := 4 * strings.Count(file, "/")
		switch path.Base(file) {
		case "main.py", "app.py":
			return n
		case "asgi.py", "wsgi.py", "server.py", "__init__.py":
			return n + 1
		}
		return n + 2
	}
	return slices.SortedFunc(slices.Values(files), func(a, b string) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a, b))
	})
}
