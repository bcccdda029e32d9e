package app

import (
	"path/filepath"
	"slices"

	"devservers/app/config"
	"devservers/app/config/overlay"
	"devservers/app/config/settings"
	"devservers/app/config/trust"
)

// declared is what the files of a project said when they were last read: a value that never changes. A problem leaves
// what was known before it in place.
type declared struct {
	reg       settings.Registered
	conf      config.Project
	problem   *Error          // why devservers.yml can't be used
	trust     trust.State     // of conf
	patches   []overlay.Patch // the overlay, in the order in which it is applied
	overlay   error           // why the overlay could not be read
	version   int             // counts changes of the file, the overlay and the env files
	envFaults []string        // what is wrong with the env files
	servers   []config.Server // servers and tasks in the order of the file, with the overlay applied
}

// fileStamp tells whether a file may have changed since it was read.
type fileStamp struct {
	size int64
	time int64
}

func (ps *Projects) stampOf(file string) fileStamp {
	info, err := ps.o.Stat(file)
	if err != nil {
		return fileStamp{}
	}
	return fileStamp{info.Size(), info.ModTime().UnixNano()}
}

// file is the path of the project's devservers.yml.
func (d *declared) file() string {
	name := d.reg.ConfigFile
	if name == "" {
		name = config.FileName
	}
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(d.reg.Path, name)
}

// holds reports whether dir is the project's directory or lies in it.
func (d *declared) holds(dir string) bool {
	return filepath.IsAbs(dir) && (dir == d.reg.Path || len(dir) > len(d.reg.Path) && dir[:len(d.reg.Path)+1] == d.reg.Path+string(filepath.Separator))
}

// apply makes servers of what the file and the overlay say.
func (d *declared) apply() {
	d.servers = nil
	for _, spec := range slices.Concat(d.conf.Servers, d.conf.Tasks) {
		d.servers = append(d.servers, overlay.Apply(spec, d.patches))
	}
}

// envFiles yields the path of each env file that the project names.
func (d *declared) envFiles() (files []string) {
	for _, server := range d.servers {
		files = append(files, server.EnvFiles...)
	}
	return files
}
