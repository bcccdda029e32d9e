package detect

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/programs"
	"devservers/app/project/survey"
)

// django proposes the server of a manage.py, and Celery's.
func (p *project) django(dir string) (servers []ProposedServer) {
	if !p.Manages(dir) {
		return nil
	}
	e := ProposedServer{Name: nameIn(dir, "django"), Command: p.Interpreter(dir) + " manage.py runserver", Dir: below(dir),
		From: p.PythonFrom(dir, filepath.Join(dir, "manage.py"))}
	if settings := lists.DjangoSettings(p.Checkout, dir); settings != "" {
		e.Env = []Var{{"DJANGO_SETTINGS_MODULE", settings}}
	}
	p.settle(&e)
	servers = append(servers, e)
	for _, w := range programs.DjangoWorkers(p.Checkout, dir) { // of the applications that the settings install
		servers = append(servers, ProposedServer{Name: "worker", Command: p.Interpreter(dir) + " manage.py " + w.Line,
			Dir: below(dir), From: p.PythonFrom(dir, w.From) + ": " + w.Name})
	}
	return append(servers, slices.DeleteFunc(p.pyWorkers(dir), func(w ProposedServer) bool {
		return slices.ContainsFunc(servers, func(e ProposedServer) bool { return strings.HasSuffix(e.From, w.Name) })
	})...)
}

func (p *project) djangoTasks(dir string) []ProposedServer {
	if !p.Manages(dir) {
		return nil
	}
	manage, from := p.Interpreter(dir)+" manage.py ", p.PythonFrom(dir, filepath.Join(dir, "manage.py"))
	return []ProposedServer{
		{Name: "migrate", Command: manage + "migrate", Dir: below(dir), From: from},
		{Name: "test", Command: manage + "test", Dir: below(dir), From: from},
	}
}

// pyWorkers proposes the workers of the libraries for jobs that a directory lists, and names those without a place.
func (p *project) pyWorkers(dir string) (servers []ProposedServer) {
	for _, w := range programs.PyWorkers {
		listed := p.Requires(dir, w.Name)
		if !listed && w.Name != "celery" {
			continue
		}
		e, found := p.pyWorker(dir, w)
		switch {
		case found && w.Name == "celery" && p.Anywhere(dir, programs.Beat(), ".py"):
			scheduler := e
			scheduler.Name, scheduler.Command = "celery-beat", strings.Replace(e.Command, " worker ", " beat ", 1)
			servers = append(servers, e, scheduler)
		case found:
			servers = append(servers, e)
		case listed && p.Has(dir, survey.Python...) && !p.Manages(dir):
			_, file := p.Upwards(dir, survey.Python...)
			p.waiting = append(p.waiting, survey.Starter{File: filepath.Join(dir, file), Name: w.Name, Line: w.Name, Dir: dir,
				Why: "no source shows where " + w.Name + " has its jobs: declare its worker if you need it"})
		}
	}
	return servers
}

// pyWorker returns the worker of a library, by the source that it is given.
func (p *project) pyWorker(dir string, w programs.PyWorker) (e ProposedServer, found bool) {
	for _, file := range p.OwnPython(dir) {
		text := p.Read(".", file)
		if !strings.Contains(strings.ToLower(text), w.Name) {
			continue
		}
		m := w.Made().FindStringSubmatch(text)
		if m == nil {
			continue
		}
		module, src := p.Importable(dir, strings.TrimSuffix(survey.ModuleOf(dir, file), "."+w.Name))
		e := ProposedServer{Name: w.Name, Dir: below(dir), From: p.PythonFrom(dir, file),
			Command: strings.NewReplacer("MODULE", module, "OBJECT", m[1]).Replace(w.Command)}
		e.inSrc(src)
		if prefix, venv, _ := p.Runner(dir); prefix != "" || w.Name != "celery" {
			e.Command = cmp.Or(prefix, venv) + e.Command
		} else {
			e.Command = p.Module(dir, e.Command)
		}
		return e, true
	}
	return e, false
}

// inSrc lets a server find the packages in src, if it needs that.
func (e *ProposedServer) inSrc(needed bool) {
	if needed {
		e.addEnv([]Var{{"PYTHONPATH", "src"}})
	}
}

// nameIn is the name of a directory, or of what runs in the project's own.
func nameIn(dir, name string) string {
	if dir == "." {
		return name
	}
	return path.Base(dir)
}

// pythonScripts proposes the program of a directory that opens a server when it is run.
func (p *project) pythonScripts(dir string) []ProposedServer {
	for _, file := range code.Nearest(p.OwnPython(dir)) {
		port, serves := programs.PythonServes(p.Checkout, file)
		if !serves || p.Part(dir, file) {
			continue
		}
		e := ProposedServer{Name: nameIn(dir, "web"), Command: p.Interpreter(dir) + " " + strings.TrimPrefix(file, dir+"/"),
			Dir: below(dir), From: p.PythonFrom(dir, file)}
		if module, ok := strings.CutSuffix(survey.ModuleOf(dir, file), ".__main__"); ok || p.InPackage(dir, file) {
			module, src := p.Importable(dir, module)
			e.inSrc(src)
			e.Command = p.Interpreter(dir) + " -m " + module
		}
		p.settle(&e)
		p.pythonPort(&e, file, port)
		return []ProposedServer{e}
	}
	return nil
}

// pythonPort gives a server without a port the one that all that its source reaches names, or else its framework's.
func (p *project) pythonPort(e *ProposedServer, file string, usual int) {
	if e.Port != "" {
		return
	}
	if e.Port = auto; !e.take(survey.AddressIn(file, programs.Program(p.Checkout, file), true)) {
		e.standard, e.Port = usual, number(usual)
	}
}

// reloads reports whether a program of Python loads changed sources itself.
func (p *project) reloads(file string) bool {
	return programs.PythonReloads().MatchString(p.Read(".", filepath.Clean(file)))
}
