package detect

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// python are the manifests of Python.
var python = []string{"pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements/dev.txt",
	"requirements/local.txt", "requirements/base.txt", "Pipfile", "setup.py", "setup.cfg", "environment.yml"}

// runner returns how Python's programs are run in a directory, and the file that shows it.
func (p *project) runner(dir string) (prefix, venv, file string) {
	for _, name := range []string{".venv", "venv", "env", ".env"} {
		if at, _ := p.Upwards(dir, name+"/pyvenv.cfg"); at != "" {
			venv = strings.TrimPrefix(relative(dir, filepath.Join(at, name))+"/bin/", "./")
			break
		}
	}
	for _, m := range sources.Python.Own() {
		if at, name := p.Upwards(dir, m.File); at != "" {
			return m.Program() + " run ", venv, filepath.Join(at, name)
		}
	}
	return "", venv, ""
}

// interpreter is the command of Python in a directory, and module the command of a program installed there.
func (p *project) interpreter(dir string) string {
	switch prefix, venv, _ := p.runner(dir); {
	case prefix != "":
		return prefix + "python"
	case venv != "":
		return venv + "python"
	}
	return "python3"
}

func (p *project) module(dir, name string) string {
	prefix, _, _ := p.runner(dir)
	if prefix != "" {
		return prefix + name
	}
	return p.interpreter(dir) + " -m " + name
}

// pythonFrom names a file, and the package manager's.
func (p *project) pythonFrom(dir, file string) string {
	if _, venv, lock := p.runner(dir); lock != "" {
		return file + " (" + path.Base(lock) + ")"
	} else if venv != "" {
		return file + " (" + strings.TrimSuffix(venv, "/bin/") + ")"
	}
	return file
}

// requires reports whether a manifest of the directory or above it names a package.
func (p *project) requires(dir, name string) bool {
	re := regexp.MustCompile(`(?im)(?:^|[\[,])[\s"'\-]*` + regexp.QuoteMeta(name) + `\s*(?:\[[^\]]*\])?\s*(?:[=<>~!;,"'#@\]]|$)`)
	for at := dir; ; at = path.Dir(at) {
		for _, file := range python {
			if re.MatchString(p.Read(at, file)) {
				return true
			}
		}
		if at == "." {
			return false
		}
	}
}

// django proposes the server of a manage.py, and Celery's.
func (p *project) django(dir string) (servers []ProposedServer) {
	if !strings.Contains(p.Read(dir, "manage.py"), "django") {
		return nil
	}
	e := ProposedServer{Name: nameIn(dir, "django"), Command: p.interpreter(dir) + " manage.py runserver", Dir: below(dir),
		From: p.pythonFrom(dir, filepath.Join(dir, "manage.py"))}
	p.settle(&e)
	return slices.Concat([]ProposedServer{e}, p.djangoWorkers(dir), p.celery(dir))
}

// djangoApps are the applications that run jobs for Django, with the command of manage.py that waits for them.
var djangoApps = [][2]string{{"django_dramatiq", "rundramatiq"}, {"huey.contrib.djhuey", "run_huey"},
	{"django_q", "qcluster"}, {"django_rq", "rqworker default"}, {"background_task", "process_tasks"},
	{"django_tasks.backends.database", "db_worker"}}

// djangoWorkers proposes the workers of the applications that a project's settings install.
func (p *project) djangoWorkers(dir string) (servers []ProposedServer) {
	for _, app := range djangoApps {
		installed := regexp.MustCompile(`["']` + regexp.QuoteMeta(app[0]) + `["']`)
		for _, file := range p.Files(dir, 3, ".py") {
			if strings.Contains(file, "settings") && installed.MatchString(p.Read(".", file)) {
				servers = append(servers, ProposedServer{Name: "worker", Command: p.interpreter(dir) + " manage.py " + app[1],
					Dir: below(dir), From: p.pythonFrom(dir, file) + ": " + app[0]})
				break
			}
		}
	}
	return servers
}

func (p *project) djangoTasks(dir string) []ProposedServer {
	if !strings.Contains(p.Read(dir, "manage.py"), "django") {
		return nil
	}
	manage, from := p.interpreter(dir)+" manage.py ", p.pythonFrom(dir, filepath.Join(dir, "manage.py"))
	return []ProposedServer{
		{Name: "migrate", Command: manage + "migrate", Dir: below(dir), From: from},
		{Name: "test", Command: manage + "test", Dir: below(dir), From: from},
	}
}

var (
	celeryApp = text.Lazy(`(?m)^\w+\s*(?::\s*\w+\s*)?=\s*Celery\(`)
	beat      = text.Lazy(`beat_schedule|CELERY_BEAT_S|django_celery_beat`)
)

// celery proposes the workers of a Celery application.
func (p *project) celery(dir string) (servers []ProposedServer) {
	for _, file := range p.Files(dir, 2, ".py") {
		if !celeryApp().MatchString(p.Read(".", file)) {
			continue
		}
		module, env := p.importable(dir, strings.TrimSuffix(moduleOf(dir, file), ".celery"))
		run := p.module(dir, "celery") + " -A " + module
		from := p.pythonFrom(dir, file)
		servers = append(servers, ProposedServer{Name: "celery", Command: run + " worker -l info", Dir: below(dir),
			Env: env, From: from})
		if p.anywhere(dir, beat(), ".py") {
			servers = append(servers, ProposedServer{Name: "celery-beat", Command: run + " beat -l info", Dir: below(dir),
				Env: env, From: from})
		}
		break
	}
	return servers
}

func (p *project) anywhere(dir string, re *regexp.Regexp, extensions ...string) bool {
	return p.firstIn(dir, re, extensions...) != nil
}

// moduleOf is the Python module of a file, as it is imported from dir.
func moduleOf(dir, file string) string {
	rel := strings.TrimPrefix(file, dir+"/")
	rel = strings.TrimSuffix(strings.TrimSuffix(rel, ".py"), "/__init__")
	return strings.ReplaceAll(rel, "/", ".")
}

// importable returns a module as it is imported, and the variable that it needs for that: packages in src are imported
// without it.
func (p *project) importable(dir, module string) (string, []Var) {
	if rest, ok := strings.CutPrefix(module, "src."); ok && !p.Has(dir, "src/__init__.py") {
		return rest, []Var{{"PYTHONPATH", "src"}}
	}
	return module, nil
}

// nameIn is the name of a directory, or of what runs in the project's own.
func nameIn(dir, name string) string {
	if dir == "." {
		return name
	}
	return path.Base(dir)
}
