package resolve

import (
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

var makesApplication = sayings.Lazily(`(?m)^(\w+)\s*(?::\s*\w+\s*)?=\s*(?:\w+\.)*(?:FastAPI|Flask|Celery|Starlette|Quart|Litestar|Sanic|Bottle|Dash|Falcon|App|Application|create_app|make_app|get_[aw]sgi_application)\(|^(?:async )?def (create_app|make_app|app|application)\(`)

// Application returns the file of a Python module and the name of the application that it makes, or "".
func Application(p *sources.Project, module string) (path, name string) {
	for _, file := range []string{".py", "/__init__.py"} {
		if path = p.Found(strings.ReplaceAll(module, ".", "/") + file); path != "" {
			break
		}
	}
	if m := makesApplication().FindStringSubmatch(sources.Read(path)); path != "" && m != nil {
		return path, m[1] + m[2]
	}
	return path, ""
}

// ModuleName returns the name by which Python imports a file of the working directory, or "".
func ModuleName(p *sources.Project, path string) string {
	rel, err := filepath.Rel(p.WorkDir, path)
	if err != nil || !filepath.IsLocal(rel) || filepath.Ext(rel) != ".py" {
		return ""
	}
	return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(rel, ".py"), "/__init__"), "/", ".")
}

// AsModule returns the finding that the command runs a source of a Python package as a script, whose relative imports then
// lead to nothing.
func AsModule(p *sources.Project, source string) *app.Finding {
	for _, arg := range p.Argv {
		module := ModuleName(p, p.Found(arg))
		if filepath.Ext(arg) != ".py" || !strings.Contains(module, ".") || p.Found(arg) != p.Found(source) {
			continue
		}
		return &app.Finding{Kind: app.FindingConfig, Problem: arg + " is part of a package, and the command runs it as a script: its relative imports lead to nothing",
			Fix: "run it as a module: write -m " + module + " in place of " + arg + " in the command"}
	}
	return nil
}
