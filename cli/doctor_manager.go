package cli

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/engine/machine"
	"devservers/app/record/history"
	"devservers/cli/client"
)

// checks are all checks, in the order in which they are shown.
var checks = []func(p *Program) []checkResult{
	checkManager, checkFiles, checkSettings, checkPrograms, checkLimits, checkLocalhost, checkInherited, checkDisk,
	checkClients,
}

// checkManager reports whether a manager runs, and whether it is of this version; without one, who holds its port.
func checkManager(p *Program) []checkResult {
	c, running, err := p.running()
	if err != nil {
		return finding(checkWrong, "manager", err.Error(), "")
	}
	if !running {
		return append(finding(checkOK, "manager", "not running; the next command that needs it starts it", ""), port(p)...)
	}
	var manager app.ManagerView
	if err := c.Get(context.Background(), "/api/status", nil, &manager); err != nil {
		e := client.AsError(err)
		return finding(checkWrong, "manager", e.Detail, e.Hint)
	}
	st, own := c.Manager(), thisBuild().Version
	text := fmt.Sprintf("runs at %s, PID %d, version %s", st.URL, st.PID, st.Version)
	list := finding(checkOK, "manager", text, "")
	if st.Version != own {
		list = finding(checkWarning, "manager", text+"; this program is version "+own,
			"devservers upgrade replaces it and leaves its servers running")
	}
	for _, lack := range manager.Lacks {
		list = append(list, finding(checkWrong, "machine", lack.Message, lack.Fix)...)
	}
	for _, warning := range manager.Warnings {
		list = append(list, finding(checkWarning, "manager", warning, "")...)
	}
	return list
}

// port says who holds the port of a manager that doesn't run.
func port(p *Program) []checkResult {
	number, err := p.port()
	if err != nil {
		return finding(checkWrong, "port", err.Error(), "unset "+client.PortVariable)
	}
	if number == 0 {
		return nil
	}
	if hidden := p.hidden(); hidden != nil {
		e := client.AsError(hidden)
		return finding(checkWrong, "port", e.Detail, e.Hint)
	}
	owner := machine.OwnerOf(number)
	if owner == nil {
		return finding(checkOK, "port", strconv.Itoa(number)+" is free", "")
	}
	return finding(checkWrong, "port", strconv.Itoa(number)+" is held by "+owner.Describe(),
		"end that, or set another in config.yml: settings: {port: ...}")
}

// checkFiles checks who may read the manager's directories.
func checkFiles(p *Program) (list []checkResult) {
	dirs, err := p.findDirs()
	if err != nil {
		return finding(checkWrong, "files", err.Error(), "")
	}
	for _, dir := range dirs.Private() {
		list = append(list, private(p, dir)...)
	}
	if len(list) == 0 {
		return finding(checkOK, "files", p.view().Path(dirs.State)+" is yours alone", "")
	}
	return list
}

// private reports what in a directory others can read or write.
func private(p *Program, root string) (list []checkResult) {
	_ = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || len(list) == 5 {
			return fs.SkipAll
		}
		info, err := e.Info()
		if err != nil || !e.IsDir() && !e.Type().IsRegular() || info.Mode().Perm()&0o077 == 0 {
			return nil
		}
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		level := checkWrong
		if filepath.Base(path) == "config.yml" {
			level = checkWarning // people write it, and it holds no secret
		}
		list = append(list, checkResult{
			Check: "files", Level: level, Message: fmt.Sprintf("%s can be read by others (mode %o)", p.view().Path(path),
				info.Mode().Perm()),
			Fix:    fmt.Sprintf("chmod %o %s, or devservers doctor --fix", want, path),
			repair: func() error { return os.Chmod(path, want) },
		})
		return nil
	})
	return list
}

// checkSettings reports what is wrong in config.yml.
func checkSettings(p *Program) []checkResult {
	global, err := p.global()
	if err == nil {
		err = global.Problem()
	}
	switch {
	case err != nil:
		return finding(checkWrong, "config.yml", problemLine(err), "devservers config check")
	case len(global.Warnings()) > 0:
		return finding(checkWarning, "config.yml", words.Count(len(global.Warnings()), "setting")+" without effect",
			"devservers config check")
	}
	return finding(checkOK, "config.yml", words.Count(len(global.Projects()), "project")+" registered", "")
}

// checkDisk reports little space for what servers print.
func checkDisk(p *Program) []checkResult {
	dirs, err := p.findDirs()
	if err != nil {
		return nil
	}
	dir := dirs.State
	for ; dir != "/"; dir = filepath.Dir(dir) { // the first that is there
		if _, err := os.Stat(dir); err == nil {
			break
		}
	}
	free, files, err := history.Free(dir)
	if err != nil {
		return finding(checkWarning, "disk", err.Error(), "")
	}
	const fix = "free some space, or lower transcripts_total in config.yml"
	switch text := words.Size(free) + " free for output"; {
	case files == 0:
		return finding(checkWrong, "disk", text+", but no file can be added: it has no free inodes", fix)
	case free < 1<<20: // a manager can't start, and output is lost
		return finding(checkWrong, "disk", text, fix)
	case free < 1<<30:
		return finding(checkWarning, "disk", text, fix)
	default:
		return finding(checkOK, "disk", text, "")
	}
}
