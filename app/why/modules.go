package why

import (
	"os"
	"path/filepath"
	"strings"

	"devservers/app"
)

// moduleRules find an import or a program that is not installed.
var moduleRules = []rule{
	{words: []string{"No module named"}, pattern: lazily(`(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?|No module named ([\w.]+)$`), find: pythonModule},
	{words: []string{"Couldn't import Django"}, pattern: lazily(`(Couldn't import Django)`),
		find: func(c *clues, _ int, _ []string) *app.Finding { return c.python("django") }},
	{words: []string{"Cannot find module"}, pattern: lazily(`Cannot find module '([^']+)'`), find: nodeModule},
	{words: []string{"Cannot find package"}, pattern: lazily(`Cannot find package '([^']+)'`), find: nodeModule},
	{words: []string{"Failed to resolve import", "Could not resolve", "Can't resolve"},
		pattern: lazily(`(?:Failed to resolve import|Could not resolve|Can't resolve) ["']([^"']+)["']`), find: nodeModule},
	{words: []string{"not found", "is not recognized"}, pattern: lazily(`^(?:/bin/)?(?:sh|bash|zsh): (?:\d+: |line \d+: )?([\w@./-]+): (?:command )?not found`), find: shellCommand},
	{words: []string{"cannot load such file -- .", "cannot load such file -- /"}, pattern: lazily(`cannot load such file -- ([./][\w./-]+)`),
		find: func(c *clues, _ int, m []string) *app.Finding { return c.missingFile(m[1]) }},
	{words: []string{"cannot load such file"}, pattern: lazily(`cannot load such file -- ([\w./-]+)`), find: gem},
	{words: []string{"Could not find", "GemNotFound"}, pattern: lazily(`Could not find (?:gem )?'?([\w.-]+)'?.* in (?:any of the sources|locally installed gems|rubygems)`), find: gem},
	{words: []string{"no required module provides package"}, pattern: lazily(`no required module provides package (\S+?)[;:\s]`), find: goModule},
	{words: []string{"missing go.sum entry"}, pattern: lazily(`missing go.sum entry for (?:module providing package |go.mod file; )?(\S*)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingModule, Problem: "go.sum does not list all modules", Fix: c.in(c.near("go.mod"), "go mod tidy")}
		}},
	{words: []string{"no matching package named"}, pattern: lazily("no matching package named `([^`]+)`"), find: crate},
	{words: []string{"unresolved import", "can't find crate"}, pattern: lazily("(?:unresolved import|can't find crate for) `(\\w+)"), find: crate},
	{words: []string{"vendor/autoload.php"}, pattern: lazily(`(vendor/autoload\.php).*(?:Failed to open|No such file)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingModule, Problem: "the PHP packages are not installed", Fix: c.in(c.near("composer.json"), "composer install")}
		}},
}

// distributions are the names of Python packages that differ from what is imported.
var distributions = map[string]string{
	"yaml": "PyYAML", "PIL": "Pillow", "cv2": "opencv-python", "dotenv": "python-dotenv", "bs4": "beautifulsoup4", "sklearn": "scikit-learn",
	"rest_framework": "djangorestframework", "corsheaders": "django-cors-headers", "environ": "django-environ", "debug_toolbar": "django-debug-toolbar",
	"django_extensions": "django-extensions", "MySQLdb": "mysqlclient", "psycopg2": "psycopg2-binary", "jwt": "PyJWT", "dateutil": "python-dateutil",
	"Crypto": "pycryptodome", "decouple": "python-decouple", "jose": "python-jose", "multipart": "python-multipart", "magic": "python-magic",
	"django_celery_beat": "django-celery-beat", "storages": "django-storages", "crispy_forms": "django-crispy-forms", "channels_redis": "channels-redis",
}

func pythonModule(c *clues, _ int, m []string) *app.Finding {
	name := m[1]
	if name == "" {
		name = m[2]
	}
	top, _, _ := strings.Cut(name, ".")
	if f := c.ownModule(name, top); f != nil {
		return f
	}
	return c.python(top)
}

// ownModule finds a module that the project has, but where the command does not look.
func (c *clues) ownModule(name, top string) *app.Finding {
	for _, dir := range []string{c.dir, c.projectDir, filepath.Join(c.projectDir, "src")} {
		info, err := os.Stat(filepath.Join(dir, top))
		if _, other := os.Stat(filepath.Join(dir, top+".py")); (err != nil || !info.IsDir()) && other != nil {
			continue
		}
		f := &app.Finding{Kind: app.FindingModule, Problem: "Python cannot import " + name + " of the project itself",
			Evidence: []string{"it is in " + dir + ", the command runs in " + c.dir}, Fix: "set working_dir: " + c.shown(dir) + " in devservers.yml, or PYTHONPATH"}
		if dir == c.dir {
			f.Fix = "check the name: the project has a module " + top
		}
		return f
	}
	return nil
}

// python returns the finding that the interpreter that ran lacks a package.
func (c *clues) python(module string) *app.Finding {
	f := &app.Finding{Kind: app.FindingModule, Problem: "the Python package " + module + " is not installed for the interpreter that ran"}
	if len(c.argv) > 0 {
		f.Evidence = append(f.Evidence, "it ran "+c.argv[0])
	}
	if venv := c.unusedVenv(module); venv != "" {
		f.Evidence = append(f.Evidence, venv+" has it")
		f.Fix = "use the project's interpreter: write " + filepath.Join(c.shown(venv), "bin", "python") + " in the command"
		return f
	}
	file, fix := c.pythonInstall(module)
	if f.Fix = c.in(file, fix); file != "" {
		f.Evidence = append(f.Evidence, "the project has "+c.shown(file))
	}
	return f
}

// unusedVenv returns a virtual environment of the project that has the package, but that the command does not use.
func (c *clues) unusedVenv(module string) string {
	for _, dir := range []string{c.dir, c.projectDir} {
		for _, name := range []string{".venv", "venv", "env"} {
			venv := filepath.Join(dir, name)
			if len(c.argv) > 0 && strings.HasPrefix(filepath.Join(c.dir, c.argv[0]), venv+"/") {
				continue
			}
			if found, _ := filepath.Glob(filepath.Join(venv, "lib", "python*", "site-packages", globSafe(module)+"*")); len(found) > 0 {
				return venv
			}
		}
	}
	return ""
}

// globSafe returns s with the special characters of patterns escaped.
func globSafe(s string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`).Replace(s)
}

func gem(c *clues, _ int, m []string) *app.Finding {
	f := &app.Finding{Kind: app.FindingModule, Problem: "the gem for " + m[1] + " is not installed", Fix: "gem install " + filepath.Base(m[1])}
	if file := c.near("Gemfile"); file != "" {
		f.Fix, f.Evidence = c.in(file, "bundle install"), []string{"the project has " + c.shown(file)}
	}
	return f
}

func goModule(c *clues, _ int, m []string) *app.Finding {
	return &app.Finding{Kind: app.FindingModule, Problem: "the Go package " + m[1] + " is not in any module of go.mod", Fix: c.in(c.near("go.mod"), "go get "+m[1])}
}

func crate(c *clues, _ int, m []string) *app.Finding {
	return &app.Finding{Kind: app.FindingModule, Problem: "the crate " + m[1] + " is not a dependency", Fix: c.in(c.near("Cargo.toml"), "cargo add "+m[1])}
}
