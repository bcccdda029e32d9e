package project

import (
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/project/code"
)

// Prepared is what the files of a project and this machine give to a run.
type Prepared struct {
	Dir  string // where it runs
	Env  Environ
	Argv []string
	Exe  string // the executable
	// Added are the words at the end of Argv that the declared command doesn't have.
	Added []string
}

// Add appends words to the command.
func (run *Prepared) Add(words []string) {
	run.Added, run.Argv = append(run.Added, words...), append(run.Argv, words...)
}

// passes reports whether a command passes a variable on on its own.
func passes(server config.Server, variable string) bool {
	return slices.ContainsFunc(server.Command.Words, func(word command.Word) bool {
		return slices.ContainsFunc(word, func(part command.Part) bool { return part.Variable == variable })
	})
}

// Prepare checks the place, the environment and the commands of a server that gets this port, and returns what its run
// is given.
func (ps *Projects) Prepare(d *Declared, server config.Server, port int) (run Prepared, fail *app.Error) {
	if run.Dir, run.Env, fail = ps.Place(d, server, port); fail != nil {
		return run, fail
	}
	if run.Argv, run.Exe, fail = ps.ArgvOf(server, run.Env, run.Dir); fail != nil {
		return run, fail
	}
	if port != 0 && server.HookOf == "" && server.PortFlag && !passes(server, "PORT") {
		run.Add(words.Each(code.LackedOption(run.Argv, run.Dir),
			func(word string) string { return strings.ReplaceAll(word, "$PORT", strconv.Itoa(port)) }))
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

// Place returns the directory and the environment of a server's next start, for a command beside it.
func (ps *Projects) Place(d *Declared, server config.Server, port int) (dir string, env Environ, fail *app.Error) {
	if dir, fail = ps.place(d.Conf, server); fail == nil {
		env, fail = ps.trustedEnviron(d, server, dir, port)
	}
	return dir, env, fail
}
