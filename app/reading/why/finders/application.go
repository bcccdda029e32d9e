package finders

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
)

var (
	ofModule = words.Lazy(`^([A-Za-z_][\w.]*):([A-Za-z_]\w*)(\(\))?$`)
	makes    = words.Lazy(`(?m)^(\w+)\s*(?::\s*\w+\s*)?=\s*(?:\w+\.)*(?:FastAPI|Flask|Celery|Starlette|Quart|` +
		`Litestar|Sanic|Bottle|Dash|Falcon|App|Application|create_app|make_app|get_[aw]sgi_application)\(`)
	factory = words.Lazy(`(?m)^(?:async )?def (create_app|make_app|app|application)\(([^)]*)`)
)

// application looks at the application of Python that the command names as module:name: whether the module is there and
// makes one of that name.
func application(s *Scene, p Pointer) *app.Claim {
	if p.At >= 0 && p.Of == "flask" {
		return flask(s)
	}
	for i, arg := range s.Argv {
		if i > 0 && (s.Argv[i-1] == "-A" || s.Argv[i-1] == "--app") && !strings.Contains(arg, ":") && sources.Valid(arg) {
			if c := celery(s, arg); c != nil && p.At >= 0 {
				return c
			}
		}
		m := ofModule().FindStringSubmatch(strings.TrimPrefix(arg, "--app="))
		if m == nil {
			continue
		}
		path := s.ModuleFile(m[1])
		if path == "" {
			return noModule(s, m[1])
		}
		if c := noApplication(s, arg, path, m); c != nil {
			return c
		}
	}
	return nil
}

// noModule claims that the module of an application is in another directory.
func noModule(s *Scene, module string) *app.Claim {
	dir := s.ModuleDir(module)
	if dir == "" {
		return nil
	}
	c := app.About(app.FindingFile, app.Known(module), "the application's module %s cannot be imported")
	c.See("disk", "the module is in %s, the command runs in %s", s.PathOf(dir), app.Known(s.WorkDir)).Certain = true
	return c.Correct("set working_dir: %s in devservers.yml", s.PathOf(dir))
}

// noApplication claims that a module makes an application under another name than the command has.
func noApplication(s *Scene, arg, path string, m []string) *app.Claim {
	text := s.Text(path)
	if regexp.MustCompile(`(?m)\b` + regexp.QuoteMeta(m[2]) + `\b`).MatchString(text) {
		return uncalled(s, arg, text, m)
	}
	c := app.ItIs(app.FindingFile, app.Known(arg), "the module %s has no application %s", app.Known(m[1]), app.Known(m[2]))
	c.SeeIn(s.PathOf(path), "%s does not name %s", app.Known(m[2])).Certain = true
	call := factory().FindStringSubmatch(text)
	has := makes().FindStringSubmatch(text)
	if has == nil && call != nil && strings.Contains(call[2], ",") { // with the arguments of an application it is one
		has = call
	}
	if has != nil {
		c.SeeIn(s.PathOf(path), "%s makes the application %s", app.Known(has[1]))
		return c.Correct("correct the name in the command: %s:%s", app.Known(m[1]), app.Known(has[1]))
	}
	if call != nil {
		c.SeeIn(s.PathOf(path), "%s makes the application %s", app.Known(call[1]))
		return c.Correct("write the call into the command: '%s:%s()'", app.Known(m[1]), app.Known(call[1]))
	}
	return c.Correct("correct the name in the command, or define the application in %s", s.PathOf(path))
}

// uncalled claims that the command names a function which makes the application as the application itself.
func uncalled(s *Scene, arg, text string, m []string) *app.Claim {
	takes := regexp.MustCompile(`(?m)^(?:async )?def ` + regexp.QuoteMeta(m[2]) + `\(([^)]*)\)`).FindStringSubmatch(text)
	if takes == nil || m[3] != "" || strings.Count(takes[1], ",") > 0 || slices.Contains(s.Argv, "--factory") {
		return nil
	}
	c := app.ItIs(app.FindingConfig, app.Known(arg),
		"the command names %s as the application, but that is a function which makes it", app.Known(m[2]))
	c.See("sources", "%s is a function without the arguments of an application", app.Known(m[2]))
	c.Read("command", "the command has %s", app.Known(arg))
	return c.Correct(`write "%s()" in the command (gunicorn, waitress), or add --factory (uvicorn, hypercorn)`,
		app.Known(arg))
}

// flask claims that flask looks for the application where it is not.
func flask(s *Scene) *app.Claim {
	path := s.Makes("Flask")
	if path == "" || slices.ContainsFunc(s.Argv, func(arg string) bool { return strings.HasPrefix(arg, "--app") }) {
		return nil
	}
	c := app.ItIs(app.FindingFile, s.PathOf(path), "flask finds no application: there is no app.py or wsgi.py in %s",
		app.Known(s.WorkDir))
	c.See("disk", "%s makes one", s.PathOf(path)).Certain = true
	if dir := filepath.Dir(path); dir != s.WorkDir {
		return c.Correct("set working_dir: %s in devservers.yml", s.PathOf(dir))
	}
	return c.Correct("name it in the command: flask --app %s run", app.Known(strings.TrimSuffix(filepath.Base(path),
		".py")))
}

// celery claims that another module makes the application than the command names.
func celery(s *Scene, named string) *app.Claim {
	path := s.Makes("Celery")
	c := app.About(app.FindingFile, app.Known(named), "Celery cannot load the application %s")
	if dir := s.ModuleDir(named); dir != "" {
		c.See("disk", "the module is in %s, the command runs in %s", s.PathOf(dir), app.Known(s.WorkDir))
		return c.Correct("set working_dir: %s in devservers.yml", s.PathOf(dir))
	}
	rel, err := filepath.Rel(s.WorkDir, path)
	module := strings.ReplaceAll(strings.TrimSuffix(rel, ".py"), "/", ".")
	if path == "" || err != nil || module == named {
		return nil
	}
	c.See("disk", "%s makes one", s.PathOf(path))
	return c.Correct("correct the command: -A %s", app.Known(module))
}
