package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/survey"
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
	{text.Lazy(`(?m)^(app|application|api)\s*(?::\s*[\w.]+\s*)?=\s*(?:create|make|get|build)_\w+\(`), "made", serveMade},
	{text.Lazy(`(?m)^def ((?:create|make|get)_(?:app|application))\(`), "made", serveMade},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:Starlette|BlackSheep)\(`), "api", serveASGI},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*Litestar\(`), "api", serveBy("litestar")},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*Quart\(`), "api", serveBy("quart")},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*Sanic\(`), "api", serveSanic},
	{text.Lazy(`(?m)^import streamlit( as \w+)?\s*$`), "streamlit", serveStreamlit},
}

// serveFastAPI prefers fastapi dev, which needs fastapi's extra called standard.
func serveFastAPI(p *project, dir, file, variable string) string {
	if p.Requires(dir, "fastapi-cli") || strings.Contains(strings.ToLower(p.Manifests(dir)), "fastapi[standard]") {
		return p.Module(dir, "fastapi") + " dev " + strings.TrimPrefix(file, dir+"/")
	}
	return serveASGI(p, dir, file, variable)
}

func serveASGI(p *project, dir, file, variable string) string {
	return p.Module(dir, "uvicorn") + " " + survey.ModuleOf(dir, file) + ":" + variable + " --reload"
}

// serveBy serves by a framework's own command.
func serveBy(name string) func(p *project, dir, file, variable string) string {
	return func(p *project, dir, file, variable string) string {
		return p.Module(dir, name) + " --app " + survey.ModuleOf(dir, file) + ":" + variable + " run --reload"
	}
}

func serveSanic(p *project, dir, file, variable string) string {
	return p.Module(dir, "sanic") + " " + survey.ModuleOf(dir, file) + ":" + variable + " --dev"
}

// serveMade serves what a factory makes, or the factory, by the framework that the manifests or the file name.
func serveMade(p *project, dir, file, variable string) string {
	all := strings.ToLower(p.Manifests(dir) + p.Read(".", file))
	switch {
	case strings.Contains(all, "flask"):
		return serveFlask(p, dir, file, variable)
	case !strings.Contains(all, "fastapi") && !strings.Contains(all, "starlette"):
		return ""
	case strings.Contains(variable, "_"):
		return serveASGI(p, dir, file, variable) + " --factory"
	}
	return serveASGI(p, dir, file, variable)
}

func serveFlask(p *project, dir, file, variable string) string {
	app := survey.ModuleOf(dir, file)
	if variable != "app" && variable != "application" && variable != "create_app" && variable != "make_app" {
		app += ":" + variable
	}
	return p.Module(dir, "flask") + " --app " + app + " run"
}

func serveStreamlit(p *project, dir, file, _ string) string {
	return p.Module(dir, "streamlit") + " run " + strings.TrimPrefix(file, dir+"/")
}

// pythonApps proposes the server of a directory with a manifest of Python, or with an application's file.
func (p *project) pythonApps(dir string) []ProposedServer {
	if p.Manages(dir) || p.Inner(dir) || !p.Has(dir, survey.Python...) &&
		!p.Has(dir, "app.py", "main.py", "hello.py", "wsgi.py", "asgi.py", "server.py", "api.py") &&
		!slices.ContainsFunc(p.Files(dir, 0, ".py"), func(f string) bool { return code.PythonRuns(p.Read(".", f)) }) {
		return nil
	}
	started, others := p.Started(dir, code.Nearest(p.ownFiles(dir)))
	for _, files := range [][]string{started, others} {
		if servers := p.pythonApp(dir, files); servers != nil {
			return append(servers, p.pyWorkers(dir)...)
		}
	}
	return append(p.pythonScripts(dir), p.pyWorkers(dir)...)
}

// pythonApp proposes the server of the first application that one of some sources makes.
func (p *project) pythonApp(dir string, files []string) []ProposedServer {
	for _, app := range pyApps {
		for _, file := range files {
			m := app.made().FindStringSubmatch(p.Read(".", file))
			if m == nil || p.Part(dir, file) {
				continue
			}
			if why := p.Unserved(dir, file, survey.ModuleOf(dir, file), m[1]); why != "" {
				p.leave(file + " is left out: " + why)
				continue
			}
			e := ProposedServer{Command: app.serve(p, dir, file, m[1]), Dir: below(dir), From: p.PythonFrom(dir, file)}
			if e.Command == "" {
				continue
			}
			name := cmp.Or(map[string]string{"made": "api"}[app.name], app.name)
			if strings.Contains(e.Command, "flask --app") {
				name, e.Env = "flask", []Var{{"FLASK_DEBUG", "1"}} // --debug needs Flask 2.2.3
			}
			if _, env := p.importable(dir, survey.ModuleOf(dir, file)); env != nil && strings.Contains(e.Command, " src.") {
				e.Command, e.Env = strings.Replace(e.Command, " src.", " ", 1), append(e.Env, env...)
			}
			e.Name = nameIn(dir, name)
			p.settle(&e)
			return []ProposedServer{e}
		}
	}
	return nil
}

// ownFiles returns a directory's Python files, without subdirectories that have their own manifest.
func (p *project) ownFiles(dir string) []string {
	return slices.DeleteFunc(p.Files(dir, 3, ".py"), func(file string) bool {
		at, _ := p.Upwards(path.Dir(file), append([]string{"manage.py"}, survey.Python...)...)
		return at != "" && at != dir && strings.HasPrefix(at, strings.TrimPrefix(dir+"/", "./"))
	})
}

// pythonTasks installs and tests what the manifest of a directory lists.
func (p *project) pythonTasks(dir string) (tasks []ProposedServer) {
	if !p.Has(dir, survey.Python...) {
		return nil
	}
	if install, file := p.PythonInstall(dir); install != "" {
		tasks = append(tasks, ProposedServer{Name: "install", Command: install, Dir: below(dir),
			From: filepath.Join(dir, file)})
	}
	if !p.Manages(dir) && p.Requires(dir, "pytest") {
		tasks = append(tasks, ProposedServer{Name: "test", Command: p.Module(dir, "pytest"), Dir: below(dir),
			From: p.PythonFrom(dir, "pytest")})
	}
	return tasks
}
