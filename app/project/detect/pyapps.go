package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// pyApp is a web framework of Python: how an application is made, and how it is served while it is developed.
type pyApp struct {
	made  func() *regexp.Regexp
	name  string
	serve func(p *project, dir, file, variable string) string
}

var pyApps = []pyApp{
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:fastapi\.)?FastAPI\(`), "api", serveFastAPI},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:flask\.)?(?:Flask|APIFlask|OpenAPI)\(`), "flask", serveFlask},
	{text.Lazy(`(?m)^def (create_app|make_app)\(`), "flask", serveFlask},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:Starlette|Litestar|Quart|Sanic|BlackSheep|Robyn)\(`), "api",
		serveASGI},
	{text.Lazy(`(?m)^import streamlit( as \w+)?\s*$`), "streamlit", serveStreamlit},
}

// serveFastAPI prefers fastapi dev, which needs fastapi's extra called standard.
func serveFastAPI(p *project, dir, file, variable string) string {
	if p.requires(dir, "fastapi-cli") || strings.Contains(strings.ToLower(p.manifests(dir)), "fastapi[standard]") {
		return p.module(dir, "fastapi") + " dev " + strings.TrimPrefix(file, dir+"/")
	}
	return serveASGI(p, dir, file, variable)
}

func serveASGI(p *project, dir, file, variable string) string {
	return p.module(dir, "uvicorn") + " " + moduleOf(dir, file) + ":" + variable + " --reload"
}

func serveFlask(p *project, dir, file, variable string) string {
	app := moduleOf(dir, file)
	if variable != "app" && variable != "application" && variable != "create_app" && variable != "make_app" {
		app += ":" + variable
	}
	return p.module(dir, "flask") + " --app " + app + " run"
}

func serveStreamlit(p *project, dir, file, _ string) string {
	return p.module(dir, "streamlit") + " run " + strings.TrimPrefix(file, dir+"/")
}

// manifests returns the text of Python's manifests from a directory upwards.
func (p *project) manifests(dir string) (text string) {
	for at := dir; ; at = path.Dir(at) {
		for _, file := range python {
			text += p.read(at, file) + "\n"
		}
		if at == "." {
			return text
		}
	}
}

// pythonApps proposes the server of a directory with a manifest of Python, or with an application's file.
func (p *project) pythonApps(dir string) []ProposedServer {
	if p.has(dir, "manage.py") || !p.has(dir, python...) &&
		!p.has(dir, "app.py", "main.py", "hello.py", "wsgi.py", "asgi.py", "server.py", "api.py") {
		return nil
	}
	for _, app := range pyApps {
		for _, file := range nearest(p.ownFiles(dir)) {
			m := app.made().FindStringSubmatch(p.read(".", file))
			if m == nil || app.name == "flask" && !strings.Contains(strings.ToLower(p.read(".", file)), "flask") {
				continue
			}
			e := ProposedServer{Name: nameIn(dir, app.name), Command: app.serve(p, dir, file, m[1]), Dir: below(dir),
				From: p.pythonFrom(dir, file)}
			if app.name == "flask" {
				e.Env = []Var{{"FLASK_DEBUG", "1"}} // --debug needs Flask 2.2.3
			}
			p.settle(&e)
			return append([]ProposedServer{e}, p.celery(dir)...)
		}
	}
	return p.celery(dir)
}

// ownFiles returns a directory's Python files, without subdirectories that have their own manifest.
func (p *project) ownFiles(dir string) []string {
	return slices.DeleteFunc(p.files(dir, 3, ".py"), func(file string) bool {
		at, _ := p.upwards(path.Dir(file), append([]string{"manage.py"}, python...)...)
		return at != "" && at != dir && strings.HasPrefix(at, strings.TrimPrefix(dir+"/", "./"))
	})
}

// nearest puts files of fewer directories first, main and app before others.
func nearest(files []string) []string {
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

// pythonTasks installs and tests what the manifest of a directory lists.
func (p *project) pythonTasks(dir string) (tasks []ProposedServer) {
	if !p.has(dir, python...) {
		return nil
	}
	if install, file := p.pythonInstall(dir); install != "" {
		tasks = append(tasks, ProposedServer{Name: "install", Command: install, Dir: below(dir),
			From: filepath.Join(dir, file)})
	}
	if !p.has(dir, "manage.py") && p.requires(dir, "pytest") {
		tasks = append(tasks, ProposedServer{Name: "test", Command: p.module(dir, "pytest"), Dir: below(dir),
			From: p.pythonFrom(dir, "pytest")})
	}
	return tasks
}

func (p *project) pythonInstall(dir string) (command, file string) {
	for _, m := range sources.Python.Own() {
		if p.has(dir, m.File) {
			return m.Install, m.File
		}
	}
	for _, name := range []string{"requirements-dev.txt", "requirements/dev.txt", "requirements/local.txt",
		"requirements.txt"} {
		if p.has(dir, name) {
			return p.interpreter(dir) + " -m pip install -r " + name, name
		}
	}
	return "", ""
}
