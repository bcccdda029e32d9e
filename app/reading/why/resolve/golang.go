package resolve

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

var modulePath = sayings.Lazily(`(?m)^module\s+(\S+)`)

// GoPackage returns the finding that an import of Go is in no module, if it is probably one of the project itself.
func GoPackage(p *sources.Project, name, where string) *app.Finding {
	mod := p.Near("go.mod")
	m := modulePath().FindStringSubmatch(sources.Read(mod))
	if m == nil {
		return nil
	}
	rest, own := strings.CutPrefix(name, m[1]+"/")
	dir := filepath.Join(filepath.Dir(mod), rest)
	f := &app.Finding{Kind: app.FindingModule, Problem: "the project has no Go package " + name, Evidence: []string{p.Shown(mod) + " calls the module " + m[1]}, Fix: "correct the import" + where}
	if hasGo(dir) && !own {
		f.Evidence = append(f.Evidence, "there is "+p.Shown(dir))
		f.Fix += ": " + m[1] + "/" + name
		return f
	}
	if near := Near(p, dir); near.Path != "" && hasGo(near.Path) && near.Path != dir {
		f.Evidence = append(f.Evidence, "there is "+p.Shown(near.Path))
		f.Fix += ": " + m[1] + "/" + relative(filepath.Dir(mod), near.Path)
		return f
	}
	if !own {
		return nil
	}
	f.Fix += ", or create " + p.Shown(dir)
	return f
}

func hasGo(dir string) bool {
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), "*.go"))
	return len(list) > 0
}

var (
	goBuild   = sayings.Lazily(`(?m)^//go:build (.+)$`)
	goSystem  = sayings.Lazily(`_(windows|darwin|linux|freebsd|js|wasm|arm64|amd64|386|arm)\.go$`)
	importC   = sayings.Lazily(`(?m)^import "C"$|^\t"C"$`)
	simpleTag = sayings.Lazily(`^[a-z][\w.]*$`)
)

// Excluded returns the finding that no file of a directory of Go belongs to this build: by a tag, cgo or the system.
func Excluded(p *sources.Project, dir string, cgoOff bool) *app.Finding {
	list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), "*.go"))
	f := &app.Finding{Kind: app.FindingCode, Problem: "no Go file in " + p.Shown(dir) + " belongs to this build", Fix: "correct the build constraints of its files, or pass the tags that they ask for"}
	for _, file := range list {
		text := sources.Read(file)
		m := goBuild().FindStringSubmatch(text)
		switch {
		case strings.HasSuffix(file, "_test.go"):
		case m != nil:
			f.Evidence = append(f.Evidence, p.Shown(file)+":"+strconv.Itoa(lineOf(text, m[0]))+": "+m[0])
			if simpleTag().MatchString(m[1]) && !goSystem().MatchString("_"+m[1]+".go") {
				f.Fix = "pass the tag in the command: -tags " + m[1] + ", or remove the constraint"
			}
		case importC().MatchString(text) && cgoOff:
			f.Evidence, f.Fix = append(f.Evidence, p.Shown(file)+" needs cgo, which CGO_ENABLED=0 turns off"), "remove CGO_ENABLED=0 from the environment of the server"
		case importC().MatchString(text):
			f.Evidence, f.Fix = append(f.Evidence, p.Shown(file)+" needs cgo"), "install a C compiler (gcc), which cgo needs"
		case goSystem().MatchString(file):
			f.Evidence = append(f.Evidence, p.Shown(file)+" is only for "+goSystem().FindStringSubmatch(file)[1])
		}
	}
	f.Evidence = f.Evidence[:min(len(f.Evidence), 4)]
	return f
}

func lineOf(text, part string) int {
	return 1 + strings.Count(text[:max(0, strings.Index(text, part))], "\n")
}

// Pattern returns the finding that a pattern for files matches none. Those of //go:embed are relative to the directory of the
// source, the others to the working directory: dir. where is the place that has it, " in FILE:LINE" or "".
func Pattern(p *sources.Project, pattern, where, dir string, embedded bool) *app.Finding {
	if !sources.Valid(strings.ReplaceAll(pattern, "*", "")) {
		return nil
	}
	f := &app.Finding{Kind: app.FindingFile, Problem: "no file matches the pattern " + pattern + where, Evidence: []string{"the command runs in " + p.WorkDir}, Fix: "create the files, or correct the pattern" + where}
	if embedded {
		f.Evidence = nil
	}
	if build, file := p.Builds(filepath.Join(dir, strings.ReplaceAll(pattern, "*", "x"))); build != "" && !strings.HasPrefix(build, "go ") {
		f.Problem += ": it has not been built"
		f.Evidence, f.Fix = append(f.Evidence, p.Shown(file)+" builds it"), p.In(file, build)
		return f
	}
	dir = p.Walk(depth, func(dir string) bool {
		list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), pattern))
		return len(list) > 0
	})
	_, base := filepath.Split(pattern)
	switch {
	case dir != "":
		f.Evidence = append(f.Evidence, "there are such files in "+p.Shown(filepath.Join(dir, filepath.Dir(pattern))))
		f.Fix = fromRoot(p, dir, where, embedded)
	default:
		if dir = p.Walk(depth, func(dir string) bool {
			list, _ := filepath.Glob(filepath.Join(sources.GlobSafe(dir), base))
			return len(list) > 0 && strings.Contains(base, ".")
		}); dir != "" {
			f.Evidence, f.Fix = append(f.Evidence, "there are such files in "+p.Shown(dir)), "correct the pattern"+where
		}
	}
	return f
}

// fromRoot returns the fix for a pattern that matches in another directory than the working directory.
func fromRoot(p *sources.Project, dir, where string, embedded bool) string {
	if embedded {
		return "move the files below the directory of the source, or embed them from a package in " + p.Shown(dir)
	}
	fix := "correct the pattern" + where + ": it must begin with " + relative(p.WorkDir, dir)
	i := slices.Index(p.Argv, ".")
	if len(p.Argv) > 0 && filepath.Base(p.Argv[0]) == "go" && i > 0 && dir == filepath.Dir(p.Near("go.mod")) {
		return fix + ", or set working_dir: " + p.Shown(dir) + " and write ./" + relative(dir, p.WorkDir) + " for . in the command"
	}
	if len(p.Argv) > 0 && !slices.ContainsFunc(p.Argv[1:], func(arg string) bool { return sources.Existing(filepath.Join(p.WorkDir, arg)) != "" }) {
		return "set working_dir: " + p.Shown(dir) + " in devservers.yml, or " + fix
	}
	return fix
}
