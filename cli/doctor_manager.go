package cli

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"devservers/app/base/words"
	"devservers/app/engine/ports"
	"devservers/app/record/kept"
	"devservers/cli/client"
)

// checks are all checks, in the order in which they are shown.
var checks = []func(p *Program) []CheckResult{
	checkManager, checkFiles, checkSettings, checkPrograms, checkLimits, checkLocalhost, checkInherited, checkDisk,
	checkClients,
}

// checkManager reports whether a manager runs, and whether it is of this version; without one, who holds its port.
func checkManager(p *Program) []CheckResult {
	c, running, err := p.Running()
	if err != nil {
		return []CheckResult{{Check: "manager", Level: Wrong, Message: err.Error()}}
	}
	if !running {
		return append([]CheckResult{{Check: "manager", Level: OK,
			Message: "not running; the next command that needs it starts it"}}, port(p)...)
	}
	st, own := c.Manager(), ThisBuild().Version
	f := CheckResult{Check: "manager", Level: OK,
		Message: fmt.Sprintf("runs at %s, PID %d, version %s", st.URL, st.PID, st.Version)}
	if st.Version != own {
		f.Level, f.Message = Warning, f.Message+"; this program is version "+own
		f.Fix = "devservers upgrade replaces it and leaves its servers running"
	}
	return []CheckResult{f}
}

// port says who holds the port of a manager that doesn't run.
func port(p *Program) []CheckResult {
	number, given, err := client.ParsePort(p.Getenv(client.PortVariable))
	if err != nil {
		return []CheckResult{{Check: "port", Level: Wrong, Message: err.Error(), Fix: "unset " + client.PortVariable}}
	}
	if global, err := p.Global(); err == nil && !given {
		number = global.Settings().Port
	}
	if number == 0 {
		return nil
	}
	owner := ports.OwnerOf(number)
	if owner == nil {
		return []CheckResult{{Check: "port", Level: OK, Message: strconv.Itoa(number) + " is free"}}
	}
	return []CheckResult{{Check: "port", Level: Wrong, Message: strconv.Itoa(number) + " is held by " + owner.Describe(),
		Fix: "end that, or set another in config.yml: settings: {port: ...}"}}
}

// checkFiles checks who may read the manager's directories.
func checkFiles(p *Program) (list []CheckResult) {
	dirs, err := p.FindDirs()
	if err != nil {
		return []CheckResult{{Check: "files", Level: Wrong, Message: err.Error()}}
	}
	for _, dir := range dirs.Private() {
		list = append(list, private(p, dir)...)
	}
	if len(list) == 0 {
		list = []CheckResult{{Check: "files", Level: OK, Message: p.View().Path(dirs.State) + " is yours alone"}}
	}
	return list
}

// private reports what in a directory others can read or write.
func private(p *Program, root string) (list []CheckResult) {
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
		list = append(list, CheckResult{
			Check: "files", Level: Wrong, Message: fmt.Sprintf("%s can be read by others (mode %o)", p.View().Path(path),
				info.Mode().Perm()),
			Fix:    fmt.Sprintf("chmod %o %s, or devservers doctor --fix", want, path),
			repair: func() error { return os.Chmod(path, want) },
		})
		return nil
	})
	return list
}

// checkSettings reports what is wrong in config.yml.
func checkSettings(p *Program) []CheckResult {
	global, err := p.Global()
	if err == nil {
		err = global.Problem()
	}
	switch {
	case err != nil:
		return []CheckResult{{Check: "config.yml", Level: Wrong, Message: err.Error(), Fix: "devservers config check"}}
	case len(global.Warnings()) > 0:
		return []CheckResult{{Check: "config.yml", Level: Warning, Message: words.Count(len(global.Warnings()), "setting") +
			" without effect", Fix: "devservers config check"}}
	}
	return []CheckResult{{Check: "config.yml", Level: OK, Message: words.Count(len(global.Projects()), "project") +
		" registered"}}
}

// checkDisk reports little space for what servers print.
func checkDisk(p *Program) []CheckResult {
	dirs, err := p.FindDirs()
	if err != nil {
		return nil
	}
	free, files, err := kept.Free(dirs.State)
	if err != nil {
		return []CheckResult{{Check: "disk", Level: Warning, Message: err.Error()}}
	}
	f := CheckResult{Check: "disk", Level: OK, Message: words.Size(free) + " free for output"}
	if files == 0 {
		f.Message += ", but no file can be added: it has no free inodes"
	}
	if free < 1<<30 || files == 0 {
		f.Level, f.Fix = Warning, "free some space, or lower transcripts_total in config.yml"
	}
	return []CheckResult{f}
}
