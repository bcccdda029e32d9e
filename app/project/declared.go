package project

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/config"
	"devservers/app/config/settings"
)

// Declared is the content of a project's files when they were last read. The value never changes. A file with a problem
// leaves the last good content in place.
type Declared struct {
	Reg       settings.Registered
	Stray     bool // config.yml does not name it, but it has servers that run
	Removed   bool // it was a linked worktree that its repository no longer lists
	Conf      config.Project
	Problem   *app.Error          // why devservers.yml can't be used
	broken    string              // Problem in one line, with paths relative to the project
	Trust     settings.TrustState // of conf
	Unrun     bool                // its trust is another work tree's, and no person has run it
	Patches   []settings.Patch    // the overlay, in the order in which it is applied
	Overlay   error               // why the overlay could not be read
	Version   int                 // counts changes of the file, the overlay and the env files
	EnvFaults []string            // what is wrong with the env files
	Servers   []config.Server     // servers and tasks in the order of the file, with the overlay applied
}

// fileStamp is compared to find out whether a file may have changed since it was read.
type fileStamp struct {
	size, time int64
	changed    int64 // by whatever means, in nanoseconds: no program can set it
}

func (l *loader) stampOf(file string) fileStamp {
	info, err := l.ps.o.Stat(file)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime().UnixNano(), home.Changed(info)}
}

// File returns the path of the project's devservers.yml.
func (d *Declared) File() string {
	name := cmp.Or(d.Reg.ConfigFile, config.FileName)
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(d.Reg.Path, name)
}

// holds reports whether dir is the project's directory or is inside it.
func (d *Declared) holds(dir string) bool {
	return filepath.IsAbs(dir) && (dir == d.Reg.Path || len(dir) > len(d.Reg.Path) &&
		dir[:len(d.Reg.Path)+1] == d.Reg.Path+string(filepath.Separator))
}

// apply makes the servers from the file, the overlay, and the ports that a worktree has of its own.
func (l *loader) apply(d *Declared) {
	d.Servers = nil
	apart := l.standsBack(d.Reg)
	for _, spec := range slices.Concat(d.Conf.Servers, d.Conf.Tasks) {
		server := settings.ApplyPatches(spec, d.Patches)
		if apart && server.Port == spec.Port {
			server = l.beside(d, server)
		}
		d.Servers = append(d.Servers, server)
	}
}

// envFiles returns the path of each env file that the project names.
func (d *Declared) envFiles() (files []string) {
	for i := range d.Servers {
		files = append(files, d.Servers[i].EnvFiles...)
	}
	return files
}

// IdleTimeout returns the first that is set of the server's, its file's, and the project's in config.yml; usual if none
// is.
func (d *Declared) IdleTimeout(server config.Server, usual time.Duration) time.Duration {
	for _, set := range []*time.Duration{server.IdleTimeout, d.Conf.IdleTimeout, d.Reg.IdleTimeout} {
		if set != nil {
			return *set
		}
	}
	return usual
}

// Freezes reports whether an idle server stands still instead of ending.
func (d *Declared) Freezes(server config.Server) bool {
	return cmp.Or(server.Sleep, d.Conf.Sleep) == config.SleepFreeze
}

// View returns the project as clients see it, without its servers and tasks.
func (d *Declared) View() app.ProjectView {
	v := app.ProjectView{
		ID: d.Reg.ID, Name: d.Reg.Name, Path: d.Reg.Path, ConfigFile: d.File(), LastAccessed: d.Reg.LastAccessed,
		Problem: d.Problem, Removed: d.Removed, Servers: []app.Status{}, Tasks: []app.Status{},
	}
	if d.Problem == nil {
		v.SHA256, v.Trust, v.Unrun = d.Conf.SHA256, d.Trust, d.Unrun
	}
	for _, w := range d.Conf.Warnings {
		v.Warnings = append(v.Warnings, w.String())
	}
	v.Warnings = append(v.Warnings, d.EnvFaults...)
	if d.Overlay != nil {
		v.Warnings = append(v.Warnings, d.Overlay.Error()+": changes to env and port are not applied")
	}
	return v
}
