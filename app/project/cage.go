package project

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/app/run/cage"
)

// cage returns what a run may do that is for a, an agent or somebody else; nil = whatever its user may.
func (ps *Projects) cage(d *Declared, server config.Server, run Prepared, a app.Actor) (*cage.Plan, *app.Error) {
	if !server.Sandbox.On && (!a.IsAgent() || server.Sandbox.Declared || !ps.o.Global.Settings().SandboxAgents) {
		return nil, nil
	}
	engine, fail := ps.sandbox.engine()
	if fail != nil {
		return nil, fail
	}
	s := server.Sandbox
	p := &cage.Plan{Engine: engine, Dir: d.Conf.Dir, Network: s.Network, Hosts: s.Hosts, Ports: slices.Clone(s.Ports)}
	p.Network = cmp.Or(p.Network, cage.NetworkAll)
	ps.addPorts(d, p)
	if runtime.GOOS == "darwin" && len(p.Hosts) > 0 {
		return nil, app.Failf(app.CodeExecutable, "write network: all or loopback",
			"sandbox-exec can't hold a server to hosts by name")
	}
	home := ps.o.Dirs.Home
	hidden := append(slices.Concat([]string{home}, cage.Others(), ps.o.Global.Settings().Roots), ps.o.Dirs.Private()...)
	p.Hidden = cage.Resolved(hidden)
	p.Read = append(cage.Narrow(p.Hidden, slices.Concat(cage.Tools(home), filepath.SplitList(run.Env["PATH"].Value),
		[]string{run.Exe})), cage.Resolved(outside(home, d.Conf.Dir, s.Read))...)
	p.Write = cage.Resolved(append(cage.Caches(home), outside(home, d.Conf.Dir, s.Write)...))
	p.Locked = []string{d.Conf.File}
	if git, ok := yml.CheckoutOf(d.Conf.Dir); ok {
		p.Read = append(p.Read, cage.Narrow(p.Hidden, []string{git.Top})...)
		p.Locked = append(p.Locked, git.GitDir, filepath.Join(git.Top, ".git"))
	}
	return p, nil
}

// outside returns paths of the devservers.yml in dir as absolute ones.
func outside(home, dir string, paths []string) []string {
	list := make([]string, len(paths))
	for i, path := range paths {
		rest, ofHome := strings.CutPrefix(path, "~/")
		switch {
		case ofHome:
			path = filepath.Join(home, rest)
		case !filepath.IsAbs(path):
			path = filepath.Join(dir, path)
		}
		list[i] = path
	}
	return list
}

// addPorts adds the ports of the project's servers, and those of all others and of the manager.
func (ps *Projects) addPorts(d *Declared, p *cage.Plan) {
	mine := map[int]bool{}
	for _, server := range d.Servers {
		if server.HookOf != "" || !server.Port.Declared() {
			continue
		}
		if port := ps.portOf(app.Ref{Project: d.Reg.ID, Name: server.Name}, server); port != 0 {
			mine[port], p.Ports = true, append(p.Ports, port)
		}
	}
	manager := ps.o.Global.Settings()
	p.Others = []int{manager.Port, cmp.Or(manager.HTTPSPort, manager.Port+1)}
	for _, other := range ps.All() {
		for _, server := range other.Servers {
			if port := ps.o.PortOf(app.Ref{Project: other.Reg.ID, Name: server.Name}, server.Port); port != 0 && !mine[port] {
				p.Others = append(p.Others, port)
			}
		}
	}
}

// sandbox knows whether this machine can make sandboxes.
type sandbox struct{ works atomic.Bool }

// engine returns the program that makes sandboxes, or why there can be none.
func (s *sandbox) engine() (string, *app.Error) {
	path, err := exec.LookPath(cage.Engine)
	if err != nil {
		return "", app.Failf(app.CodeExecutable, cage.Install, "it is to run in a sandbox, and %s was not found", cage.Engine)
	}
	if s.works.Load() {
		return path, nil
	}
	if err := tryCage(path); err != nil {
		return "", app.Failf(app.CodeExecutable, "allow unprivileged user namespaces (docs/security.md), or remove sandbox",
			"it is to run in a sandbox, and %s can't make one: %s", cage.Engine, words.FirstLine(err.Error()))
	}
	s.works.Store(true)
	return path, nil
}

// tryCage returns why this machine lets nobody make a sandbox, or nil.
func tryCage(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, cage.Try...).CombinedOutput()
	if text := strings.TrimSpace(string(out)); err != nil && text != "" {
		return errors.New(text)
	}
	return err
}
