package code

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/sources"
)

// LackedOption returns the option that a command in dir lacks to listen on $PORT, as words: its tool's, if that doesn't
// read the variable PORT, and if neither the command nor the script of package.json that it runs names a port. It is
// nil if nothing is lacking, or if the tool isn't known.
func LackedOption(argv []string, dir string) []string {
	words, script := started(argv, dir)
	t, ok := FindTool(words)
	if !ok || t.Flag == "" || namesPort(words) || namesPort(argv) {
		return nil
	}
	if strings.HasPrefix(t.Flag, "$") && !endsWith(words, t.Words) {
		return nil // its place is taken
	}
	flag := strings.Fields(t.Flag)
	if script && filepath.Base(argv[0]) == "npm" && !slices.Contains(argv, "--") {
		flag = append([]string{"--"}, flag...)
	}
	return flag
}

// WithPort returns the command as devservers.yml should have it, so that the tool listens on $PORT; "" if the tool is
// not known.
func WithPort(argv []string, dir string) string {
	flag := LackedOption(argv, dir)
	if flag == nil {
		return ""
	}
	return command.Join(argv) + " " + strings.Join(flag, " ")
}

// Serves reports whether a command in dir starts a tool that opens a port, on its own or by a script of package.json.
func Serves(argv []string, dir string) bool {
	words, _ := started(argv, dir)
	t, ok := FindTool(words)
	return ok && t.Port > 0
}

// UsualPort returns the port on which the program that a command in dir starts listens by default, or 0.
func UsualPort(argv []string, dir string) int {
	words, _ := started(argv, dir)
	t, _ := FindTool(words)
	return t.Port
}

// started returns the words that a command starts: the script of package.json that it runs, or its own words. A
// script of several commands is none: which of them serves isn't known.
func started(argv []string, dir string) (words []string, script bool) {
	if text, ok := Script(argv, dir); ok && !strings.ContainsAny(text, "&|;") {
		return strings.Fields(text), true
	}
	return argv, false
}

// managers run the scripts of package.json.
var managers = []string{"npm", "pnpm", "yarn", "bun"}

// endsWith reports whether the last word of a command is the last one of a tool's.
func endsWith(argv []string, tool string) bool {
	want := strings.Fields(strings.TrimSuffix(tool, " *"))
	return filepath.Base(argv[len(argv)-1]) == want[len(want)-1]
}

// namesPort reports whether a command shows where it listens.
func namesPort(argv []string) bool {
	if n, _ := NamedPort(strings.Join(argv, " ")); n > 0 {
		return true
	}
	return slices.ContainsFunc(argv, func(word string) bool {
		name, _, _ := strings.Cut(word, "=")
		return slices.Contains([]string{"-p", "-l", "-a", "--port", "--bind", "-b", "--listen", "--server.port", "--dev-addr",
			"--fd", "--uds"}, name)
	})
}

// maxManifest is the longest package.json that is read.
const maxManifest = 1 << 20

// Script returns the text of the script of package.json that a package manager runs in dir: npm run dev, pnpm -C web
// dev.
func Script(argv []string, dir string) (text string, ok bool) {
	if len(argv) < 2 || !slices.Contains(managers, filepath.Base(argv[0])) {
		return "", false
	}
	argv = slices.Clone(argv[1:])
	for i := 0; i+1 < len(argv) && argv[i] != "--"; i++ {
		if slices.Contains(withValue, argv[i]) || argv[i] == "workspace" {
			at := filepath.Join(dir, argv[i+1])
			if !slices.Contains(inDir, argv[i]) {
				at = packageNamed(dir, argv[i+1])
			}
			dir, argv = at, slices.Delete(argv, i, i+2)
		}
	}
	if len(argv) > 0 && slices.Contains([]string{"exec", "dlx", "x"}, argv[0]) {
		return "", false
	}
	scripts := scriptsOf(filepath.Join(dir, "package.json"))
	for i, word := range argv {
		if text := scripts[word]; text != "" {
			if text == "run-script-os" {
				text = cmp.Or(scripts[word+":"+runtime.GOOS], scripts[word+":nix"], scripts[word+":default"])
			}
			if strings.HasSuffix(text, " --") { // it runs what follows
				text += " " + strings.Join(argv[i+1:], " ")
			}
			return text, true
		}
	}
	return "", false
}

// packageNamed returns the directory of a workspace's package, by its name.
func packageNamed(dir, name string) string {
	for _, pattern := range []string{"*", "*/*"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern, "package.json"))
		for _, file := range files {
			if at := filepath.Dir(file); at == filepath.Join(dir, name) || sources.Package(file).Name == name {
				return at
			}
		}
	}
	return dir
}

// scriptsOf returns the scripts of a package.json, or nil.
func scriptsOf(file string) map[string]string {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() || info.Size() > maxManifest {
		return nil
	}
	content, err := os.ReadFile(file)
	var manifest struct {
		Scripts map[string]string `json:"scripts"`
	}
	if err != nil || json.Unmarshal(content, &manifest) != nil {
		return nil
	}
	return manifest.Scripts
}

// BuiltElsewhere returns the file of the same name that a build has written somewhere else in its directory, or "".
func (p *Workspace) BuiltElsewhere(path string) (found string) {
	rel, err := filepath.Rel(p.Dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	top, _, _ := strings.Cut(rel, "/")
	out := sources.Project{Dir: filepath.Join(p.Dir, top), WorkDir: p.Dir}
	out.Walk(5, func(dir string) bool {
		found = sources.Existing(filepath.Join(dir, filepath.Base(path)))
		return found != ""
	})
	return found
}

// VariableFiles are the files of the project that list its variables.
func (p *Workspace) VariableFiles() (list []string) {
	compose := []string{"compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml", "devservers.yml",
		".env", ".env.local"}
	for _, dir := range p.Above() {
		for _, base := range slices.Concat(sources.Examples, compose) {
			if file := filepath.Join(dir, base); sources.IsThere(file) {
				list = append(list, file)
			}
		}
	}
	return list
}

// Unlisted returns the variables that an example in dir lists and that env lacks.
func Unlisted(dir, project string, env map[string]string) (names []string) {
	for _, example := range sources.Examples {
		file := filepath.Join(dir, example)
		if _, err := os.Lstat(file); err != nil { // most projects have one of them
			continue
		}
		f, err := command.ReadFile(file, project)
		if err != nil {
			continue
		}
		vars, _ := f.Vars(func(name string) (string, bool) { v, ok := env[name]; return v, ok })
		for _, v := range vars {
			if _, ok := env[v.Name]; !ok {
				names = append(names, v.Name)
			}
		}
	}
	return names
}
