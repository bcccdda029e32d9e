package finders

import (
	"regexp"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

var (
	ofModule = words.Lazy(`^([A-Za-z_][\w.]*):([A-Za-z_]\w*)(\(\))?$`)
	makes    = words.Lazy(`(?m)^(\w+)\s*(?::\s*\w+\s*)?=\s*(?:\w+\.)*(?:FastAPI|Flask|Celery|Starlette|Quart|` +
		`Litestar|Sanic|Bottle|Dash|Falcon|App|Application|create_app|make_app|get_[aw]sgi_application)\(`)
)

// application looks at the application of Python that the command names as module:name: whether the module is there and
// makes one of that name.
func application(s *Scene, _ Pointer) *app.Claim {
	for _, arg := range s.Argv {
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
		return nil
	}
	c := app.ItIs(app.FindingFile, app.Known(arg), "the module %s has no application %s", app.Known(m[1]), app.Known(m[2]))
	c.SeeIn(s.PathOf(path), "%s does not name %s", app.Known(m[2])).Certain = true
	if has := makes().FindStringSubmatch(text); has != nil {
		c.SeeIn(s.PathOf(path), "%s makes the application %s", app.Known(has[1]))
		return c.Correct("correct the name in the command: %s:%s", app.Known(m[1]), app.Known(has[1]))
	}
	return c.Correct("correct the name in the command, or define the application in %s", s.PathOf(path))
}
