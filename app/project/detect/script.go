package detect

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/lists"
)

// unwrapShell makes `sh worker.sh` the script itself: commands run without a shell, but a script may be one. Any other
// call of a shell is an error.
func (f *finder) unwrapShell(e *ProposedServer) error {
	list := code.Words(e.Command)
	if len(list) == 0 || !slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, path.Base(list[0])) {
		return nil
	}
	if len(list) < 2 || !filepath.IsLocal(list[1]) {
		return lists.ErrShell
	}
	info, err := os.Stat(filepath.Join(f.Root, e.at(), list[1]))
	if err != nil || !info.Mode().IsRegular() {
		return lists.ErrShell
	}
	_, rest, _ := strings.Cut(e.Command, " ")
	e.Command = "./" + strings.TrimPrefix(strings.TrimSpace(rest), "./")
	script := filepath.Join(e.at(), list[1])
	if !strings.HasPrefix(f.Read(".", script), "#!") {
		f.once(script + " is run without a shell before it: give it the first line #!/usr/bin/env " + path.Base(list[0]))
	}
	if info.Mode()&0o111 == 0 {
		f.once(script + " is not executable: chmod +x " + command.Quote(script))
	}
	return nil
}
