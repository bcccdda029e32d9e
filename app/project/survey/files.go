package survey

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/app/project/code"
	"devservers/app/project/sources"
)

// RunFiles returns the files of a project that the commands of servers run, as far as files say so: scripts, manifests
// with scripts, makefiles, programs, and what these lead to.
func RunFiles(dir string, servers []config.Server) (list []string) {
	for _, server := range servers {
		argv := strings.Fields(server.Command.Source)
		if len(argv) == 0 {
			continue
		}
		p := code.New(&sources.Project{Dir: dir, WorkDir: filepath.Join(dir, server.WorkingDir), Argv: argv})
		if filepath.IsAbs(server.WorkingDir) {
			p.WorkDir = server.WorkingDir
		}
		for _, step := range p.Steps() {
			list = append(list, step.File)
		}
		list = append(list, p.StepFiles()...)
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(file string) bool { return !yml.Within(dir, file) || file == dir })
}
