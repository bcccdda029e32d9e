package finders

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

var (
	ofModule = text.Lazy(`^([A-Za-z_][\w.]*):([A-Za-z_]\w*)(\(\))?$`)
	makes    = text.Lazy(`(?m)^(\w+)\s*(?::\s*\w+\s*)?=\s*(?:\w+\.)*(?:FastAPI|Flask|Celery|Starlette|Quart|` +
		`Litestar|Sanic|Bottle|Dash|Falcon|App|Application|create_app|make_app|get_[aw]sgi_application)\(`)
	factory = text.Lazy(`(?m)^(?:async )?def (create_app|make_app|app|application)\(`)
)

// application looks at the application of Python that the command names as module:name: whether the module is there and
// makes one of that name.
func application(s *Scene, p Pointer) *app.Claim {
	if p.At >= 0 && p.Of == "flask" {
		return s.flask()
	}
	for i, arg := range s.Argv {
		if i > 0 && (s.Argv[i-1] == "-A" || s.Argv[i-1] == "--app") && !strings.Contains(arg, ":") && sources.Valid(arg) {
			if c := s.celery(arg); c != nil && p.At >= 0 {
				return c
			}
		}
		m := ofModule().FindStringSubmatch(strings.TrimPrefix(arg, "--app="))
		if m == nil {
			continue
		}
		path := s.modulePath(m[1])
		if path == "" {
			return s.noModule(m[1])
		}
		if c := s.noApplication(arg, path, m); c != nil {
			return c
		}
	}
	return nil
}

// modulePath returns the file of a Python module in the working directory, or "".
func (s *Scene) modulePath(module string) string {
	for _, end := range []string{".py", "/__init__.py"} {
		if path := sources.Existing(filepath.Join(s.WorkDir, strings.ReplaceAll(module, ".", "/")) + end); path != "" {
			return path
		}
	}
	return ""
}

// noModule claims that the module of an application is in another directory.
func (s *Scene) noModule(module string) *app.Claim {
	dir := s.ModuleDir(module)
	if dir == "" {
		return nil
	}
	c := itIs(app.FindingFile, app.Name(module), "the application's module %s cannot be imported", app.Name(module))
	c.See("disk", "the module is in %s, the command runs in %s", s.path(dir), app.Name(s.WorkDir)).Certain = true
	return c.Correct("set working_dir: %s in devservers.yml", s.path(dir))
}

// noApplication claims that a module makes an application under another name than the command has.
func (s *Scene) noApplication(arg, path string, m []string) *app.Claim {
	text := s.text(path)
	if regexp.MustCompile(`(?m)\b` + regexp.QuoteMeta(m[2]) + `\b`).MatchString(text) {
		return s.uncalled(arg, text, m)
	}
	c := itIs(app.FindingFile, app.Name(arg), "the module %s has no application %s", app.Name(m[1]), app.Name(m[2]))
	c.See(s.path(path), "%s does not name %s", s.path(path), app.Name(m[2])).Certain = true
	if has := makes().FindStringSubmatch(text); has != nil {
		c.See(s.path(path), "%s makes the application %s", s.path(path), app.Name(has[1]))
		return c.Correct("correct the name in the command: %s:%s", app.Name(m[1]), app.Name(has[1]))
	}
	if has := factory().FindStringSubmatch(text); has != nil {
		c.See(s.path(path), "%s makes the application %s", s.path(path), app.Name(has[1]))
		return c.Correct("write the call into the command: '%s:%s()'", app.Name(m[1]), app.Name(has[1]))
	}
	return c.Correct("correct the name in the command, or define the application in %s", s.path(path))
}

// uncalled claims that the command names a function which makes the application as the application itself.
func (s *Scene) uncalled(arg, text string, m []string) *app.Claim {
	takes := regexp.MustCompile(`(?m)^(?:async )?def ` + regexp.QuoteMeta(m[2]) + `\(([^)]*)\)`).FindStringSubmatch(text)
	if takes == nil || m[3] != "" || strings.Count(takes[1], ",") > 0 || slices.Contains(s.Argv, "--factory") {
		return nil
	}
	c := itIs(app.FindingConfig, app.Name(arg),
		"the command names %s as the application, but that is a function which makes it", app.Name(m[2]))
	c.See("sources", "%s is a function without the arguments of an application", app.Name(m[2]))
	c.Read("command", "the command has %s", app.Name(arg))
	return c.Correct(`write "%s()" in the command (gunicorn, waitress), or add --factory (uvicorn, hypercorn)`,
		app.Name(arg))
}

// flask claims that flask looks for the application where it is not.
func (s *Scene) flask() *app.Claim {
	path := s.Makes("Flask")
	if path == "" || slices.ContainsFunc(s.Argv, func(arg string) bool { return strings.HasPrefix(arg, "--app") }) {
		return nil
	}
	c := itIs(app.FindingFile, s.path(path), "flask finds no application: there is no app.py or wsgi.py in %s",
		app.Name(s.WorkDir))
	c.See("disk", "%s makes one", s.path(path)).Certain = true
	if dir := filepath.Dir(path); dir != s.WorkDir {
		return c.Correct("set working_dir: %s in devservers.yml", s.path(dir))
	}
	return c.Correct("name it in the command: flask --app %s run", app.Name(strings.TrimSuffix(filepath.Base(path),
		".py")))
}

// celery claims that another module makes the application than the command names.
func (s *Scene) celery(named string) *app.Claim {
	path := s.Makes("Celery")
	c := itIs(app.FindingFile, app.Name(named), "Celery cannot load the application %s", app.Name(named))
	if dir := s.ModuleDir(named); dir != "" {
		c.See("disk", "the module is in %s, the command runs in %s", s.path(dir), app.Name(s.WorkDir))
		return c.Correct("set working_dir: %s in devservers.yml", s.path(dir))
	}
	rel, err := filepath.Rel(s.WorkDir, path)
	module := strings.ReplaceAll(strings.TrimSuffix(rel, ".py"), "/", ".")
	if path == "" || err != nil || module == named {
		return nil
	}
	c.See("disk", "%s makes one", s.path(path))
	return c.Correct("correct the command: -A %s", app.Name(module))
}
