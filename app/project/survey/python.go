package survey

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"devservers/app/project/sources"
)

// Python are the manifests of Python.
var Python = []string{"pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements/dev.txt",
	"requirements/local.txt", "requirements/base.txt", "Pipfile", "setup.py", "setup.cfg", "environment.yml"}

// Runner returns how Python's programs are run in a directory, and the file that shows it.
func (p *Checkout) Runner(dir string) (prefix, venv, file string) {
	for _, name := range []string{".venv", "venv", "env", ".env"} {
		if at, _ := p.Upwards(dir, name+"/pyvenv.cfg"); at != "" {
			venv = strings.TrimPrefix(Relative(dir, filepath.Join(at, name))+"/bin/", "./")
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

// Interpreter is the command of Python in a directory.
func (p *Checkout) Interpreter(dir string) string {
	switch prefix, venv, _ := p.Runner(dir); {
	case prefix != "":
		return prefix + "python"
	case venv != "":
		return venv + "python"
	}
	return "python3"
}

// Module is the command of a program of Python that is installed for a directory.
func (p *Checkout) Module(dir, name string) string {
	prefix, _, _ := p.Runner(dir)
	if prefix != "" {
		return prefix + name
	}
	return p.Interpreter(dir) + " -m " + name
}

// PythonFrom names a file, and the package manager's.
func (p *Checkout) PythonFrom(dir, file string) string {
	if _, venv, lock := p.Runner(dir); lock != "" {
		return file + " (" + path.Base(lock) + ")"
	} else if venv != "" {
		return file + " (" + strings.TrimSuffix(venv, "/bin/") + ")"
	}
	return file
}

// Requires reports whether a manifest of the directory or above it names a package.
func (p *Checkout) Requires(dir, name string) bool {
	re := regexp.MustCompile(`(?im)(?:^|[\[,])[\s"'\-]*` + regexp.QuoteMeta(name) + `\s*(?:\[[^\]]*\])?\s*(?:[=<>~!;,"'#@\]]|$)`)
	for at := dir; ; at = path.Dir(at) {
		for _, file := range Python {
			if re.MatchString(p.Read(at, file)) {
				return true
			}
		}
		if at == "." {
			return false
		}
	}
}

// Manifests returns the text of Python's manifests from a directory upwards.
func (p *Checkout) Manifests(dir string) (text string) {
	for at := dir; ; at = path.Dir(at) {
		for _, file := range Python {
			text += p.Read(at, file) + "\n"
		}
		if at == "." {
			return text
		}
	}
}

// Relative returns a path as it is written from dir.
func Relative(dir, path string) string {
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		return path
	}
	if !strings.HasPrefix(rel, ".") {
		rel = "./" + rel
	}
	return rel
}

// PythonInstall returns the command that installs what the manifest of a directory lists, and that manifest.
func (p *Checkout) PythonInstall(dir string) (command, file string) {
	for _, m := range sources.Python.Own() {
		if p.Has(dir, m.File) {
			return m.Install, m.File
		}
	}
	for _, name := range []string{"requirements-dev.txt", "requirements/dev.txt", "requirements/local.txt",
		"requirements.txt"} {
		if p.Has(dir, name) {
			return p.Interpreter(dir) + " -m pip install -r " + name, name
		}
	}
	return "", ""
}

// ModuleOf is the Python module of a file, as it is imported from dir.
func ModuleOf(dir, file string) string {
	rel := strings.TrimPrefix(file, dir+"/")
	rel = strings.TrimSuffix(strings.TrimSuffix(rel, ".py"), "/__init__")
	return strings.ReplaceAll(rel, "/", ".")
}

// Manages reports whether the manage.py of a directory is Django's.
func (p *Checkout) Manages(dir string) bool {
	return strings.Contains(p.Read(dir, "manage.py"), "django")
}

// runs are the files in which people write how their program is started.
var runs = []string{"Makefile", "justfile", "Taskfile.yml", "pyproject.toml", "Procfile", "Procfile.dev", "package.json",
	"Dockerfile", ".flaskenv"}

// Started parts sources of Python into those that a file with commands of the directory starts, and the others.
func (p *Checkout) Started(dir string, files []string) (started, others []string) {
	var text string
	for _, name := range runs {
		text += p.Read(dir, name) + "\n"
	}
	for _, file := range files {
		if strings.Contains(text, ModuleOf(dir, file)+":") || strings.Contains(text, " "+Relative(dir, file)[2:]) {
			started = append(started, file)
		} else {
			others = append(others, file)
		}
	}
	return started, others
}

// Inner reports whether a directory is a package of Python below another directory with a manifest, whose program may
// import it.
func (p *Checkout) Inner(dir string) bool {
	at, _ := p.Upwards(path.Dir(dir), Python...)
	return dir != "." && at != "" && p.Has(dir, "__init__.py") && !p.Has(dir, Python...)
}
