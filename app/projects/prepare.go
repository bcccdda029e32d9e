package projects

import (
	"devservers/app"
	"devservers/app/config"
)

// Prepared is what the files of a project and this machine give to a run.
type Prepared struct {
	Dir  string // where it runs
	Env  Environ
	Argv []string
	Exe  string // the executable
}

// Prepare checks the place, the environment and the commands of a server that gets this port, and returns what its run
// is given.
func (ps *Projects) Prepare(d *Declared, server config.Server, port int) (run Prepared, fail *app.Error) {
	if run.Dir, fail = ps.place(d.Conf, server); fail != nil {
		return run, fail
	}
	if run.Env, fail = ps.Environ(d, server, run.Dir, port); fail != nil {
		return run, fail
	}
	if run.Argv, run.Exe, fail = ps.ArgvOf(server, run.Env, run.Dir); fail != nil {
		return run, fail
	}
	return run, ps.mayAsk(server, run)
}

// mayAsk returns why the readiness command can't be run, or nil. Without it a start could only end by its timeout.
func (ps *Projects) mayAsk(server config.Server, run Prepared) *app.Error {
	if server.Ready.Command == nil || server.HookOf != "" {
		return nil
	}
	server.Command = *server.Ready.Command
	_, _, fail := ps.ArgvOf(server, run.Env, run.Dir)
	if fail != nil {
		fail.Detail = "the readiness command can't be run: " + fail.Detail
	}
	return fail
}
