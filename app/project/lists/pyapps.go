package lists

import (
	"regexp"
	"strings"

	"devservers/app/project/survey"
	"devservers/app/transcript/text"
)

// PyApp is a web framework of Python: how an application is made, and how it is served while it is developed.
type PyApp struct {
	Made  func() *regexp.Regexp
	Name  string
	Serve func(p *survey.Checkout, dir, file, variable string) string
}

// PyApps are the known ones, the surest first.
var PyApps = []PyApp{
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:fastapi\.)?FastAPI\(`), "api", serveFastAPI},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:flask\.)?(?:Flask|APIFlask|OpenAPI)\(`), "flask", serveFlask},
	{text.Lazy(`(?m)^(app|application|api)\s*(?::\s*[\w.]+\s*)?=\s*[a-z]\w*\(`), "made", serveMade},
	{text.Lazy(`(?m)^def ((?:create|make|get)_(?:app|application))\(`), "made", serveMade},
	{text.Lazy(`(?m)^def (\w+_\w+)\([^)]*\)\s*->\s*["']?(?:\w+\.)?(?:FastAPI|Starlette|Flask)\b`), "made", serveMade},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:Starlette|BlackSheep)\(`), "api", serveASGI},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*Litestar\(`), "api", serveBy("litestar")},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*Quart\(`), "api", serveBy("quart")},
	{text.Lazy(`(?m)^(\w+)\s*(?::\s*[\w.]+\s*)?=\s*Sanic\(`), "api", serveSanic},
	{text.Lazy(`(?m)^import streamlit( as \w+)?\s*$`), "streamlit", serveStreamlit},
}

// serveFastAPI prefers fastapi dev, which needs fastapi's extra called standard.
func serveFastAPI(p *survey.Checkout, dir, file, variable string) string {
	if p.Requires(dir, "fastapi-cli") || strings.Contains(strings.ToLower(p.Manifests(dir)), "fastapi[standard]") {
		return p.Module(dir, "fastapi") + " dev " + strings.TrimPrefix(file, dir+"/")
	}
	return serveASGI(p, dir, file, variable)
}

func serveASGI(p *survey.Checkout, dir, file, variable string) string {
	return p.Module(dir, "uvicorn") + " " + survey.ModuleOf(dir, file) + ":" + variable + " --reload"
}

// serveBy serves by a framework's own command.
func serveBy(name string) func(p *survey.Checkout, dir, file, variable string) string {
	return func(p *survey.Checkout, dir, file, variable string) string {
		return p.Module(dir, name) + " --app " + survey.ModuleOf(dir, file) + ":" + variable + " run --reload"
	}
}

func serveSanic(p *survey.Checkout, dir, file, variable string) string {
	return p.Module(dir, "sanic") + " " + survey.ModuleOf(dir, file) + ":" + variable + " --dev"
}

// serveMade serves what a factory makes, or the factory, by the framework that the manifests or the file name.
func serveMade(p *survey.Checkout, dir, file, variable string) string {
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

func serveFlask(p *survey.Checkout, dir, file, variable string) string {
	app := survey.ModuleOf(dir, file)
	if variable != "app" && variable != "application" && variable != "create_app" && variable != "make_app" {
		app += ":" + variable
	}
	return p.Module(dir, "flask") + " --app " + app + " run"
}

func serveStreamlit(p *survey.Checkout, dir, file, _ string) string {
	return p.Module(dir, "streamlit") + " run " + strings.TrimPrefix(file, dir+"/")
}

// djangoApps are the applications that run jobs for Django, with the command of manage.py that waits for them.
var djangoApps = [][2]string{{"django_dramatiq", "rundramatiq"}, {"huey.contrib.djhuey", "run_huey"},
	{"django_q", "qcluster"}, {"django_rq", "rqworker default"}, {"background_task", "process_tasks"},
	{"django_tasks.backends.database", "db_worker"}}

// DjangoWorkers returns the applications with jobs that the settings in a directory install.
func DjangoWorkers(p *survey.Checkout, dir string) (workers []Listed) {
	for _, app := range djangoApps {
		for _, file := range p.Files(dir, 3, ".py") {
			text := p.Read(".", file)
			if strings.Contains(file, "settings") && (strings.Contains(text, `"`+app[0]+`"`) ||
				strings.Contains(text, "'"+app[0]+"'")) {
				workers = append(workers, Listed{Name: app[0], Line: app[1], From: file})
				break
			}
		}
	}
	return workers
}
