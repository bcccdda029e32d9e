package programs

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/code"
	"devservers/app/project/lists"
	"devservers/app/project/survey"
)

// Listening knows where the sources of a checkout listen. Each is looked at once.
type Listening struct {
	*survey.Checkout
	// Taken are the files that the processes of a list start: each shows where its own process listens, and no other.
	Taken []string
	heard map[string]survey.Address // by source
	alone map[string]bool           // whether sources of Python open a server when they are run
}

// Listen returns what is known of a checkout's sources: nothing yet.
func Listen(p *survey.Checkout) Listening {
	return Listening{Checkout: p, heard: map[string]survey.Address{}, alone: map[string]bool{}}
}

// AllReached returns sources, and what those of JavaScript and Go import.
func (p *Listening) AllReached(files []string) (all []string) {
	for _, file := range files {
		all = append(append(all, file), Reached(p.Checkout, file)...)
		if filepath.Ext(file) == ".go" && !slices.Contains(all[:len(all)-1], file) {
			for _, piece := range Closure(p.Checkout, filepath.Dir(file)) {
				all = append(all, piece.File)
			}
		}
	}
	return all
}

// inSources matches the names of sources that have a program's settings.
var inSources = words.Lazy(`(?:^|/)(?:config|conf|settings|options)\w*(?:/\w+){0,3}\.(?:go|rs)$|(?:^|/)config/(?:\w+/)?server\.php$`)

// Address returns what files show of where their program listens. Each is looked at once.
func (p *Listening) Address(files []string) (a survey.Address) {
	for _, file := range files {
		a = a.And(survey.Remember(p.heard, file, func() survey.Address {
			return survey.AddressIn(file, Valued(p.Checkout, file), inSources().MatchString(file))
		}))
	}
	return a
}

// Listens returns where the sources in a directory listen; nothing if none opens a server. more are files that a
// command names.
func (p *Listening) Listens(dir string, more ...string) survey.Address {
	alone := slices.ContainsFunc(more, func(file string) bool { return filepath.Ext(file) == ".go" }) // it names all
	if reached := p.AllReached(more); alone || len(reached) > len(more) {
		if a := p.Address(reached); alone || a.Port > 0 || len(a.Vars) > 0 || slices.ContainsFunc(reached, p.ListensIn) {
			return a
		}
	}
	all := p.Files(dir, 3, survey.SourceExts...)
	all = append(all, p.Files(filepath.Join(dir, "src/main"), 8, survey.SourceExts...)...)
	sources := slices.ContainsFunc(more, func(file string) bool {
		return slices.Contains(survey.SourceExts, filepath.Ext(file))
	})
	files := slices.DeleteFunc(all, func(file string) bool {
		return sources && survey.ToolConfig(file) || slices.Contains(p.Taken, file) || slices.Contains(more, file) ||
			filepath.Ext(file) == ".py" && p.runsAlone(file) || !p.Belongs(dir, file) // to another program
	})
	a := p.Address(append(slices.Clone(more), append(files, p.settingsOfCrates(dir)...)...))
	if others := slices.ContainsFunc(files, func(file string) bool {
		by := p.Address([]string{file}).Port
		return by > 0 && by != a.Port && p.ListensIn(file) && p.ListensIn(a.File)
	}); others {
		a.Port, a.File, a.Also = 0, "", nil // nothing shows which program is meant
	}
	return a
}

// Silent reports whether a program opens no server, so that a port which other sources of its directory name isn't its
// own: one that only runs several scripts, or a source beside the configuration of a framework.
func (p *Listening) Silent(dir string, program, own []string) bool {
	if len(own) == 0 {
		return pattern().MatchString(strings.Join(program, " "))
	}
	if len(program) > 0 && program[0] == "deno" {
		return false
	}
	opens := func(file string) bool { return !Script(file) || survey.Opens(p.Read(".", file)) }
	return slices.ContainsFunc(p.List(dir), func(e fs.DirEntry) bool {
		name, _, config := strings.Cut(e.Name(), ".config.")
		return config && survey.Serves(name)
	}) &&
		!slices.ContainsFunc(p.AllReached(own), opens)
}

// settingsOfCrates returns the sources with settings in the packages of Rust that the one of a directory needs.
func (p *Listening) settingsOfCrates(dir string) (files []string) {
	if !p.Has(dir, "Cargo.toml") {
		return nil
	}
	for _, at := range crates(p.Checkout, dir)[1:] {
		files = append(files, p.Files(at, 2, ".rs")...)
	}
	return slices.DeleteFunc(files, func(file string) bool { return !inSources().MatchString(file) })
}

// runsAlone reports whether a source of Python opens a server when it is run. Each is looked at once.
func (p *Listening) runsAlone(file string) bool {
	return survey.Remember(p.alone, file, func() bool { return code.PythonRuns(p.Read(".", file)) })
}

// ListensIn reports whether a source of JavaScript opens a server itself.
func (p *Listening) ListensIn(file string) bool {
	return Script(file) && strings.Contains(p.Read(".", file), ".listen(")
}

// OpensServer reports whether the sources of a directory open a port.
func (p *Listening) OpensServer(dir string) bool {
	shown := p.Listens(dir)
	return shown.Port > 0 || len(shown.Vars) > 0
}

// Compiled reports whether a compiled program in a directory opens a server, by its sources and its manifest.
func (p *Listening) Compiled(dir, manifest string) bool {
	sources := []string{".rs", ".java", ".kt", ".groovy", ".scala", ".clj"}
	return !p.Has(dir, "tauri.conf.json") && (p.Anywhere(dir, Listeners(), sources...) ||
		p.Has(dir, "src/main.rs") && RustServers().MatchString(manifest))
}

// Wrappers are programs that a project brings itself.
var Wrappers = map[string]string{"mvn": "mvnw", "gradle": "gradlew"}

// Own replaces a program by the one that the project brings.
func (p *Listening) Own(dir, command string) string {
	program, rest, _ := strings.Cut(command, " ")
	build := p.Read(dir, "build.gradle") + p.Read(dir, "build.gradle.kts")
	if m := survey.JavaExec().FindStringSubmatch(build); m != nil && strings.HasPrefix(command, "gradle run") {
		command, rest = "gradle "+m[1]+m[2]+m[3], m[1]+m[2]+m[3]
	}
	if w := Wrappers[program]; w != "" {
		if at, _ := p.Upwards(dir, w); at != "" {
			return survey.Relative(dir, path.Join(at, w)) + " " + rest
		}
	}
	if strings.Contains(p.Manifests(dir), program) {
		return p.Module(dir, program) + " " + rest
	}
	gems := lists.Comments().ReplaceAllString(p.Read(dir, "Gemfile"), "") + p.Read(dir, "Gemfile.lock")
	if command == "bundle exec rackup" && strings.Contains(gems, "puma") && !strings.Contains(gems, "rackup") {
		return "bundle exec puma" // since version 3, rack brings no program
	}
	if program == "ruby" && p.Has(dir, "Gemfile") {
		return "bundle exec " + command
	}
	return command
}
