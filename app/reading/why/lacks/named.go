package lacks

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/steps"
)

// elsewhere are programs whose arguments can be paths of another machine.
var elsewhere = []string{"docker", "podman", "nerdctl", "ssh", "kubectl", "vagrant"}

// Beforehand finds what is wrong before anything runs: a path that does not exist, or a file that a shell can't read well.
func (o Of) Beforehand(ref string) *app.Finding {
	if f := o.Named(ref); f != nil {
		return f
	}
	return o.Windows()
}

// Named finds paths in the command that do not exist: files that it reads, or the directory of one that it would write. Of the
// scripts of package.json to which it leads only the sources count, as other paths may be made on the way. ref is the server
// that a restart is for.
func (o Of) Named(ref string) *app.Finding {
	var missing []string
	for _, s := range steps.Of(o.Project) {
		words := s.Words()
		if s.File == "" {
			words = o.Argv
		}
		if len(words) == 0 || slices.Contains(elsewhere, filepath.Base(words[0])) || s.File != "" && s.Script == "" {
			continue
		}
		for i, word := range words[1:] {
			path := filepath.Join(s.Dir, word)
			if sources.IsSource(word) && !strings.ContainsAny(word, "/*?:=") && !strings.HasPrefix(words[i], "-") && sources.Existing(path) == "" && !o.Exists(word) { // no value of an option
				missing = append(missing, path)
			} else if s.File == "" {
				dir, file := o.named(word)
				if dir != nil {
					return dir
				}
				missing = append(missing, file...)
			}
		}
	}
	switch len(missing) {
	case 0:
		return nil
	case 1:
		return resolve.File(o.Project, ref, missing[0])
	}
	for i, path := range missing {
		missing[i] = o.Shown(path)
	}
	return &app.Finding{Kind: app.FindingFile, Problem: strings.Join(missing, " and ") + " do not exist", Evidence: []string{"the command names them"}, Fix: "create them, or correct the command"}
}

// named looks at a path with a directory in the command: it returns the finding that this is missing, or the path if only the
// file is.
func (o Of) named(word string) (f *app.Finding, missing []string) {
	name := strings.TrimPrefix(strings.TrimPrefix(word[strings.IndexByte(word, '=')+1:], "unix:"), "//")
	if !strings.Contains(name, "/") || strings.Contains(name, "//") || strings.HasPrefix(name, "-") || !sources.Valid(name) || strings.Contains(name, " ") {
		return nil, nil
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(o.WorkDir, path)
	}
	if dir := filepath.Dir(path); sources.IsSetting(name) && !resolve.IsWritten(name) && o.Ours(path) && !o.Exists(name) {
		return nil, []string{path}
	} else if o.Ours(dir) && sources.Existing(dir) == "" {
		return &app.Finding{Kind: app.FindingFile, Problem: "the directory " + o.Shown(dir) + " does not exist", Evidence: []string{"the command names " + o.Shown(path)}, Fix: "mkdir -p " + o.Shown(dir) + ", or correct the path in the command"}, nil
	}
	return nil, nil
}
