package programs

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/yml"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// RunFiles returns the files of a project that a command runs in workDir, as far as files say so: scripts, manifests
// with scripts, makefiles, programs, and what these lead to.
func RunFiles(dir, workDir, command string) (list []string) {
	argv := strings.Fields(command)
	if len(argv) == 0 {
		return nil
	}
	if !filepath.IsAbs(workDir) {
		workDir = filepath.Join(dir, workDir)
	}
	p := code.New(&sources.Project{Dir: dir, WorkDir: workDir, Argv: argv})
	for _, step := range p.Steps() {
		list = append(list, step.File)
	}
	list = append(list, p.StepFiles()...)
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(file string) bool { return !yml.Within(dir, file) || file == dir })
}
