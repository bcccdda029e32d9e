package sources

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"devservers/app/base/words"
)

// ModuleDir returns the directory of the project, other than the working directory, with a Python module or package, or
// "".
func (p *Project) ModuleDir(name string) string {
	top, _, _ := strings.Cut(name, ".")
	if !Valid(top) || HasModule(p.WorkDir, top) {
		return ""
	}
	return p.Search(func(dir string) bool { return HasModule(dir, top) })
}

// HasModule reports whether a directory has a Python module or package.
func HasModule(dir, name string) bool {
	return Existing(filepath.Join(dir, name+".py")) != "" || Existing(filepath.Join(dir, name, "__init__.py")) != ""
}

// MeantModule returns the project's own module that name may be a misspelling of, or "".
func (p *Project) MeantModule(name string) (meant string) {
	parent, last := "", name
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		parent, last = name[:i+1], name[i+1:]
	}
	p.Search(func(dir string) bool {
		var own []string
		entries, _ := os.ReadDir(filepath.Join(dir, strings.ReplaceAll(parent, ".", "/")))
		for _, e := range entries {
			if module := strings.TrimSuffix(e.Name(), ".py"); module != e.Name() || e.IsDir() &&
				!slices.Contains(skipped, e.Name()) && hasPython(filepath.Join(dir, parent, e.Name())) {
				own = append(own, module)
			}
		}
		if like := words.Meant(last, own); len(like) > 0 && like[0] != last {
			meant = parent + like[0]
		}
		return meant != ""
	})
	return meant
}

func hasPython(dir string) bool {
	list, _ := filepath.Glob(filepath.Join(GlobSafe(dir), "*.py"))
	return len(list) > 0
}

// ImportsModule reports whether a Python file imports a module by its name.
func ImportsModule(file, name string) bool {
	return regexp.MustCompile(`(?m)^\s*(?:import|from)\s+` + regexp.QuoteMeta(name) + `\b`).MatchString(Read(file))
}

// UnusedVenv returns a virtual environment of the project that has the package, but that the command does not use.
func (p *Project) UnusedVenv(module string) string {
	for _, dir := range []string{p.WorkDir, p.Dir} {
		for _, name := range []string{".venv", "venv", "env"} {
			venv := filepath.Join(dir, name)
			if len(p.Argv) > 0 && strings.HasPrefix(filepath.Join(p.WorkDir, p.Argv[0]), venv+"/") {
				continue
			}
			if found, _ := filepath.Glob(filepath.Join(venv, "lib", "python*", "site-packages", GlobSafe(module)+
				"*")); len(found) > 0 {
				return venv
			}
		}
	}
	return ""
}

// Distributions are the names of Python packages that differ from what is imported.
var Distributions = map[string]string{
	"yaml": "PyYAML", "PIL": "Pillow", "cv2": "opencv-python", "dotenv": "python-dotenv", "bs4": "beautifulsoup4",
	"sklearn":        "scikit-learn",
	"rest_framework": "djangorestframework", "corsheaders": "django-cors-headers", "environ": "django-environ",
	"debug_toolbar":     "django-debug-toolbar",
	"django_extensions": "django-extensions", "MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary", "jwt": "PyJWT",
	"dateutil": "python-dateutil",
	"Crypto":   "pycryptodome", "decouple": "python-decouple", "jose": "python-jose", "multipart": "python-multipart",
	"magic":              "python-magic",
	"django_celery_beat": "django-celery-beat", "storages": "django-storages", "crispy_forms": "django-crispy-forms",
	"google": "google-cloud",
}

// PythonLibraries returns the directories in which the Python that ran looks for packages and its own modules.
func (p *Project) PythonLibraries() (dirs []string) {
	roots := []string{"/usr", "/usr/local"}
	if len(p.Argv) > 0 {
		bin := p.Argv[0]
		if !filepath.IsAbs(bin) {
			bin = filepath.Join(p.WorkDir, bin)
		}
		if venv := filepath.Dir(filepath.Dir(bin)); Existing(filepath.Join(venv, "pyvenv.cfg")) != "" {
			roots = []string{venv}
		}
	}
	for _, root := range roots {
		for _, pattern := range []string{"lib/python3*/site-packages", "lib/python3*/dist-packages", "lib/python3*"} {
			found, _ := filepath.Glob(filepath.Join(GlobSafe(root), pattern))
			dirs = append(dirs, found...)
		}
	}
	return dirs
}

// MeantIn returns the module of a directory that name may be a misspelling of, or "".
func MeantIn(dir, name string) string {
	var own []string
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		own = append(own, strings.TrimSuffix(e.Name(), ".py"))
	}
	if like := words.Meant(name, own); len(like) > 0 {
		return like[0]
	}
	return ""
}
