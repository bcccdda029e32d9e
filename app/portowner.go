package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"devservers/app/config"
	"devservers/app/run"
	"devservers/app/words"
)

// portFree says who holds the port that a server is to get, before anything is started.
func (s *Supervisor) portFree(ref Ref, conf config.Project, port int) *Error {
	if port == 0 {
		return nil
	}
	list, err := listeners(port)
	if err != nil {
		return nil // the server itself will find out
	}
	for _, l := range list {
		if l.local() {
			return s.portHeld(ref, s.ownerOf(l, conf.Dir))
		}
	}
	return nil
}

// Owner tells who listens on a port of this machine; nil = nobody.
func (s *Supervisor) Owner(port int) *PortOwner {
	list, _ := listeners(port)
	if len(list) == 0 {
		return nil
	}
	return s.ownerOf(list[0], "")
}

// OwnerOf is Owner for a program that has no Supervisor: it knows no servers of ours.
func OwnerOf(port int) *PortOwner { return (&Supervisor{}).Owner(port) }

func (s *Supervisor) portHeld(ref Ref, o *PortOwner) *Error {
	e := failf(CodePortInUse, "", "port %d is held by %s", o.Port, o.describe())
	e.Owner = o
	switch o.Kind {
	case "ours":
		e.Hint = "stop it: devservers stop " + o.Server
		if o.Checkout {
			e.Hint += "; or write `port: auto`, which gives each checkout a port of its own"
		}
	case "checkout":
		e.Hint = "stop it there, or write `port: auto`, which gives each checkout a port of its own"
	case "docker":
		e.Hint = "stop the container, or give " + ref.Name + " another port"
	default:
		e.Hint = "stop it, or give " + ref.Name + " another port (`port: auto` picks a free one)"
	}
	return e
}

func (o *PortOwner) describe() string {
	if o.PID == 0 {
		return fmt.Sprintf("a process of another user (uid %d)", o.UID)
	}
	text := fmt.Sprintf("PID %d (%s)", o.PID, words.Clip(o.Command, 80))
	switch o.Kind {
	case "ours":
		text += ", our own " + o.Server
		if o.Checkout {
			text += " in another checkout of this project, " + o.Dir
		}
	case "checkout":
		text += ", from another checkout of this project, " + o.Dir
	case "docker":
		text += ", Docker's proxy for a container"
	default:
		if o.Dir != "" {
			text += ", in " + o.Dir
		}
	}
	if o.Age != "" {
		text += ", " + o.Age + " old"
	}
	return text
}

// ownerOf finds the process behind a socket. dir is the project that wants the port.
func (s *Supervisor) ownerOf(l listener, dir string) *PortOwner {
	o := &PortOwner{Port: int(l.Addr.Port()), UID: l.UID, Address: l.Addr.String(), Kind: "foreign"}
	all, err := run.Listing()
	if err != nil {
		return o
	}
	for _, p := range all {
		if l.ownedBy([]int{p.PID}) {
			o.PID = p.PID
			o.Command, o.Dir = processOf(p.PID)
			if age := run.Age(p); age > 0 {
				o.Age = words.Age(age)
			}
			break
		}
	}
	s.classify(o, all, dir)
	return o
}

func (s *Supervisor) classify(o *PortOwner, all []run.Proc, dir string) {
	o.Checkout = dir != "" && o.Dir != "" && !inside(dir, o.Dir) && repository(dir) != "" && repository(dir) == repository(o.Dir)
	name := s.serverOf(o.PID, all)
	switch {
	case name != "":
		o.Kind, o.Server = "ours", name
	case o.PID == 0:
	case strings.HasPrefix(filepath.Base(o.Command), "docker-proxy"):
		o.Kind = "docker"
	case o.Checkout:
		o.Kind = "checkout"
	}
}

// serverOf names the server whose tree a process is in.
func (s *Supervisor) serverOf(pid int, all []run.Proc) string {
	s.mu.Lock()
	holders := map[int]string{}
	for _, p := range s.projects {
		for _, m := range p.servers {
			if m.run != nil && !m.run.Gone() {
				holders[m.run.Record().Holder.PID] = m.ref.String()
			}
		}
	}
	s.mu.Unlock()
	for holder, name := range holders {
		for _, p := range run.Below(all, holder) {
			if p.PID == pid {
				return name
			}
		}
	}
	return ""
}

func inside(dir, path string) bool {
	return path == dir || strings.HasPrefix(path, dir+string(filepath.Separator))
}

// repository is the folder of the git repository that dir belongs to, the same for all its worktrees; "" = none.
func repository(dir string) string {
	for ; dir != "/" && dir != "."; dir = filepath.Dir(dir) {
		git := filepath.Join(dir, ".git")
		info, err := os.Lstat(git)
		if err != nil {
			continue
		}
		if info.IsDir() {
			return git
		}
		data, _ := os.ReadFile(git)
		to, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
		if main, _, linked := strings.Cut(to, "/worktrees/"); ok && linked {
			return main
		}
		return to
	}
	return ""
}
