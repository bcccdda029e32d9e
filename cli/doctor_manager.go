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
		return []checkResult{{Check: "manager", Level: checkWrong, Message: err.Error()}}
	}
	if !running {
		return append([]checkResult{{Check: "manager", Level: checkOK,
			Message: "not running; the next command that needs it starts it"}}, port(p)...)
	}
	var manager app.ManagerView
	if err := c.Get(context.Background(), "/api/status", nil, &manager); err != nil {
		e := client.AsError(err)
		return []checkResult{{Check: "manager", Level: checkWrong, Message: e.Detail, Fix: e.Hint}}
	}
	st, own := c.Manager(), thisBuild().Version
	f := checkResult{Check: "manager", Level: checkOK,
		Message: fmt.Sprintf("runs at %s, PID %d, version %s", st.URL, st.PID, st.Version)}
	if st.Version != own {
		f.Level, f.Message = checkWarning, f.Message+"; this program is version "+own
		f.Fix = "devservers upgrade replaces it and leaves its servers running"
	}
	list := []checkResult{f}
	for _, lack := range manager.Lacks {
		list = append(list, checkResult{Check: "machine", Level: checkWrong, Message: lack.Message, Fix: lack.Fix})
	}
	for _, warning := range manager.Warnings {
		list = append(list, checkResult{Check: "manager", Level: checkWarning, Message: warning})
	}
	return list
}

// port says who holds the port of a manager that doesn't run.
func port(p *Program) []checkResult {
	number, err := p.port()
	if err != nil {
		return []checkResult{{Check: "port", Level: checkWrong, Message: err.Error(), Fix: "unset " + client.PortVariable}}
	}
	if number == 0 {
		return nil
	}
	if hidden := p.hidden(); hidden != nil {
		e := client.AsError(hidden)
		return []checkResult{{Check: "port", Level: checkWrong, Message: e.Detail, Fix: e.Hint}}
	}
	owner := machine.OwnerOf(number)
	if owner == nil {
		return []checkResult{{Check: "port", Level: checkOK, Message: strconv.Itoa(number) + " is free"}}
	}
	return []checkResult{{Check: "port", Level: checkWrong,
		Message: strconv.Itoa(number) + " is held by " + owner.Describe(),
		Fix:     "end that, or set another in config.yml: settings: {port: ...}"}}
}

// checkFiles checks who may read the manager's directories.
func checkFiles(p *Program) (list []checkResult) {
	dirs, err := p.findDirs()
	if err != nil {
		return []checkResult{{Check: "files", Level: checkWrong, Message: err.Error()}}
	}
	for _, dir := range dirs.Private() {
		list = append(list, private(p, dir)...)
	}
	if len(list) == 0 {
		list = []checkResult{{Check: "files", Level: checkOK, Message: p.view().Path(dirs.State) + " is yours alone"}}
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
		return []checkResult{{Check: "config.yml", Level: checkWrong, Message: err.Error(), Fix: "devservers config check"}}
	case len(global.Warnings()) > 0:
		return []checkResult{{Check: "config.yml", Level: checkWarning,
			Message: words.Count(len(global.Warnings()), "setting") +
				" without effect", Fix: "devservers config check"}}
	}
	return []checkResult{{Check: "config.yml", Level: checkOK, Message: words.Count(len(global.Projects()), "project") +
		" registered"}}
}

// checkDisk reports little space for what servers print.
func checkDisk(p *Program) []checkResult {
	dirs, err := p.findDirs()
	if err != nil {
		return nil
	}
	free, files, err := history.Free(dirs.State)
	if err != nil {
		return []checkResult{{Check: "disk", Level: checkWarning, Message: err.Error()}}
	}
	f := checkResult{Check: "disk", Level: checkOK, Message: words.Size(free) + " free for output"}
	if files == 0 {
		f.Message += ", but no file can be added: it has no free inodes"
	}
	if free < 1<<30 || files == 0 {
		f.Level, f.Fix = checkWarning, "free some space, or lower transcripts_total in config.yml"
	}
	if free < 1<<20 || files == 0 {
		f.Level = checkWrong // a manager can't start, and output is lost
	}
	return []checkResult{f}
}
