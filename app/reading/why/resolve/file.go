package resolve

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/disk"
)

// File returns the finding that a file of the project is not there: which build makes it, in which working directory the
// command finds it, or which file is meant. ref is the server that a restart is for.
func File(p *sources.Project, ref, name string) *app.Finding {
	name = strings.TrimPrefix(name, "file://")
	if !sources.Valid(name) {
		return nil
	}
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(p.WorkDir, name)
	}
	path = deepest(p, path)
	if f := disk.Missing(p, path); f != nil {
		return f
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: p.Shown(filepath.Clean(path)) + " does not exist", Evidence: []string{"the command runs in " + p.WorkDir}, Fix: "create it, or correct its name"}
	if !p.Ours(path) {
		f.Problem = name + " does not exist"
	}
	if p.Exists(name) && (p.Found(name) == path || sources.Existing(path) != "") {
		f.Problem, f.Evidence = name+" did not exist when it was needed", []string{"it exists now"}
		f.Next(app.Step{Do: app.StepRestart, Server: ref}, "")
		return f
	}
	build, file := p.Builds(path)
	switch {
	case build != "" && builtElsewhere(p, path) != "":
		f.Evidence = append(f.Evidence, "there is "+p.Shown(builtElsewhere(p, path)))
		f.Fix = "correct the path to " + p.Shown(builtElsewhere(p, path)) + ", or the settings of the build (rootDir, include, outDir)"
	case build != "":
		f.Problem += ": it has not been built"
		f.Evidence, f.Fix = append(f.Evidence, p.Shown(file)+" builds it"), p.In(file, build)
	case !inWorkingDir(p, f, path) && !instead(p, f, path):
		nearFile(p, f, path)
	}
	if at := p.NamesPath(path); at != "" {
		f.Evidence = append(f.Evidence, at+" names it")
	}
	return f
}

// builtElsewhere returns the file of the same name that a build has written somewhere else in its directory, or "".
func builtElsewhere(p *sources.Project, path string) string {
	out := filepath.Dir(path)
	for out != p.Dir && !slices.Contains([]string{"dist", "build", "out", "target", ".output"}, filepath.Base(out)) {
		if out == filepath.Dir(out) {
			return ""
		}
		out = filepath.Dir(out)
	}
	inside := sources.Project{Dir: out, WorkDir: out}
	var found string
	inside.Walk(depth, func(dir string) bool {
		found = sources.Existing(filepath.Join(dir, filepath.Base(path)))
		return found != ""
	})
	return found
}

// inWorkingDir adds the directory in which the command would find the file, if that is all that is wrong.
func inWorkingDir(p *sources.Project, f *app.Finding, path string) bool {
	if rel, err := filepath.Rel(p.WorkDir, path); err != nil || !Names(p, path) && !sources.IsManifest(rel) {
		return false
	}
	dirs := WorkingDirs(p, path)
	if len(dirs) == 0 {
		return false
	}
	for _, dir := range dirs {
		f.Evidence = append(f.Evidence, filepath.Base(path)+" is in "+filepath.Dir(filepath.Join(dir, relative(p.WorkDir, path))))
	}
	f.Fix = "set working_dir: " + p.Shown(dirs[0]) + " in devservers.yml"
	if len(dirs) > 1 {
		f.Fix = "set working_dir in devservers.yml to the directory that is meant"
	}
	return true
}

// nearFile adds the file that is probably meant.
func nearFile(p *sources.Project, f *app.Finding, path string) {
	m := Near(p, path)
	if m.Path == "" || m.How == None || m.Path == path || strings.HasPrefix(p.NamesPath(path), p.Shown(m.Path)+":") { // no file means itself
		return
	}
	to := relative(p.WorkDir, m.Path)
	if filepath.Base(m.Path) == filepath.Base(path) {
		f.Evidence = append(f.Evidence, filepath.Base(path)+" is in "+filepath.Dir(m.Path))
	} else {
		f.Evidence = append(f.Evidence, "there is "+p.Shown(m.Path))
	}
	meant := p.Shown(m.Path)
	if strings.HasSuffix(path, "/"+meant) { // it is written so, but read from another directory
		meant = to
	}
	switch at := p.NamesPath(path); {
	case Names(p, path):
		f.Fix = "correct the path in the command: " + to
	case at != "":
		f.Fix = "correct " + at + ": " + meant
	default:
		f.Fix = "correct the path: " + meant
	}
	if m.How == Elsewhere && WorkingDir(p, path) != "" && !Names(p, path) {
		f.Fix += ", or set working_dir: " + p.Shown(WorkingDir(p, path)) + " in devservers.yml"
	}
}

// relative returns path as a command that runs in dir writes it.
func relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return path
	}
	return rel
}

// deepest returns the directory of the file that the command names below path, which is what has to be made, or else path.
func deepest(p *sources.Project, path string) string {
	for _, arg := range p.Argv {
		named := strings.TrimPrefix(strings.TrimPrefix(arg[strings.IndexByte(arg, '=')+1:], "unix:"), "//")
		if !filepath.IsAbs(named) {
			named = filepath.Join(p.WorkDir, named)
		}
		if strings.HasPrefix(named, path+"/") {
			return filepath.Dir(named)
		}
	}
	return path
}

// instead adds what has to be made: a directory, the data of a database, a copy of an example.
func instead(p *sources.Project, f *app.Finding, path string) bool {
	parent := filepath.Dir(path)
	if inData(p, f, path) {
		return true
	}
	if init := p.Initialises(path); init != "" {
		f.Fix = "create and initialise it: " + init
		return true
	}
	if example := p.Near(sources.Examples...); strings.HasPrefix(filepath.Base(path), ".env") && filepath.Dir(example) == parent {
		f.Evidence, f.Fix = append(f.Evidence, "there is "+p.Shown(example)), "copy "+p.Shown(example)+" to "+p.Shown(path)+" and fill it in"
		return true
	}
	for _, end := range []string{".example", ".sample", ".dist", ".template", ".tmpl", ".default"} {
		if example := path + end; sources.Existing(example) != "" {
			f.Evidence, f.Fix = append(f.Evidence, "there is "+p.Shown(example)), "copy "+p.Shown(example)+" to "+p.Shown(path)+" and fill it in"
			return true
		}
	}
	if sources.Existing(parent) != "" || !p.Ours(parent) || Near(p, path).Path != "" {
		return false
	}
	f.Evidence = append(f.Evidence, "its directory "+p.Shown(parent)+" does not exist")
	f.Fix = "create it, or correct the path"
	if IsWritten(path) || filepath.Ext(path) == "" {
		f.Fix = "mkdir -p " + p.Shown(parent) + ", or correct the path"
	}
	return true
}

// inData finds a directory that postgres looks for in that of its data.
func inData(p *sources.Project, f *app.Finding, path string) bool {
	rel, err := filepath.Rel(p.WorkDir, path)
	if err != nil || len(p.Argv) == 0 || filepath.Base(p.Argv[0]) != "postgres" || sources.Existing(filepath.Dir(path)) != "" || !slices.Contains(p.Argv, filepath.Dir(rel)) {
		return false
	}
	data, _ := p.DataDirectory()
	f.Problem = "the directory " + filepath.Dir(rel) + " does not exist in " + data + ", where postgres runs"
	f.Fix = "write its whole path into the command, and make it: mkdir -p " + filepath.Dir(rel)
	return true
}

// IsWritten reports whether path is one of those that programs create, but not their directories.
func IsWritten(path string) bool {
	return slices.Contains([]string{".sock", ".socket", ".log", ".pid", ".lock", ".db", ".sqlite", ".sqlite3", ".tmp", ".out"}, filepath.Ext(path))
}
