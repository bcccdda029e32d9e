package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/why/files"
)

// missingFile looks for the file elsewhere in the project: if it is there, the working directory is wrong. If a build makes
// it, the build is missing.
func (c *Clues) missingFile(name string) *app.Finding {
	name = strings.TrimPrefix(name, "file://")
	if !files.Valid(name) {
		return nil
	}
	path := name
	if !filepath.IsAbs(name) {
		path = filepath.Join(c.WorkDir, name)
	}
	path = c.deepest(path)
	f := &app.Finding{Kind: app.FindingFile, Problem: c.Shown(filepath.Clean(path)) + " does not exist", Evidence: []string{"the command runs in " + c.WorkDir}, Fix: "create it, or correct its name"}
	if !c.Ours(path) {
		f.Problem = name + " does not exist"
	}
	if c.Exists(name) {
		f.Problem, f.Evidence = name+" did not exist when it was needed", []string{"it exists now"}
		f.Next(app.Step{Do: app.StepRestart, Server: c.Ref}, "")
		return f
	}
	base := filepath.Base(name)
	build, file := c.Builds(path)
	switch dir := c.DirectoryWith(base); {
	case build != "":
		f.Problem += ": it has not been built"
		f.Evidence, f.Fix = append(f.Evidence, c.Shown(file)+" builds it"), c.In(file, build)
	case dir != "" && base != name || dir != "" && !strings.HasSuffix(name, "/"):
		f.Evidence = append(f.Evidence, base+" is in "+dir)
		f.Fix = "set working_dir: " + c.Shown(dir) + " in devservers.yml, or correct the path"
		if files.IsSetting(base) && !slices.Contains(c.Argv, name) && !files.IsManifest(base) {
			f.Fix = "correct the path: " + c.Shown(filepath.Join(dir, base))
		}
	default:
		c.instead(f, path)
	}
	if at := c.NamesPath(path); at != "" {
		f.Evidence = append(f.Evidence, at+" names it")
	}
	return f
}

// deepest returns the directory of the file that the command names below path, which is what has to be made, or else path.
func (c *Clues) deepest(path string) string {
	for _, arg := range c.Argv {
		named := strings.TrimPrefix(strings.TrimPrefix(arg[strings.IndexByte(arg, '=')+1:], "unix:"), "//")
		if !filepath.IsAbs(named) {
			named = filepath.Join(c.WorkDir, named)
		}
		if strings.HasPrefix(named, path+"/") {
			return filepath.Dir(named)
		}
	}
	return path
}

// instead adds what is there instead: a missing directory above, or a file with nearly the same name.
func (c *Clues) instead(f *app.Finding, path string) {
	parent := filepath.Dir(path)
	if rel, err := filepath.Rel(c.WorkDir, path); err == nil && len(c.Argv) > 0 && filepath.Base(c.Argv[0]) == "postgres" && files.Existing(parent) == "" && slices.Contains(c.Argv, filepath.Dir(rel)) {
		data, _ := c.DataDirectory()
		f.Problem = "the directory " + filepath.Dir(rel) + " does not exist in " + data + ", where postgres runs"
		f.Fix = "write its whole path into the command, and make it: mkdir -p " + filepath.Dir(rel)
		return
	}
	if init := c.Initialises(path); init != "" {
		f.Fix = "create and initialise it: " + init
		return
	}
	if files.Existing(parent) == "" {
		if c.Ours(parent) {
			f.Evidence = append(f.Evidence, "its directory "+c.Shown(parent)+" does not exist")
			f.Fix = "create it, or correct the path"
			if slices.Contains(written, filepath.Ext(path)) || filepath.Ext(path) == "" {
				f.Fix = "mkdir -p " + c.Shown(parent) + ", or correct the path"
			}
		}
		return
	}
	like := files.Like(path)
	if example := c.Near(files.Examples...); strings.HasPrefix(filepath.Base(path), ".env") && filepath.Dir(example) == parent {
		f.Evidence, f.Fix = append(f.Evidence, "there is "+c.Shown(example)), "copy "+c.Shown(example)+" to "+c.Shown(path)+" and fill it in"
	} else if like != "" && c.Ours(parent) {
		f.Evidence = append(f.Evidence, "there is "+c.Shown(like))
		f.Fix = "correct the name: " + filepath.Base(like)
	}
}

// written are the extensions of files that programs create, but not their directories.
var written = []string{".sock", ".socket", ".log", ".pid", ".lock", ".db", ".sqlite", ".sqlite3", ".tmp", ".out"}
