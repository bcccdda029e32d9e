package sources

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Lists returns the manifest of the project that lists one of the names, or "".
func (p *Project) Lists(e *Ecosystem, names ...string) string {
	files := manifests[e]
	for _, m := range e.managers {
		files = append(files[:len(files):len(files)], m.File)
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	for _, dir := range p.Above() {
		for _, name := range files {
			file := filepath.Join(dir, name)
			if text := listing(file); text != "" && slices.ContainsFunc(names,
				func(n string) bool { return mentions(text, n) }) {
				return file
			}
		}
	}
	return ""
}

// notListed are the lines of manifests that may name a package without listing it: comments, and what describes the
// project.
var notListed = lazily(`(?im)(?:^|\s)(?:#|//).*$|^\s*(?:name|description|summary|readme|authors?|keywords|classifiers|license|url|homepage|title|module)\b\s*[=:].*$`)

// listing returns the part of a manifest that lists packages.
func listing(file string) string {
	if filepath.Base(file) == "package.json" {
		return strings.Join(Package(file).Packages(), "\n")
	}
	return notListed().ReplaceAllString(Read(file), "")
}

// Packages returns the packages that a package.json lists.
func (p PackageJSON) Packages() (names []string) {
	for _, list := range []map[string]json.RawMessage{p.Dependencies, p.DevDependencies, p.OptionalDependencies,
		p.PeerDependencies} {
		for name := range list {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// mentions reports whether the listing of a manifest names a package. In names, - _ and . are the same (PEP 503).
func mentions(text, name string) bool {
	parts := regexp.MustCompile(`[-_.]+`).Split(name, -1)
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	return regexp.MustCompile(`(?im)(?:^|["'\s:,(<>])` + strings.Join(parts, "[-_.]+") +
		`(?:$|[^\w./-])`).MatchString(text)
}

// programs are the packages of npm whose program has another name.
var programs = map[string]string{
	"tsc": "typescript", "tsserver": "typescript", "ng": "@angular/cli", "vue-cli-service": "@vue/cli-service",
	"sls": "serverless", "run-s": "npm-run-all", "run-p": "npm-run-all",
	"remix": "@remix-run/dev", "react-router": "@react-router/dev", "sb": "storybook", "cross-env-shell": "cross-env",
	"conc": "concurrently", "wrangler2": "wrangler", "medusa": "@medusajs/cli",
	"svelte-kit": "@sveltejs/kit", "quasar": "@quasar/app", "ember": "ember-cli", "tailwindcss": "@tailwindcss/cli",
	"sequelize": "sequelize-cli", "rw": "@redwoodjs/core", "docusaurus": "@docusaurus/core",
}

// PackageWith returns the package in the list that is likely to have a program: it is named like it, or is its cli.
func PackageWith(program string, list []string) string {
	for _, name := range append([]string{program, programs[program], program + "-cli", program + "-scripts"}, list...) {
		scope, rest, scoped := strings.Cut(name, "/")
		if slices.Contains(list, name) && (!slices.Contains(list, program) || name == program) &&
			(name == program || name == programs[program] || strings.HasPrefix(name, program+"-") || scoped &&
				strings.HasPrefix(scope, "@"+program) && (rest == "cli" || rest == "core") || scoped && rest == program) {
			return name
		}
	}
	return ""
}

// Naming returns the file of the project that has text in quotes or as a word, with the number of the line; of the
// files, first come the ones that the command names. Only sources and settings are searched.
func (p *Project) Naming(text string) (path string, line int) {
	quoted := regexp.MustCompile(`(?:^|["'` + "`" + `\s=:(])` + regexp.QuoteMeta(text) + `(?:$|["'` + "`" + `\s;,:)])`)
	look := func(file string) bool {
		for i, l := range strings.Split(Read(file), "\n") {
			if quoted.MatchString(l) && !strings.HasPrefix(strings.TrimSpace(l), "#") {
				path, line = file, i+1
				return true
			}
		}
		return false
	}
	for _, arg := range p.Argv {
		if file := p.Found(arg[strings.IndexByte(arg, '=')+1:]); file != "" && p.Ours(file) && look(file) {
			return path, line
		}
	}
	p.Search(func(dir string) bool {
		list, _ := filepath.Glob(filepath.Join(GlobSafe(dir), "*"))
		return slices.ContainsFunc(list[:min(len(list), 200)], func(file string) bool {
			return IsWritten(file) && filepath.Base(file) != "devservers.yml" && look(file)
		})
	})
	return path, line
}

// settings are the extensions of files with settings.
var settings = []string{".json", ".toml", ".yml", ".yaml", ".conf", ".cfg", ".ini", ".env", ".properties", ".html",
	".mod", ".work", ".npmrc"}

// IsSetting reports whether a name is of a file with settings or data.
func IsSetting(name string) bool {
	return slices.Contains(settings, filepath.Ext(name)) ||
		slices.Contains([]string{".pem", ".key", ".crt", ".csv", ".txt", ".db", ".xml", ".properties"}, filepath.Ext(name))
}

// IsManifest reports whether a tool looks for a file of that name in the working directory.
func IsManifest(name string) bool {
	for _, list := range manifests {
		if slices.Contains(list, name) {
			return true
		}
	}
	return slices.Contains(searched, name)
}

// searched are files for which tools look in the working directory, besides manifests.
var searched = []string{
	"go.mod", "go.work", "Makefile", "pyproject.toml", "manage.py", "alembic.ini", "Procfile", "Gemfile",
	"Cargo.toml", "config.ru", "composer.json", "deno.json", "mix.exs", "docker-compose.yml",
	"compose.yaml",
}
