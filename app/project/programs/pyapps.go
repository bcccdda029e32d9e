package programs

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/lists"
	"devservers/app/project/survey"
)

// PyApp is a web framework of Python: how an application is made, and what serves it while it is developed; "" = what
// the manifests or the source name.
type PyApp struct {
	Made       func() *regexp.Regexp
	Name, With string
}

// made matches the object that a call of one of some names makes for a module, also in one of its branches.
func made(names string) func() *regexp.Regexp {
	return words.Lazy(`(?m)^(?:(?:if|else|elif|try|except|with)\b[^\n]*:\n(?:[ \t]+[^\n]*\n)*?[ \t]+)?` +
		`(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=\s*(?:` + names + `)\(`)
}

// PyApps are the known ones, the surest first.
var PyApps = []PyApp{
	{made(`(?:fastapi\.)?FastAPI`), "api", "fastapi"},
	{made(`(?:flask\.)?(?:Flask|APIFlask|OpenAPI)`), "flask", "flask"},
	{words.Lazy(`(?m)^(app|application|api)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=\s*[a-z]\w*\(`), "api", ""},
	{words.Lazy(`(?m)^def ((?:create|make|get)_(?:app|application))\(`), "api", ""},
	{words.Lazy(`(?m)^def (\w+_\w+)\([^)]*\)\s*->\s*["']?(?:\w+\.)?(?:FastAPI|Starlette|Flask)\b`), "api", ""},
	{made(`Starlette|BlackSheep`), "api", "starlette"},
	{made(`Litestar`), "api", "litestar"},
	{made(`Quart`), "api", "quart"},
	{made(`Sanic`), "api", "sanic"},
	{made(`falcon\.App|bottle\.Bottle|Bottle`), "api", "falcon"},
	{words.Lazy(`(?m)^import streamlit( as \w+)?\s*$`), "streamlit", "streamlit"},
}

// pyServes are the commands that serve an application, by the framework; where sources decide, the first counts.
var pyServes = [][2]string{{"flask", "flask --app APP run --debug"}, {"fastapi", "uvicorn MODULE:OBJECT --reload"},
	{"starlette", "uvicorn MODULE:OBJECT --reload"}, {"litestar", "litestar --app MODULE:OBJECT run --reload"},
	{"quart", "quart --app MODULE:OBJECT run --reload"}, {"falcon", "gunicorn MODULE:OBJECT --reload"},
	{"sanic", "sanic MODULE:OBJECT --dev"}, {"streamlit", "streamlit run FILE"}}

// oldFlask matches a pinned Flask whose command lacks --app, or run --debug (2.2.3).
var oldFlask = words.Lazy(`(?m)^[\s"']*flask\s*(?:[=~]=|=\s*["'][=~^]*)\s*(?:0|1|2\.[01]|2\.2\.[0-2])\b`)

// Serve returns the command that serves an application of a source while it is developed, or "".
func (app PyApp) Serve(p *survey.Checkout, dir, file, variable string) string {
	all := strings.ToLower(p.Manifests(dir) + p.Read(".", file))
	i := slices.IndexFunc(pyServes, func(s [2]string) bool {
		return s[0] == app.With || app.With == "" && strings.Contains(all, s[0]) && s[0] != "streamlit"
	})
	if i < 0 || pyServes[i][0] == "falcon" && !p.Requires(dir, "gunicorn") {
		return ""
	}
	command, module := pyServes[i][1], survey.ModuleOf(dir, file)
	if pyServes[i][0] == "fastapi" && app.With != "" && (p.Requires(dir, "fastapi-cli") ||
		strings.Contains(all, "fastapi[standard]")) { // with fastapi's extra called standard
		command = "fastapi dev FILE"
	}
	name := module
	if !slices.Contains([]string{"app", "application", "create_app", "make_app"}, variable) {
		name += ":" + variable
	}
	if app.With == "" && strings.Contains(variable, "_") && strings.HasPrefix(command, "uvicorn") {
		command += " --factory"
	}
	program, rest, _ := strings.Cut(command, " ")
	if program == "flask" && oldFlask().MatchString(all) {
		return "FLASK_APP=" + name + " FLASK_DEBUG=1 " + p.Module(dir, "flask run")
	}
	return p.Module(dir, program) + " " + strings.NewReplacer("MODULE", module, "OBJECT", variable, "APP", name, "FILE",
		strings.TrimPrefix(file, dir+"/")).Replace(rest)
}

// djangoApps are the applications that run jobs for Django, with the command of manage.py that waits for them.
var djangoApps = [][2]string{{"django_dramatiq", "rundramatiq"}, {"huey.contrib.djhuey", "run_huey"},
	{"django_q", "qcluster"}, {"django_rq", "rqworker default"}, {"background_task", "process_tasks"},
	{"django_tasks.backends.database", "db_worker"}}

// DjangoWorkers returns the applications with jobs that the settings in a directory install.
func DjangoWorkers(p *survey.Checkout, dir string) (workers []lists.Listed) {
	for _, app := range djangoApps {
		for _, file := range p.Files(dir, 3, ".py") {
			text := p.Read(".", file)
			if strings.Contains(file, "settings") && (strings.Contains(text, `"`+app[0]+`"`) ||
				strings.Contains(text, "'"+app[0]+"'")) {
				workers = append(workers, lists.Listed{Name: app[0], Line: app[1], From: file})
				break
			}
		}
		listed := p.Requires(dir, app[0]) || p.Requires(dir, strings.ReplaceAll(app[0], "_", "-"))
		if n := len(workers); listed && (n == 0 || workers[n-1].Name != app[0]) {
			workers = append(workers, lists.Listed{Name: app[0], Line: app[1], From: "manage.py"})
		}
	}
	return workers
}

// pythonCommands matches a program that is told by a word what to do.
var pythonCommands = words.Lazy(`add_subparsers\(|\.group\(|\bTyper\(|\.command\(|\bfire\.Fire\(`)

// ServerEntry returns the command that a package of Python installs and that serves when it is run, or "".
func ServerEntry(p *survey.Checkout, s survey.Starter) string {
	text := EntryText(p, s)
	if s.Ends || s.Name == "" || !EntryPoint().MatchString(s.Line) || PythonStays(text) != ServesWhenRun ||
		pythonCommands().MatchString(text) {
		return ""
	}
	prefix, venv, _ := p.Runner(s.Dir)
	if prefix+venv == "" {
		module, function, _ := strings.Cut(s.Line, ":")
		return `python3 -c "__import__('` + module + "', fromlist=['" + function + "'])." + function + `()"`
	}
	return cmp.Or(prefix, venv) + s.Name
}

// EntryText returns the source of a program, or all that an entry of a package reaches.
func EntryText(p *survey.Checkout, s survey.Starter) string {
	if s.Name != "" && path.Ext(s.File) == ".toml" {
		return Entered(p, s.Dir, s.Line)
	}
	return p.Read(".", s.File)
}

// OwnPython returns the command of a list with the programs of Python that its directory has; as it is if it has none.
func OwnPython(p *survey.Checkout, dir, command string) string {
	prefix, venv, _ := p.Runner(dir)
	if prefix+venv == "" || command == "" {
		return command
	}
	if command = p.Interpreted(dir, command)[0]; OfPython().MatchString(command) {
		command = cmp.Or(prefix, venv) + command
	}
	return command
}
