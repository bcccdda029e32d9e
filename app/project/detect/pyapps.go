package detect

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// pythonApps proposes the server of a directory with a manifest of Python, or with an application's file.
func (p *project) pythonApps(dir string) []ProposedServer {
	if p.Manages(dir) || p.Inner(dir) || !p.Has(dir, survey.Python...) &&
		!p.Has(dir, "app.py", "main.py", "hello.py", "wsgi.py", "asgi.py", "server.py", "api.py") &&
		!slices.ContainsFunc(p.Files(dir, 0, ".py"), func(f string) bool {
			_, serves := programs.PythonServes(p.Checkout, f)
			return path.Base(f) != "__main__.py" && serves // which -m runs from above
		}) {
		return nil
	}
	started, others := p.Started(dir, code.Nearest(p.OwnPython(dir)))
	for _, files := range [][]string{started, others} {
		if servers := p.pythonApp(dir, files, programs.PyApps); servers != nil {
			if pages := programs.PyApps[len(programs.PyApps)-1:]; !strings.Contains(servers[0].Command, pages[0].With+" run") {
				servers = append(servers, p.pythonApp(dir, slices.Concat(started, others), pages)...) // of the other's data
			}
			return append(servers, p.pyWorkers(dir)...)
		}
	}
	servers := p.pythonScripts(dir)
	if servers == nil && strings.Contains(p.Read(dir, "gunicorn.conf.py"), "wsgi_app") { // which says what it serves
		servers = []ProposedServer{{Name: nameIn(dir, "web"), Command: p.Module(dir, "gunicorn") + " --reload",
			Dir: below(dir), From: p.PythonFrom(dir, filepath.Join(dir, "gunicorn.conf.py"))}}
		p.settle(&servers[0])
	}
	return append(servers, p.pyWorkers(dir)...)
}

// pythonApp proposes the server of the first application that one of some sources makes.
func (p *project) pythonApp(dir string, files []string, apps []programs.PyApp) []ProposedServer {
	for _, app := range apps {
		for _, file := range files {
			m := app.Made().FindStringSubmatch(p.Read(".", file))
			if m == nil || p.Part(dir, file) {
				continue
			}
			page := app.With == "streamlit"
			if page && path.Base(path.Dir(file)) == "pages" {
				continue // of another one
			}
			if why := p.Unserved(dir, file, survey.ModuleOf(dir, file), m[1]); why != "" && !page {
				p.leave(file + " is left out: " + why)
				continue
			}
			l, err := command.ParseLine(app.Serve(p.Checkout, dir, file, m[1]))
			if err != nil || l.Command == "" {
				continue
			}
			e := ProposedServer{Command: l.Command, Dir: below(dir), From: p.PythonFrom(dir, file)}
			for _, v := range l.Env {
				e.Env = append(e.Env, Var{v[0], v[1]})
			}
			name := app.Name
			if strings.HasSuffix(strings.Split(e.Command, " --")[0], "flask") || e.Env != nil {
				name = "flask"
			}
			if _, src := p.Importable(dir, survey.ModuleOf(dir, file)); src && strings.Contains(e.Command, " src.") {
				e.Command = strings.Replace(e.Command, " src.", " ", 1)
				e.inSrc(true)
			}
			e.Name = nameIn(dir, name)
			p.settle(&e)
			return []ProposedServer{e}
		}
	}
	return nil
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
