package settings

import (
	"devservers/app/base/words"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// Notify selects desktop notifications.
type Notify struct {
	Crash bool // a server ended without a stop
	Error bool // a server or task printed a new error
}

// Hook is a command of the person's own that follows an event. The hooks of a devservers.yml are tasks of its servers
// instead.
type Hook struct {
	On      string // ready, exit or error
	Command command.Command
	Project string // id; "" = all
	Server  string // name of a server or task; "" = all
}

// notify reads desktop: true, or a list of events.
func (r *fileReader) notify(v *yml.Node, path string) (n Notify) {
	const form = "write true for all, or a list such as desktop: [crash, error]"
	if v.Kind == yml.Null {
		return n
	}
	r.Fields(v, path, "write desktop: true under it", []yml.Field{yml.Key("desktop", func(v *yml.Node, key string) {
		if v.Kind == yml.Scalar && v.Text != "crash" && v.Text != "error" {
			n.Crash = r.Boolean(v, key, false)
			n.Error = n.Crash
			return
		}
		for _, item := range r.Texts(v, key, form) {
			switch item.Text {
			case "crash":
				n.Crash = true
			case "error":
				n.Error = true
			default:
				r.Report(item, key, form, "%s is neither crash nor error", words.Quote(item.Text))
			}
		}
	})})
	return n
}

// ownHooks reads a command, or a list of them, for each event.
func (r *fileReader) ownHooks(v *yml.Node, path string) (hooks []Hook) {
	if v.Kind == yml.Null {
		return nil
	}
	on := func(name string) yml.Field {
		return yml.Key(name, func(v *yml.Node, key string) {
			items := []*yml.Node{v}
			if v.Kind == yml.List {
				items = v.Items
			}
			for _, item := range items {
				if item.Kind != yml.Null {
					hooks = append(hooks, r.ownHook(item, key, name))
				}
			}
		})
	}
	r.Fields(v, path, "write ready:, exit: or error: under it, each with a command",
		[]yml.Field{on("ready"), on("exit"), on("error")})
	return hooks
}

// ownHook reads one command, alone or with a project and a server.
func (r *fileReader) ownHook(v *yml.Node, key, on string) Hook {
	const form = "write one command, or {command: ..., project: ..., server: ...}"
	h := Hook{On: on}
	if v.Kind != yml.Mapping {
		h.Command = command.Read(&r.Reader, v, key)
		return h
	}
	given := false
	r.Fields(v, key, form, []yml.Field{
		yml.Key("command", func(v *yml.Node, key string) { h.Command, given = command.Read(&r.Reader, v, key), true }),
		yml.Key("project", r.TextInto(&h.Project, "write one name")),
		yml.Key("server", r.TextInto(&h.Server, "write one name")),
	})
	if !given {
		r.Report(v, key, form, "the hook has no command")
	}
	return h
}
