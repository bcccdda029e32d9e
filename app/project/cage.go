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
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/yml"
	"devservers/app/run/cage"
)

// Cage returns what a run may do that a, an agent or somebody else, starts; nil = whatever its user may.
func (ps *Projects) Cage(d *Declared, server config.Server, run Prepared, a app.Actor) (*cage.Plan, *app.Error) {
	if !server.Sandbox.On && (!a.IsAgent() || server.Sandbox.Declared || !ps.o.Global.Settings().SandboxAgents) {
		return nil, nil
	}
	engine, fail := ps.cageEngine()
	if fail != nil {
		return nil, fail
	}
	s := server.Sandbox
	p := &cage.Plan{Engine: engine, Dir: d.Conf.Dir, Network: s.Network, Hosts: s.Hosts, Ports: slices.Clone(s.Ports)}
	if p.Network == "" {
		p.Network = cage.NetworkAll
	}
	ps.addPorts(d, p)
	if runtime.GOOS == "darwin" && len(p.Hosts) > 0 {
		return nil, app.Failf(app.CodeExecutable, "write network: all or loopback",
			"sandbox-exec can't hold a server to hosts by name")
	}
	home := ps.o.Dirs.Home
	hidden := append(slices.Concat([]string{home}, cage.Others(), ps.o.Global.Settings().Roots), ps.o.Dirs.Private()...)
	p.Hidden = resolved(hidden)
	p.Read = append(narrow(p.Hidden, slices.Concat(below(home, tools), filepath.SplitList(run.Env["PATH"].Value),
		[]string{run.Exe})), resolved(ps.outside(d, s.Read))...)
	p.Write = resolved(append(below(home, caches), ps.outside(d, s.Write)...))
	p.Locked = []string{d.Conf.File}
	if git, ok := yml.CheckoutOf(d.Conf.Dir); ok {
		p.Read = append(p.Read, narrow(p.Hidden, []string{git.Top})...)
		p.Locked = append(p.Locked, git.GitDir, filepath.Join(git.Top, ".git"))
	}
	return p, nil
}

// tools are directories of the home directory with programs, and caches those that tools fill again.
var (
	tools = strings.Fields(".asdf .bun .cargo/bin .config/mise .deno .fnm .local/bin .local/lib .local/pipx " +
		".local/share/fnm .local/share/mise .local/share/pnpm .local/share/uv .nvm .pyenv .rbenv .rustup .sdkman .volta " +
		"go/bin")
	caches = strings.Fields(".bun/install/cache .cache/Cypress .cache/deno .cache/go-build .cache/ms-playwright " +
		".cache/node .cache/pip .cache/pnpm .cache/pypoetry/cache .cache/uv .cache/yarn .cargo/git .cargo/registry " +
		".gradle/caches .local/share/pnpm/store .m2/repository .npm .yarn/berry/cache go/pkg Library/Caches/go-build " +
		"Library/Caches/pip")
)

func below(home string, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = filepath.Join(home, name)
	}
	return list
}

// outside returns paths of devservers.yml as absolute ones.
func (ps *Projects) outside(d *Declared, paths []string) []string {
	list := make([]string, len(paths))
	for i, path := range paths {
		rest, ofHome := strings.CutPrefix(path, "~/")
		switch {
		case ofHome:
			path = filepath.Join(ps.o.Dirs.Home, rest)
		case !filepath.IsAbs(path):
			path = filepath.Join(d.Conf.Dir, path)
		}
		list[i] = path
	}
	return list
}

// narrow returns the paths that exist, except those that would show all of a hidden directory: a home directory can be
// a git repository, or stand in PATH.
func narrow(hidden, paths []string) []string {
	return slices.DeleteFunc(resolved(paths), func(path string) bool {
		return slices.ContainsFunc(hidden, func(h string) bool { return yml.Within(path, h) })
	})
}

// resolved returns the paths that exist, without symlinks, and not the root.
func resolved(paths []string) (list []string) {
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil && filepath.IsAbs(real) && real != "/" &&
			!slices.Contains(list, real) {
			list = append(list, real)
		}
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

// cageEngine returns the program that makes sandboxes, or why there can be none.
func (ps *Projects) cageEngine() (string, *app.Error) {
	path, err := exec.LookPath(cage.Engine)
	if err != nil {
		return "", app.Failf(app.CodeExecutable, cage.Install, "it is to run in a sandbox, and %s was not found", cage.Engine)
	}
	ps.mu.Lock()
	works := ps.cageWorks
	ps.mu.Unlock()
	if works {
		return path, nil
	}
	if err := tryCage(path); err != nil {
		return "", app.Failf(app.CodeExecutable, "allow unprivileged user namespaces (docs/security.md), or remove sandbox",
			"it is to run in a sandbox, and %s can't make one: %s", cage.Engine, words.FirstLine(err.Error()))
	}
	ps.mu.Lock()
	defer ps.mu.Unlock()
	ps.cageWorks = true
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
