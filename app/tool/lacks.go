package tool

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Lacks returns the option that a command in dir lacks to listen on $PORT, as words: those of its tool, if that doesn't
// read the variable PORT, and if neither the command nor the script of package.json that it runs names a port. It is nil
// if nothing is lacking, or if the tool isn't known.
func Lacks(argv []string, dir string) []string {
	words, script := started(argv, dir)
	t, ok := Find(words)
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

// Serves reports whether a command in dir starts a tool that opens a port, by itself or by a script of package.json.
func Serves(argv []string, dir string) bool {
	words, _ := started(argv, dir)
	t, ok := Find(words)
	return ok && t.Port > 0
}

// started returns the words of what a command starts: those of the script of package.json that it runs, or its own.
func started(argv []string, dir string) (words []string, script bool) {
	if len(argv) > 1 && slices.Contains(managers, filepath.Base(argv[0])) {
		if words := scriptOf(argv, dir); words != nil {
			return words, true
		}
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

// namesPort reports whether a command says where it listens.
func namesPort(argv []string) bool {
	if n, _ := Named(strings.Join(argv, " ")); n > 0 {
		return true
	}
	return slices.ContainsFunc(argv, func(word string) bool {
		name, _, _ := strings.Cut(word, "=")
		return slices.Contains([]string{"-p", "-l", "-a", "--port", "--bind", "-b", "--listen", "--server.port", "--dev-addr", "--fd", "--uds"}, name)
	})
}

// maxManifest is the longest package.json that is read.
const maxManifest = 1 << 20

// scriptOf returns the words of the script of package.json in dir that a package manager runs, or nil. A script of
// several commands is none: which of them serves isn't known.
func scriptOf(argv []string, dir string) []string {
	file := filepath.Join(dir, "package.json")
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
	for _, word := range argv[1:] {
		if text := manifest.Scripts[word]; text != "" && !strings.ContainsAny(text, "&|;") {
			return strings.Fields(text)
		}
	}
	return nil
}
