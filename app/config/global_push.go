package config

import "devservers/app/words"

// Notify says of what a person is told on the desktop.
type Notify struct {
	Crash bool // a server has ended, and nobody had asked for it
	Error bool // a server or task has printed a new error
}

// OwnHook is a command that a person has run when something happens. Only config.yml, which is the person's own, has such hooks; those of
// a devservers.yml are tasks of its servers.
type OwnHook struct {
	On      string // ready, exit or error
	Command Command
	Project string // id; "" = all
	Server  string // name of a server or task; "" = all
}

// notify reads the notices: desktop: true, or a list of what to tell.
func (r *globalReader) notify(v *node, path string) (n Notify) {
	const form = "write true for all, or a list, such as desktop: [crash, error]"
	if v.kind == nullNode {
		return n
	}
	r.fields(v, path, "write desktop: true under it", []field{keyed("desktop", func(v *node, key string) {
		if v.kind == scalarNode && v.text != "crash" && v.text != "error" {
			n.Crash = r.boolean(v, key, false)
			n.Error = n.Crash
			return
		}
		for _, item := range r.texts(v, key, form) {
			switch item.text {
			case "crash":
				n.Crash = true
			case "error":
				n.Error = true
			default:
				r.fault(item, key, form, "%s is neither crash nor error", words.Quote(item.text))
			}
		}
	})})
	return n
}

// ownHooks reads a command, or a list of them, for each thing that can happen.
func (r *globalReader) ownHooks(v *node, path string) (hooks []OwnHook) {
	if v.kind == nullNode {
		return nil
	}
	on := func(name string) field {
		return keyed(name, func(v *node, key string) {
			items := []*node{v}
			if v.kind == listNode {
				items = v.items
			}
			for _, item := range items {
				if item.kind != nullNode {
					hooks = append(hooks, r.ownHook(item, key, name))
				}
			}
		})
	}
	r.fields(v, path, "write ready:, exit: or error: under it, each with a command", []field{on("ready"), on("exit"), on("error")})
	return hooks
}

// ownHook reads one command, alone or with the project and the server that it is for.
func (r *globalReader) ownHook(v *node, key, on string) OwnHook {
	const form = "write one command, or {command: ..., project: ..., server: ...}"
	h := OwnHook{On: on}
	if v.kind != mappingNode {
		h.Command = readCommand(&r.reader, v, key)
		return h
	}
	into := func(s *string) func(*node, string) {
		return func(v *node, key string) { *s, _ = r.text(v, key, "write one name") }
	}
	given := false
	r.fields(v, key, form, []field{
		keyed("command", func(v *node, key string) { h.Command, given = readCommand(&r.reader, v, key), true }),
		keyed("project", into(&h.Project)),
		keyed("server", into(&h.Server)),
	})
	if !given {
		r.fault(v, key, form, "the hook has no command")
	}
	return h
}
