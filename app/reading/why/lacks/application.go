package lacks

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
)

// Flask finds the application that flask does not.
func (o Of) Flask([]string) *app.Finding {
	f := &app.Finding{Kind: app.FindingFile, Problem: "flask finds no application: there is no app.py or wsgi.py in " + o.WorkDir, Fix: "name the module in the command: flask --app MODULE run"}
	file := o.Makes("Flask")
	if file == "" {
		return f
	}
	f.Evidence = []string{o.Shown(file) + " makes one"}
	f.Fix = "name it in the command: flask --app " + strings.TrimSuffix(filepath.Base(file), ".py") + " run"
	if dir := filepath.Dir(file); dir != o.WorkDir {
		f.Fix = "set working_dir: " + o.Shown(dir) + " in devservers.yml; if the file is not app.py or wsgi.py, " + f.Fix
	}
	return f
}

// Application finds the application that a module makes under another name than the command has.
func (o Of) Application(m []string) *app.Finding {
	name, module := cmp.Or(m[1], m[3]), cmp.Or(m[2], m[4], m[6])
	f := &app.Finding{Kind: app.FindingFile, Problem: "the module " + module + " has no application " + name, Fix: "correct the name in the command, or define the application there"}
	if path, has := resolve.Application(o.Project, module); has != "" {
		f.Evidence, f.Fix = []string{o.Shown(path) + " makes the application " + has}, "correct the name in the command: "+module+":"+has
		if factory := regexp.MustCompile(`(?m)^def ` + regexp.QuoteMeta(has) + `\(`); factory.MatchString(sources.Read(path)) && slices.ContainsFunc(o.Argv, func(arg string) bool { return filepath.Base(arg) == "gunicorn" }) {
			f.Fix = "write the call into the command: '" + module + ":" + has + "()'" // gunicorn calls no function by itself
		}
	}
	return f
}

// Celery finds the module that makes the application of Celery.
func (o Of) Celery([]string) *app.Finding {
	f := &app.Finding{Kind: app.FindingFile, Problem: "Celery cannot load the application that -A names", Evidence: []string{"the command runs in " + o.WorkDir},
		Fix: "correct the name after -A, or set working_dir to the directory with the package"}
	for i, arg := range o.Argv {
		if i == 0 || o.Argv[i-1] != "-A" && !strings.HasPrefix(arg, "--app=") {
			continue
		}
		named := strings.TrimPrefix(arg, "--app=")
		path := o.Makes("Celery")
		if dir := o.ModuleDir(named); dir != "" {
			f.Evidence, f.Fix = append(f.Evidence, "the module is in "+dir), "set working_dir: "+o.Shown(dir)+" in devservers.yml"
		} else if module := resolve.ModuleName(o.Project, path); module != "" && module != named {
			f.Problem = "Celery cannot load the application " + named
			f.Evidence, f.Fix = append(f.Evidence, o.Shown(path)+" makes one"), "correct the command: -A "+module
		}
	}
	return f
}
