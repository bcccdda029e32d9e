package programs

import (
	"maps"
	"path"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// RustBins returns the programs of a package of Rust, their sources by name.
func RustBins(p *survey.Checkout, dir string) map[string]string {
	bins := map[string]string{}
	if m := packageName().FindStringSubmatch(p.Read(dir, "Cargo.toml")); m != nil && p.Has(dir, "src/main.rs") {
		bins[m[1]] = path.Join(dir, "src/main.rs")
	}
	for _, file := range p.Files(path.Join(dir, "src/bin"), 1, ".rs") {
		if name := strings.TrimSuffix(path.Base(file), ".rs"); path.Dir(file) == path.Join(dir, "src/bin") {
			bins[name] = file
		} else if name == "main" {
			bins[path.Base(path.Dir(file))] = file
		}
	}
	return bins
}

// Cargo returns a command with what cargo has built as cargo builds and runs it.
func Cargo(p *survey.Checkout, dir, line string) string {
	m := inTarget().FindStringSubmatch(line)
	if m == nil {
		return line
	}
	run := "cargo run -p " + m[1]
	if bins := RustBins(p, dir); bins[m[1]] != "" {
		run = map[bool]string{true: "cargo run", false: "cargo run --bin " + m[1]}[len(bins) == 1]
	}
	return strings.TrimSuffix(run+" -- "+line[len(m[0]):], " -- ")
}

// RustServer returns the program of a package of Rust that serves, if it has several and this is shown; else "".
func RustServer(p *survey.Checkout, dir string) string {
	bins := RustBins(p, dir)
	for _, name := range slices.Sorted(maps.Keys(bins)) {
		if len(bins) > 1 && Listeners().MatchString(p.Read(".", bins[name])) {
			return name
		}
	}
	return ""
}

// RustArguments returns what the package of Rust in a directory needs on cargo's command line to serve; ok is false if
// its program is a command line without such a command.
func RustArguments(p *survey.Checkout, dir string) (line string, ok bool) {
	if bin := RustServer(p, dir); bin != "" {
		line = " --bin " + bin
	}
	for _, at := range crates(p, dir) {
		if !commandLine(p, at) {
			continue
		}
		alone := p.Anywhere(at, RustAlone(), ".rs")
		if m := p.FirstIn(at, RustVerb(), ".rs"); m != nil && (!alone || m[1] != "Run") {
			return line + " -- " + strings.ToLower(capital().ReplaceAllString(m[1], "$1-$2")), true
		}
		return line, alone
	}
	return line, true
}

// crates returns the directory of a package of Rust, and those of the packages of its project that it needs.
func crates(p *survey.Checkout, dir string) (dirs []string) {
	dirs = append(dirs, dir)
	root, _ := p.Upwards(path.Dir(dir), "Cargo.toml")
	whole := map[string]string{}
	for _, m := range cratePath().FindAllStringSubmatch(p.Read(root, "Cargo.toml"), -1) {
		whole[m[1]] = path.Join(root, m[2])
	}
	for i := 0; i < len(dirs); i++ {
		for _, m := range crateNeeds().FindAllStringSubmatch(p.Read(dirs[i], "Cargo.toml"), -1) {
			at := whole[m[1]]
			if own := cratePath().FindStringSubmatch(m[0]); own != nil {
				at = path.Join(dirs[i], own[2])
			}
			if at != "" && !slices.Contains(dirs, at) {
				dirs = append(dirs, at)
			}
		}
	}
	return dirs
}

var (
	// capital matches where a word starts in a name.
	capital = words.Lazy(`([a-z])([A-Z])`)
	// crateNeeds matches a line of a manifest with a package that is needed, and cratePath the directory of one.
	crateNeeds  = words.Lazy(`(?m)^([\w-]+)(?:\.workspace)?\s*=\s*(?:true|\{.*)$`)
	cratePath   = words.Lazy(`(?m)^([\w-]+)\s*=\s*\{.*\bpath\s*=\s*"([^"]+)"`)
	packageName = words.Lazy(`(?m)^\[package\](?:\n[^\[\n]*)*?\nname\s*=\s*"([\w-]+)"`)
	// inTarget matches a program that cargo has built, at the start of a command.
	inTarget  = words.Lazy(`^(?:\./)?target/(?:release|debug)/([\w-]+)[ ]?`)
	rustStays = words.Lazy(`\binterval\(|\btick\(\)\.await|ctrl_c\(\)|Monitor::new|\.recv\(\)\.await`)
)

// StaysWithoutPort is what is said of programs that stay, and aren't known to serve.
const StaysWithoutPort = "its program runs until it is stopped, but opens no port that can be found"

// rustEntries returns the programs of a package of Rust.
func rustEntries(p *survey.Checkout, dir string) (found []survey.Starter) {
	bins := RustBins(p, dir)
	for name, file := range bins {
		s := survey.Starter{File: file, Dir: dir, Line: "cargo run", Ends: true, Alone: len(bins) == 1}
		if len(bins) > 1 {
			s.Line += " --bin " + name
		}
		source := p.Read(".", file)
		if (loops(source) || rustStays().MatchString(source)) && !commandLine(p, dir) {
			s.Ends, s.Why = false, StaysWithoutPort
		}
		found = append(found, s)
	}
	slices.SortFunc(found, func(a, b survey.Starter) int { return strings.Compare(a.File, b.File) })
	return found
}

var (
	// goBlocks matches calls of Go that don't end, and goWaits those with which a program waits for a signal.
	goBlocks = words.Lazy(`ListenAndServe|net\.Listen\(|\.Consume\(|\.Subscribe\(|select \{\}|\basynq\.NewServer|` +
		`\bcron\.New\(|\bworker\.New\(|message\.NewRouter\(`)
	goWaits = words.Lazy(`signal\.Notify`)
)

// Closure returns the sources of the program of Go in a directory: those of its package, and of the module's packages
// that it needs, the nearest first.
func Closure(p *survey.Checkout, dir string) []survey.Piece {
	return survey.Remember(p.Pieces, dir, func() (all []survey.Piece) {
		files, seen := p.Files(dir, 0, ".go"), map[string]bool{}
		for i := 0; i < len(files); i++ {
			if !seen[files[i]] {
				seen[files[i]] = true
				all = append(all, survey.Piece{File: files[i], Text: p.Read(".", files[i])})
				files = append(files, goPackages(p, files[i])...)
			}
		}
		return all
	})
}

// GoStays reports whether the program of Go in a directory runs until it is stopped.
func GoStays(p *survey.Checkout, dir string) bool { return goProgram(p, dir, true) }

// GoWorks reports whether it repeats something, or waits for jobs: also by its name.
func GoWorks(p *survey.Checkout, dir string) bool {
	return survey.HasJobs(path.Base(dir)) || goProgram(p, dir, false)
}

func goProgram(p *survey.Checkout, dir string, signals bool) bool {
	return slices.ContainsFunc(p.Files(dir, 0, ".go"), func(file string) bool {
		source := p.Read(".", file)
		if !isGoMain(source) {
			return false
		}
		all := Program(p, file)
		return loops(all) || goBlocks().MatchString(all) || signals && goWaits().MatchString(source)
	})
}

// MainFile returns the source of a directory's program of Go.
func MainFile(p *survey.Checkout, dir string) string {
	for _, file := range p.Files(dir, 0, ".go") {
		if strings.Contains(p.Read(".", file), "\nfunc main()") {
			return file
		}
	}
	return path.Join(dir, "main.go")
}

// goEntries returns the program of Go in a directory, if it stays, and those of its commands that wait for jobs, by
// their names.
func goEntries(p *survey.Checkout, dir string) (found []survey.Starter) {
	module, _ := p.Upwards(dir, "go.mod")
	run := "go run " + survey.Relative(module, dir)
	if GoStays(p, dir) {
		found = append(found, survey.Starter{File: dir, Dir: module, Line: run,
			Why: "its program runs until it is stopped, but no source of it names a port"})
	}
	if !isGoMain(p.Read(".", MainFile(p, dir))) {
		return found
	}
	for _, f := range Closure(p, dir) {
		if !declares(f.Text) {
			continue
		}
		for _, m := range goCommand().FindAllStringSubmatch(f.Text, -1) {
			if survey.HasJobs(m[1]) {
				found = append(found, survey.Starter{File: f.File, Name: m[1], Dir: module, Line: run + " " + m[1]})
			}
		}
	}
	return found
}

var (
	// braces matches the head of a loop without a condition, told the case that ends it on demand, left any other end.
	braces = words.Lazy(`\bfor(?: ;;)? \{|\bfor (?:\w+ :?= )?range (?:time\.Tick\([^)]*\)|[\w.]+\.C) \{|\bloop ?\{|` +
		`\bwhile (?:true|let\b[^{\n]*) ?\{`)
	told = words.Lazy(`case [^\n]*(?:Done\(\)|sig\w*|quit|stop\w*|done|exit)[^\n]*:(?:\n[^\n{}]*)*?\n\s*(?:case\b|default:|\})`)
	left = words.Lazy(`(?m)^\s*(?:return|break|os\.Exit|log\.Fatal\w*|exit|panic|std::process::exit)\b|[{;] *(?:return|break|os\.Exit)\b`)
)

// loops reports whether a source in a language with braces has a loop that nothing in it leaves.
func loops(source string) bool {
	for _, at := range braces().FindAllStringIndex(source, -1) {
		if !left().MatchString(told().ReplaceAllString(block(source[at[1]:]), "")) {
			return true
		}
	}
	return false
}

// block returns a text up to the brace that closes the one before it.
func block(source string) string {
	end := 0
	for depth := 1; end < len(source) && depth > 0; end++ {
		depth += map[byte]int{'{': 1, '}': -1}[source[end]]
	}
	return source[:end]
}
