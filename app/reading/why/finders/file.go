package finders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// file looks for a file that the project names and that is not there: in the command, in a source, in a setting.
func file(s *Scene, p Pointer) *app.Claim {
	w := p.Words["file"].Named()
	if p.At < 0 {
		return commandFiles(s, false)
	}
	if w.Empty() {
		return nameless(s, p)
	}
	if c := Caged(s, w, false); c != nil {
		return c
	}
	if c := appeared(s, w); c != nil {
		return c
	}
	if w.There(s.WorkDir) != "" || !w.Path() {
		return nil
	}
	if at, ok := s.FindPath(w); ok {
		return Missing(s, code.Resolved(at.Dir, at.Name), &at)
	}
	if at, ok := s.Find(w); ok && (strings.Contains(at.Name, "/") || sources.IsSource(at.Name) ||
		sources.IsText(at.Name) || p.Of == "directory" && at.Env == "") {
		path := code.Resolved(at.Dir, at.Name)
		if at.Step != nil && p.Of == "directory" && filepath.Base(at.Dir) == at.Name { // the step enters it
			path = at.Dir
		}
		return Missing(s, path, &at)
	}
	for _, dir := range []string{s.WorkDir, s.Dir} {
		for _, name := range []app.Printed{w, w.Below(dir)} {
			if known := name.OneOf(sources.Manifests()); known != "" {
				return Missing(s, filepath.Join(s.WorkDir, known), nil)
			}
		}
	}
	return nil
}

// nameless looks for the file that a line says is missing and doesn't name: without a place in the project, one of the
// command.
func nameless(s *Scene, p Pointer) *app.Claim {
	if sources.IsManifest(p.Of) {
		return Missing(s, filepath.Join(s.WorkDir, p.Of), nil)
	}
	if _, placed := s.SpotAt(p.At); placed {
		return nil
	}
	return commandFiles(s, true)
}

// appeared claims that a file was made after the run began.
func appeared(s *Scene, w app.Printed) *app.Claim {
	path := w.There(s.WorkDir, s.Dir)
	info, err := os.Stat(path)
	if path == "" || err != nil || s.Started.IsZero() || !info.ModTime().After(s.Started) {
		return nil
	}
	c := app.About(app.FindingFile, s.PathOf(path), "%s did not exist when it was needed")
	c.See("disk", "it exists now, and was written after the run began")
	return c.Do(app.StepRestart, s.Server())
}

// Missing claims that a path which the project names does not exist: which build makes it, in which working directory
// the command finds it, which file is meant. at is where it is named; nil = a tool looks for it.
func Missing(s *Scene, path string, at *code.Named) *app.Claim {
	path = filepath.Clean(path)
	if sources.IsThere(path) || at != nil && beside(*at) {
		return nil
	}
	if c := brokenLink(s, path); c != nil {
		return c
	}
	c := app.About(app.FindingFile, s.PathOf(path), "%s does not exist")
	c.See("disk", "%s is not there; the command runs in %s", s.PathOf(path), app.Known(s.WorkDir))
	where := app.Known("the command")
	if at != nil {
		where = s.Where(*at)
		c.ReadIn(where, "%s names it")
	}
	build, by := s.Builds(path)
	switch elsewhere := s.BuiltElsewhere(path); {
	case build != "" && elsewhere != "":
		c.See("disk", "there is %s", s.PathOf(elsewhere))
		return c.Correct("correct the path to %s in %s, or the settings of the build", s.PathOf(elsewhere), where)
	case build != "":
		c.Problem = app.Say("%s does not exist: it has not been built", s.PathOf(path))
		c.ReadIn(s.PathOf(by), "%s builds it")
		return s.Command(c, by, build)
	case inWorkingDir(s, c, path, at), instead(s, c, path), isMeant(s, c, path, where):
		return c
	}
	return c.Correct("create it, or correct its name in %s", where)
}

// beside reports whether a file of settings names a path that is there, from its own directory on.
func beside(at code.Named) bool {
	return at.At.File != "" && !sources.IsSource(at.At.File) &&
		sources.IsThere(filepath.Join(filepath.Dir(at.At.File), at.Name))
}

// brokenLink claims that a part of a path is a link that leads nowhere, or belongs to a submodule that is not checked
// out.
func brokenLink(s *Scene, path string) *app.Claim {
	for at := path; at != s.Dir && at != filepath.Dir(at); at = filepath.Dir(at) {
		if to, err := os.Readlink(at); err == nil && !sources.IsThere(at) {
			c := app.About(app.FindingFile, s.PathOf(at), "%s is a link to %s, which does not exist", app.Known(to))
			return c.See("disk", "nothing is at %s", app.Known(to)).Correct("create %s, or correct the link", app.Known(to))
		}
	}
	for _, dir := range sources.Submodules(s.Dir) {
		entries, err := os.ReadDir(dir)
		if err == nil && len(entries) == 0 && (path == dir || strings.HasPrefix(path, dir+"/")) {
			c := app.About(app.FindingFile, s.PathOf(dir), "the submodule %s is not checked out")
			c.See("disk", "%s is empty", s.PathOf(dir)).Read(".gitmodules", ".gitmodules lists it")
			return c.Type(app.Known("git submodule update --init " + s.Shown(dir)))
		}
	}
	return nil
}

// inWorkingDir adds the directory in which the command would find the file, if that is all that is wrong.
func inWorkingDir(s *Scene, c *app.Claim, path string, at *code.Named) bool {
	rel, err := filepath.Rel(s.WorkDir, path)
	if err != nil || at != nil && (at.Step == nil || at.Step.File != "") || at == nil && !sources.IsManifest(rel) {
		return false
	}
	dirs := s.WorkingDirs(path)
	for _, dir := range dirs {
		c.See("disk", "%s is in %s", app.Known(filepath.Base(path)), s.PathOf(filepath.Dir(filepath.Join(dir, rel))))
	}
	switch len(dirs) {
	case 0:
		return false
	case 1:
		c.Correct("set working_dir: %s in devservers.yml", s.PathOf(dirs[0]))
	default:
		c.Correct("set working_dir in devservers.yml to the directory that is meant")
	}
	return true
}

// examples are what the names of files end with that others are copied from.
var examples = []string{".example", ".sample", ".dist", ".template", ".tmpl", ".default"}

// instead adds what has to be made: a copy of an example, or a directory.
func instead(s *Scene, c *app.Claim, path string) bool {
	copies := []string{}
	for _, end := range examples {
		copies = append(copies, path+end)
	}
	if strings.HasPrefix(filepath.Base(path), ".env") {
		copies = append(copies, s.Near(sources.Examples...))
	}
	for _, example := range copies {
		if example != "" && sources.IsThere(example) && filepath.Dir(example) == filepath.Dir(path) {
			c.See("disk", "there is %s", s.PathOf(example))
			c.Correct("copy %s to %s and fill it in", s.PathOf(example), s.PathOf(path))
			return true
		}
	}
	if init := s.Initializes(path); init != "" {
		c.Type(app.Known(init))
		return true
	}
	parent := filepath.Dir(path)
	if sources.IsThere(parent) || !s.Ours(parent) || s.Meant(path).Path != "" {
		return false
	}
	c.See("disk", "its directory %s does not exist", s.PathOf(parent))
	c.Correct("create it, or correct the path")
	if slices.Contains(code.Created, filepath.Ext(path)) || filepath.Ext(path) == "" {
		c.Correct("mkdir -p %s, or correct the path", s.PathOf(parent))
	}
	return true
}

// isMeant adds the file that is probably meant.
func isMeant(s *Scene, c *app.Claim, path string, where app.Name) bool {
	m := s.Meant(path)
	if m.Path == "" || m.How == code.None || m.Path == path {
		return false
	}
	c.See("disk", "there is %s", s.PathOf(m.Path))
	meant := s.PathOf(m.Path)
	if rel, err := filepath.Rel(s.WorkDir, m.Path); err == nil {
		meant = app.Known(rel)
	}
	c.Correct("correct the path in %s: %s", where, meant)
	return true
}

// elsewhere are programs whose arguments can be paths of another machine.
var elsewhere = []string{"docker", "podman", "nerdctl", "ssh", "kubectl", "vagrant"}

// commandFiles claims that a path in the command, or in a script of package.json that it runs, does not exist: a file
// that it reads, or the directory of one that it would write. The last lines must name the file, in whatever language,
// unless they say that a file is missing which they don't name.
func commandFiles(s *Scene, said bool) *app.Claim {
	for _, step := range s.Calls() {
		words := step.Words()
		if len(words) == 0 || slices.Contains(elsewhere, filepath.Base(words[0])) {
			continue
		}
		inScript := step.File != "" && step.Script == ""
		for i, word := range words[1:] {
			path := s.Lacked(step, word, words[i])
			if path == "" {
				continue
			}
			name := filepath.Base(path)
			if inScript { // of which not each line runs
				name = ": " + word + ":"
			}
			if at := lineWith(s, name); at >= 0 && (!inScript || s.Exit != 0 && at >= s.End) ||
				!inScript && (len(s.Lines) == 0 || said) {
				c := Missing(s, path, &code.Named{Name: word, Step: &step, Dir: step.Dir})
				if c != nil {
					c.Line, c.Root = at, true
				}
				return c
			}
		}
	}
	return nil
}

// lineWith returns the index of the first of the last lines that has a declared text, or -1.
func lineWith(s *Scene, text string) int {
	for at := max(0, len(s.Lines)-40); at < len(s.Lines); at++ {
		if s.Lines[at].Text.Has(text) {
			return at
		}
	}
	return -1
}
