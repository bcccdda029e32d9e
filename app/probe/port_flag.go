package probe

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// portFlags are what tools that don't read $PORT take instead, by the name of the tool
// or of its subcommand.
var portFlags = map[string]string{
	"vite": "--port $PORT", "astro": "--port $PORT", "next": "--port $PORT", "nuxt": "--port $PORT", "nuxi": "--port $PORT",
	"ng": "--port $PORT", "webpack": "--port $PORT", "webpack-dev-server": "--port $PORT", "rspack": "--port $PORT",
	"parcel": "--port $PORT", "gatsby": "--port $PORT", "remix": "--port $PORT", "vue-cli-service": "--port $PORT",
	"storybook": "--port $PORT", "docusaurus": "--port $PORT", "vitepress": "--port $PORT", "eleventy": "--port $PORT",
	"wrangler": "--port $PORT", "http-server": "-p $PORT", "serve": "-l $PORT", "json-server": "--port $PORT",
	"uvicorn": "--port $PORT", "fastapi": "--port $PORT", "flask": "--port $PORT", "granian": "--port $PORT",
	"gunicorn": "--bind 127.0.0.1:$PORT", "hypercorn": "--bind 127.0.0.1:$PORT", "daphne": "--port $PORT",
	"streamlit": "--server.port $PORT", "mkdocs": "--dev-addr 127.0.0.1:$PORT", "runserver": "$PORT", "http.server": "$PORT",
	"hugo": "--port $PORT", "jekyll": "--port $PORT", "rails": "-p $PORT", "puma": "-p $PORT", "rackup": "-p $PORT",
	"artisan": "--port $PORT", "redis-server": "--port $PORT", "valkey-server": "--port $PORT", "zola": "--port $PORT",
}

// portFlag returns what a command lacks to listen on $PORT, "" if that is not known, and whether a script of
// package.json passes it on. A command that already names a port lacks nothing.
func portFlag(argv []string, dir string) (flag string, script bool) {
	words := argv
	if slices.Contains([]string{"npm", "pnpm", "yarn", "bun"}, argv0(argv)) {
		if words = scriptOf(argv, dir); words == nil {
			words = argv[1:]
		} else {
			script = true
		}
	}
	for _, word := range words {
		if known, ok := portFlags[filepath.Base(word)]; ok {
			flag = known
		}
	}
	if namesPort(words) || strings.HasPrefix(flag, "$") && takesPlace(words) {
		return "", false
	}
	return flag, script
}

func argv0(argv []string) string {
	if len(argv) == 0 {
		return ""
	}
	return filepath.Base(argv[0])
}

// takesPlace reports whether the place of a port that has no flag is taken.
func takesPlace(argv []string) bool {
	last := filepath.Base(argv[len(argv)-1])
	return last != "runserver" && last != "http.server"
}

// namesPort reports whether a command says which port to use.
func namesPort(argv []string) bool {
	for _, word := range argv {
		name, _, _ := strings.Cut(word, "=")
		if slices.Contains([]string{"-p", "-l", "--port", "--bind", "-b", "--server.port", "--dev-addr"}, name) {
			return true
		}
	}
	return false
}

// scriptOf returns the words of the script of package.json in dir that a package manager runs, or nil.
func scriptOf(argv []string, dir string) []string {
	content, err := os.ReadFile(filepath.Join(dir, "package.json"))
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
