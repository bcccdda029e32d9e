package finders

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/transcript/text"
)

// file looks for a file that the project names and that is not there: in the command, in a source, in a setting.
func file(s *Scene, p Pointer) *app.Claim {
	w := p.Words["file"].Named()
	if p.At < 0 {
		return commandFiles(s)
	}
	if w.Empty() {
		return nil
	}
	if c := appeared(s, w); c != nil {
		return c
	}
	if w.There(s.WorkDir) != "" || !w.Path() {
		return nil
	}
	if at, ok := s.findPath(w); ok {
		return missing(s, resolved(at.dir, at.name), &at)
	}
	if at, ok := s.find(w); ok && (strings.Contains(at.name, "/") || sources.IsSource(at.name) ||
		sources.IsText(at.name) || ofDirectory(at, p)) {
		return missing(s, resolved(at.dir, at.name), &at)
	}
	for _, dir := range []string{s.WorkDir, s.Dir} {
		for _, name := range []app.Printed{w, w.Below(dir)} {
			if known := name.OneOf(sources.Manifests()); known != "" {
				return missing(s, filepath.Join(s.WorkDir, known), nil)
			}
		}
	}
	return nil
}

// ofDirectory reports whether a line calls a plain word of the command or of the sources a directory.
func ofDirectory(at named, p Pointer) bool { return p.Of == "directory" && at.env == "" }

// resolved returns the path that a name is in a directory. An absolute one below no directory of the machine begins at
// the root of a page, which is that directory.
func resolved(dir, name string) string {
	top, _, below := strings.Cut(strings.TrimPrefix(name, "/"), "/")
	if filepath.IsAbs(name) && (!below || exists("/"+top)) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

var pathText = text.Lazy(`[\w@.+~-]*[./][\w@.+~/-]+`)

// findPath returns where the project names the file that a printed path leads to, by whatever relative path.
func (s *Scene) findPath(w app.Printed) (n named, ok bool) {
	w = w.Joined(s.WorkDir)
	for _, step := range s.calls() {
		for _, word := range step.Words() {
			if name := word[strings.IndexByte(word, '=')+1:]; w.Is(resolved(step.Dir, name)) {
				return named{name: name, step: &step, dir: step.Dir}, true
			}
		}
	}
	for _, file := range s.sources() {
		at, found := code.Lines([]string{file}, func(at code.SourceLine) bool {
			if code.IsComment(at.Text) {
				return false
			}
			for _, name := range pathText().FindAllString(at.Text, 20) {
				for _, dir := range []string{s.WorkDir, filepath.Dir(file)} {
					if w.Is(resolved(dir, name)) {
						n.name, n.dir = name, dir
						return true
					}
				}
			}
			return false
		})
		if found {
			n.at = at
			return n, true
		}
	}
	return n, false
}

// appeared claims that a file was made after the run began.
func appeared(s *Scene, w app.Printed) *app.Claim {
	path := w.There(s.WorkDir, s.Dir)
	info, err := os.Stat(path)
	if path == "" || err != nil || s.Started.IsZero() || !info.ModTime().After(s.Started) {
		return nil
	}
	c := itIs(app.FindingFile, s.path(path), "%s did not exist when it was needed", s.path(path))
	c.See("disk", "it exists now, and was written after the run began")
	return c.Do(s.step(app.StepRestart), app.Sentence{})
}

// missing claims that a path which the project names does not exist: which build makes it, in which working directory
// the command finds it, which file is meant. at is where it is named; nil = a tool looks for it.
func missing(s *Scene, path string, at *named) *app.Claim {
	path = filepath.Clean(path)
	if exists(path) || at != nil && beside(*at) {
		return nil
	}
	if c := brokenLink(s, path); c != nil {
		return c
	}
	c := itIs(app.FindingFile, s.path(path), "%s does not exist", s.path(path))
	c.See("disk", "%s is not there; the command runs in %s", s.path(path), app.Name(s.WorkDir))
	where := app.Name("the command")
	if at != nil {
		where = at.where(s)
		c.Read(where, "%s names it", where)
	}
	build, by := s.Builds(path)
	switch elsewhere := s.builtElsewhere(path); {
	case build != "" && elsewhere != "":
		c.See("disk", "there is %s", s.path(elsewhere))
		return c.Correct("correct the path to %s in %s, or the settings of the build", s.path(elsewhere), where)
	case build != "":
		c.Problem = app.Say("%s does not exist: it has not been built", s.path(path))
		c.Read(s.path(by), "%s builds it", s.path(by))
		return s.command(c, by, build)
	case s.inWorkingDir(c, path, at), s.instead(c, path), s.isMeant(c, path, where):
		return c
	}
	return c.Correct("create it, or correct its name in %s", where)
}

// builtElsewhere returns the file of the same name that a build has written somewhere else in its directory, or "".
func (s *Scene) builtElsewhere(path string) (found string) {
	rel, err := filepath.Rel(s.Dir, path)
	if err != nil || !filepath.IsLocal(rel) {
		return ""
	}
	top, _, _ := strings.Cut(rel, "/")
	out := sources.Project{Dir: filepath.Join(s.Dir, top), WorkDir: s.Dir}
	out.Walk(5, func(dir string) bool {
		found = sources.Existing(filepath.Join(dir, filepath.Base(path)))
		return found != ""
	})
	return found
}

// beside reports whether a file of settings names a path that is there, from its own directory on.
func beside(at named) bool {
	return at.at.File != "" && !isSource(at.at.File) && exists(filepath.Join(filepath.Dir(at.at.File), at.name))
}

// brokenLink claims that a part of a path is a link that leads nowhere, or belongs to a submodule that is not checked
// out.
func brokenLink(s *Scene, path string) *app.Claim {
	for at := path; at != s.Dir && at != filepath.Dir(at); at = filepath.Dir(at) {
		if to, err := os.Readlink(at); err == nil && !exists(at) {
			c := itIs(app.FindingFile, s.path(at), "%s is a link to %s, which does not exist", s.path(at), app.Name(to))
			return c.See("disk", "nothing is at %s", app.Name(to)).Correct("create %s, or correct the link", app.Name(to))
		}
	}
	for _, dir := range sources.Submodules(s.Dir) {
		entries, err := os.ReadDir(dir)
		if err == nil && len(entries) == 0 && (path == dir || strings.HasPrefix(path, dir+"/")) {
			c := itIs(app.FindingFile, s.path(dir), "the submodule %s is not checked out", s.path(dir))
			c.See("disk", "%s is empty", s.path(dir)).Read(".gitmodules", ".gitmodules lists it")
			return c.Type("git submodule update --init " + s.Shown(dir))
		}
	}
	return nil
}

// inWorkingDir adds the directory in which the command would find the file, if that is all that is wrong.
func (s *Scene) inWorkingDir(c *app.Claim, path string, at *named) bool {
	rel, err := filepath.Rel(s.WorkDir, path)
	if err != nil || at != nil && (at.step == nil || at.step.File != "") || at == nil && !sources.IsManifest(rel) {
		return false
	}
	dirs := s.WorkingDirs(path)
	for _, dir := range dirs {
		c.See("disk", "%s is in %s", app.Name(filepath.Base(path)), s.path(filepath.Dir(filepath.Join(dir, rel))))
	}
	switch len(dirs) {
	case 0:
		return false
	case 1:
		c.Correct("set working_dir: %s in devservers.yml", s.path(dirs[0]))
	default:
		c.Correct("set working_dir in devservers.yml to the directory that is meant")
	}
	return true
}

// examples are what the names of files end with that others are copied from.
var examples = []string{".example", ".sample", ".dist", ".template", ".tmpl", ".default"}

// written are the extensions of files that programs create, but not their directories.
var written = []string{".sock", ".socket", ".log", ".pid", ".lock", ".db", ".sqlite", ".sqlite3", ".tmp", ".out"}

// instead adds what has to be made: a copy of an example, or a directory.
func (s *Scene) instead(c *app.Claim, path string) bool {
	copies := []string{}
	for _, end := range examples {
		copies = append(copies, path+end)
	}
	if strings.HasPrefix(filepath.Base(path), ".env") {
		copies = append(copies, s.Near(sources.Examples...))
	}
	for _, example := range copies {
		if example != "" && exists(example) && filepath.Dir(example) == filepath.Dir(path) {
			c.See("disk", "there is %s", s.path(example))
			c.Correct("copy %s to %s and fill it in", s.path(example), s.path(path))
			return true
		}
	}
	if init := s.Initializes(path); init != "" {
		c.Type(init)
		return true
	}
	parent := filepath.Dir(path)
	if exists(parent) || !s.Ours(parent) || s.Meant(path).Path != "" {
		return false
	}
	c.See("disk", "its directory %s does not exist", s.path(parent))
	c.Correct("create it, or correct the path")
	if slices.Contains(written, filepath.Ext(path)) || filepath.Ext(path) == "" {
		c.Correct("mkdir -p %s, or correct the path", s.path(parent))
	}
	return true
}

// isMeant adds the file that is probably meant.
func (s *Scene) isMeant(c *app.Claim, path string, where app.Name) bool {
	m := s.Meant(path)
	if m.Path == "" || m.How == code.None || m.Path == path {
		return false
	}
	c.See("disk", "there is %s", s.path(m.Path))
	meant := s.path(m.Path)
	if rel, err := filepath.Rel(s.WorkDir, m.Path); err == nil {
		meant = app.Name(rel)
	}
	c.Correct("correct the path in %s: %s", where, meant)
	return true
}

// elsewhere are programs whose arguments can be paths of another machine.
var elsewhere = []string{"docker", "podman", "nerdctl", "ssh", "kubectl", "vagrant"}

// commandFiles claims that a path in the command, or in a script of package.json that it runs, does not exist: a file
// that it reads, or the directory of one that it would write. The last lines must name the file, in whatever language.
func commandFiles(s *Scene) *app.Claim {
	for _, step := range s.calls() {
		words := step.Words()
		if len(words) == 0 || slices.Contains(elsewhere, filepath.Base(words[0])) || step.File != "" && step.Script == "" {
			continue
		}
		for i, word := range words[1:] {
			path := s.lacked(step, word, words[i])
			if path == "" {
				continue
			}
			if at := s.lineWith(filepath.Base(path)); at >= 0 || len(s.Lines) == 0 {
				c := missing(s, path, &named{name: word, step: &step, dir: step.Dir})
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
func (s *Scene) lineWith(text string) int {
	for at := max(0, len(s.Lines)-40); at < len(s.Lines); at++ {
		if s.Lines[at].Text.Has(text) {
			return at
		}
	}
	return -1
}

// lacked returns the path that a word of a step names, if it should exist and does not; or "".
func (s *Scene) lacked(step code.Step, word, before string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(word[strings.IndexByte(word, '=')+1:], "unix:"), "//")
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(step.Dir, name)
	}
	switch {
	case name == "" || strings.ContainsAny(name, "*?:$ ") || strings.Contains(name, "//") || strings.HasPrefix(name, "-"):
		return ""
	case !sources.Valid(name) || exists(path) || s.Exists(name) || !s.Ours(path):
		return ""
	case sources.IsSource(name) && !strings.HasPrefix(before, "-"):
		return path
	case step.File != "" || !strings.Contains(name, "/"):
		return ""
	case sources.IsSetting(name) && !slices.Contains(written, filepath.Ext(name)):
		return path
	}
	return ""
}
