package survey

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

// Part reports whether a source of Python is only a part of a package, no program of its own: a package in another one
// or one that dir is, and a module that others of the project import; or one that uses its application itself.
func (p *Checkout) Part(dir, file string) bool {
	inner := strings.TrimPrefix(strings.TrimPrefix(moduleName(file), dir+"/"), "src/")
	return usesItself().MatchString(p.Read(".", file)) ||
		(p.Has(dir, "__init__.py") || strings.Count(inner, "/") > 1) && p.imported(file)
}

// usesItself matches a source that makes an application to work with it, and not for a server.
var usesItself = words.Lazy(`(?m)^\w+\.app_context\(\)\.push\(\)`)

// imported reports whether another source of the project imports a module of Python.
func (p *Checkout) imported(file string) bool { return len(p.Importing(file)) > 0 }

// Importing returns other sources of the project that import a module of Python.
func (p *Checkout) Importing(file string) (found []string) {
	if p.imports == nil {
		p.imports = map[string][]string{}
		for _, other := range p.Files(".", MaxDepth, ".py") {
			if !Checks(other) {
				p.addImports(other)
			}
		}
	}
	at, name := path.Split(moduleName(file))
	for _, by := range append(p.imports[path.Base(at)+"."+name], p.imports["."+name]...) {
		if by != file && !strings.HasSuffix(file, "__main__.py") {
			found = append(found, by)
		}
	}
	return found
}

func moduleName(file string) string {
	return strings.TrimSuffix(strings.TrimSuffix(file, ".py"), "/__init__")
}

// addImports notes the modules that a source imports, each as its own name below that of its package: two sources that
// do so are enough to tell that one of them is another one.
func (p *Checkout) addImports(file string) {
	add := func(module string) {
		if by := p.imports[module]; len(by) < 2 && (len(by) == 0 || by[0] != file) {
			p.imports[module] = append(by, file)
		}
	}
	for _, m := range imports().FindAllStringSubmatch(p.Read(".", file), -1) {
		parts := strings.Split(m[1], ".")
		for i := range parts[1:] {
			add(parts[i] + "." + parts[i+1])
		}
		last := strings.TrimLeft(parts[len(parts)-1], ".")
		for _, word := range names().FindAllString(m[2], -1) {
			add(last + "." + word)
		}
	}
}

var (
	// imports matches the import of a module, and the names that are taken from it.
	imports = words.Lazy(`(?m)^[ \t]*(?:from|import)[ \t]+([\w.]+)(?:[ \t]+import\b([^\n#]*))?`)
	names   = words.Lazy(`\w+`)
)

// manifests are the files that show a program of its own language.
var manifests = []string{"package.json", "go.mod", "Cargo.toml", "composer.json", "mix.exs", "Gemfile", "pom.xml",
	"requirements.txt", "pyproject.toml"}

// Belongs reports whether a file below a directory is no part of a program of another language: one whose directory has
// a manifest that the upper one lacks.
func (p *Checkout) Belongs(dir, file string) bool {
	for at := path.Dir(file); at != dir && at != "."; at = path.Dir(at) {
		for _, name := range manifests {
			if p.Has(at, name) && !p.Has(dir, name) && p.Has(dir, manifests...) {
				return false
			}
		}
	}
	return true
}

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

// Interpreted returns commands with the Python of a directory.
func (p *Checkout) Interpreted(dir string, commands ...string) []string {
	for i, c := range commands {
		if m := python().FindString(c); m != "" {
			commands[i] = p.Interpreter(dir) + c[len(m)-1:]
		}
	}
	return commands
}

var python = words.Lazy(`^python3?\s`)

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

// InPackage reports whether a source of Python imports its own package, so that it runs only as a module of it.
func (p *Checkout) InPackage(dir, file string) bool {
	at, _, below := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(file, dir+"/"), "src/"), "/")
	return below && slices.ContainsFunc(imports().FindAllStringSubmatch(p.Read(".", file), -1), func(m []string) bool {
		return strings.HasPrefix(m[1], ".") || m[1] == at || strings.HasPrefix(m[1], at+".")
	})
}

// Importable returns a module as it is imported, and whether that needs src in the path: packages there are imported
// without it.
func (p *Checkout) Importable(dir, module string) (name string, src bool) {
	rest, below := strings.CutPrefix(module, "src.")
	if below = below && !p.Has(dir, "src/__init__.py"); below {
		return rest, true
	}
	return module, false
}

// Manages reports whether the manage.py of a directory is Django's.
func (p *Checkout) Manages(dir string) bool {
	return strings.Contains(p.Read(dir, "manage.py"), "django")
}

// runs are the files in which people write how their program is started.
var runs = []string{"Makefile", "justfile", "Taskfile.yml", "pyproject.toml", "Procfile", "Procfile.dev",
	"package.json", "Dockerfile", ".flaskenv", "gunicorn.conf.py"}

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

// OwnPython returns a directory's Python files, without subdirectories that have their own manifest.
func (p *Checkout) OwnPython(dir string) []string {
	return slices.DeleteFunc(p.Files(dir, 3, ".py"), func(file string) bool {
		at, _ := p.Upwards(path.Dir(file), append([]string{"manage.py"}, Python...)...)
		return at != "" && at != dir && strings.HasPrefix(at, strings.TrimPrefix(dir+"/", "./"))
	})
}
