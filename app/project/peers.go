package project

import (
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
)

// introduce adds what the servers of a project know of each other: DEVSERVERS_NAME_PORT and DEVSERVERS_NAME_URL of each
// server with a port. References in env are replaced by these; commands expand them likewise, see Get.
func (ps *Projects) introduce(env Environ, d *Declared) {
	for i := range d.Servers { // without copying each: every start looks at all
		peer := &d.Servers[i]
		if peer.Kind != config.KindServer || !peer.Port.Declared() {
			continue
		}
		if port := ps.portOf(app.Ref{Project: d.Reg.ID, Name: peer.Name}, *peer); port != 0 {
			env.put(variableOf(peer.Name, yml.FactPort), strconv.Itoa(port), app.FromUs)
			env.put(variableOf(peer.Name, yml.FactURL), urlOf(port), app.FromUs)
		}
	}
	env.refer()
	for _, v := range ps.Branches.Environ(d.Conf, env.Get) {
		if env[v.Name].From != app.FromOverlay {
			env.put(v.Name, v.Value, app.FromWorktree)
		}
	}
	env.refer()
}

// ownPort matches $PORT and ${PORT} in a value.
var ownPort = words.Lazy(`\$(?:PORT\b|\{PORT\})`)

// refer replaces $PORT and the references in declared values. One to a server whose port isn't known stays as it is
// written.
func (e Environ) refer() {
	for name, v := range e {
		if v.From != app.FromDeclared && v.From != app.FromOverlay || !strings.Contains(v.Value, "$") {
			continue
		}
		if own := e["PORT"]; own.From == app.FromUs {
			v.Value = ownPort().ReplaceAllLiteralString(v.Value, own.Value)
		}
		v.Value = yml.Refer(v.Value, func(r yml.Reference) string {
			if value, ok := e.Get(r.String()); ok {
				return value
			}
			return "${" + r.String() + "}"
		})
		e[name] = v
	}
}

// portOf returns the port that the next start of a server would use, or 0 if it isn't known.
func (ps *Projects) portOf(ref app.Ref, server config.Server) int {
	if !server.Port.Auto {
		return server.Port.Number
	}
	if ps.o.Port == nil {
		return 0
	}
	return ps.o.Port(ref, server)
}

func urlOf(port int) string { return "http://localhost:" + strconv.Itoa(port) }

// variableOf is DEVSERVERS_API_URL for the fact url of api, in letters that a shell takes.
func variableOf(server, fact string) string {
	return "DEVSERVERS_" + strings.Map(func(r rune) rune {
		if r < 0x80 && yml.IsVariableByte(byte(r)) {
			return r
		}
		return '_'
	}, strings.ToUpper(server)) + "_" + strings.ToUpper(fact)
}
