package survey

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

type config struct{ file, programs string }

// configs are the files in which tools are told their port, and the programs that read them, beside those with the
// program's own name.
var configs = []config{
	{"vite.config.*", "vite react-router remix"}, {"electron.vite.config.*", "electron-vite"},
	{"nuxt.config.*", "nuxt nuxi"}, {"astro.config.*", "astro"}, {"vue.config.*", "vue-cli-service"},
	{"webpack.*", "webpack webpack-dev-server"}, {"rsbuild.config.*", "rsbuild"}, {"rspack.config.*", "rspack"},
	{"app.config.*", "vinxi"}, {"angular.json", "ng"}, {"_config.yml", "jekyll hexo"}, {"config.toml", "hugo zola"},
	{".eleventy.js", "eleventy"}, {".ember-cli", "ember"}, {"fresh.config.*", "deno"},
	{"config/puma.rb", "rails puma rackup"}, {"gunicorn*.py", "gunicorn flask uvicorn"},
	{".streamlit/config.toml", "streamlit"},
	{"config/dev.exs", "mix"}, {"Rocket.toml", "cargo"}, {"Cargo.toml", "cargo"}, {"build.sbt", "sbt"},
	{"Properties/launchSettings.json", "dotnet"},
	{"config/vite.json", "vite"},
}

// ownConfig matches what stands after a program's name in that of its configuration.
var ownConfig = words.Lazy(`^(?:(?:rc|\.(?:config|conf|dev))*\.(?:jsonc?|ya?ml|toml|edn)|(?:file|rc|\.config)\.[cm]?[jt]s)$`)

// reads reports whether a program reads a file of its directory as its configuration, by its name.
func (c config) reads(program, name string) bool {
	rest, own := strings.CutPrefix(strings.ToLower(strings.TrimPrefix(name, ".")), program)
	ok, _ := path.Match(path.Base(c.file), name)
	return ok || c.file == program && own && ownConfig().MatchString(rest)
}

// Configured returns what the configuration of a program in a directory shows of where it listens; of any program, if
// none is given.
func (p *Checkout) Configured(dir, program string) (a Address) {
	if strings.HasPrefix(program, "mvn") || strings.HasPrefix(program, "gradle") {
		return p.ConfiguredJVM(dir)
	}
	for _, c := range append(slices.Clip(configs), config{program, program}) {
		if program != "" && !slices.Contains(strings.Fields(c.programs), program) {
			continue
		}
		at := path.Join(dir, path.Dir(c.file))
		var files []string
		for _, e := range p.List(at) {
			if !e.IsDir() && c.reads(program, e.Name()) {
				files = append(files, path.Join(at, e.Name()))
			}
		}
		slices.SortFunc(files, func(a, b string) int { return len(a) - len(b) }) // before those of one environment
		for _, file := range files {
			a = a.And(p.ConfigIn(file))
		}
	}
	return a
}

// OneConfig reports whether two programs, not one, read the same configuration, and so are the same server.
func OneConfig(one, other []string) bool {
	return len(one) > 0 && len(other) > 0 && one[0] != other[0] && slices.ContainsFunc(configs, func(c config) bool {
		all := strings.Fields(c.programs)
		return slices.Contains(all, one[0]) && slices.Contains(all, other[0])
	})
}

// ToolConfig reports whether a file is one in which tools are told their port.
func ToolConfig(file string) bool {
	return strings.Contains(path.Base(file), ".config.") || slices.ContainsFunc(configs, func(c config) bool {
		ok, _ := path.Match(path.Base(c.file), path.Base(file))
		return ok
	})
}

// ConfigIn returns the address that a configuration names. Visual Studio's has several: those of the profiles that
// run the project count.
func (p *Checkout) ConfigIn(file string) Address {
	var launch struct {
		Profiles map[string]struct {
			URL string `json:"applicationUrl"`
		} `json:"profiles"`
	}
	if path.Base(file) != "launchSettings.json" || !p.JSON(".", file, &launch) {
		return AddressIn(file, forDevelopment(p.Read(".", file)), true)
	}
	for _, name := range slices.Sorted(maps.Keys(launch.Profiles)) {
		if m := plainURL().FindStringSubmatch(launch.Profiles[name].URL); m != nil {
			n, _ := strconv.Atoi(m[1])
			return Address{Port: n, File: file}
		}
	}
	return Address{}
}

// forDevelopment returns a configuration with what it has for the profile of development first, as that counts.
func forDevelopment(text string) string {
	return strings.Join(append(profiled().FindAllString(text, -1), profiled().ReplaceAllString(text, "")), "\n")
}

// Block returns what the part of a file for one application of several shows, if it has one.
func (p *Checkout) Block(a Address, app string) Address {
	text := p.Read(".", a.File)
	_, own, ok := strings.Cut(text, "config :"+app+",")
	if !ok {
		return a
	}
	own, _, _ = strings.Cut(own, "\nconfig ")
	return AddressIn(a.File, own, true)
}

var (
	profiled = words.Lazy(`(?m)^%dev\..*$`)
	plainURL = words.Lazy(`http://[^:;/]+:(\d{4,5})`)
	envPort  = words.Lazy(`(?m)^\s*(?:export\s+)?(\w*(?:PORT|` + addressName + `))\s*=\s*["']?([\w.\[:\]]*?)(\d{4,5})["']?\s*$`)
)

// EnvFiles are the names of files with variables, the first to count first.
var EnvFiles = []string{".env", ".env.local", ".env.development", ".flaskenv", ".env.example", ".env.sample",
	".env.template", ".env.dist", ".env-dist", ".env-example"}

// serverPort are programs whose framework reads SERVER_PORT.
var serverPort = []string{"artisan", "mvn", "mvnw", "gradle", "gradlew"}

// Given returns the port that an env file gives a program: by PORT, by a variable that its sources read, or by one that
// has the program's name, as FLASK_RUN_PORT. taken says which variables another program has; nil = none.
func (p *Checkout) Given(file, program string, vars []string, taken func(name string) bool) Address {
	prefix := strings.ToUpper(strings.ReplaceAll(program, "-", "_")) + "_"
	for _, m := range envPort().FindAllStringSubmatch(p.Read(".", file), -1) {
		n, _ := strconv.Atoi(m[3])
		named := m[1] == "SERVER_PORT" && slices.Contains(serverPort, program)
		own := m[1] == "PORT" || named || slices.Contains(vars, m[1]) || prefix != "_" && strings.HasPrefix(m[1], prefix)
		if own && n > 1023 && (taken == nil || !taken(m[1])) && !foreign().MatchString(strings.ReplaceAll(m[1], "_", " ")) {
			return Address{Port: n, File: file, Set: [2]string{m[1], m[2] + "$PORT"}}
		}
	}
	return Address{}
}

// Lacked returns the examples of env files that are missing, each with the file.
func (p *Checkout) Lacked() (found [][2]string) {
	for _, dir := range p.Dirs {
		for _, name := range EnvFiles[slices.Index(EnvFiles, ".env.example"):] {
			if p.Has(dir, name) && !p.Has(dir, ".env", ".env.local") {
				found = append(found, [2]string{filepath.Join(dir, name), filepath.Join(dir, ".env")})
			}
		}
	}
	return found
}

// DotEnvs returns the env files of the project.
func (p *Checkout) DotEnvs() (files []string) {
	for _, dir := range p.Dirs {
		for _, name := range EnvFiles {
			if p.Has(dir, name) {
				files = append(files, filepath.Join(dir, name))
			}
		}
	}
	return files
}
