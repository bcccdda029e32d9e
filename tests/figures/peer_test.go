//go:build figures && linux

package figures

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// peer is a program that runs servers. Its functions give the arguments of commands; the ones that it lacks are nil.
type peer struct {
	name  string
	needs string // the program that is looked for
	get   string // how to install it

	write  func(*site)          // writes its configuration
	up     func(*site) []string // starts it with all servers
	stays  bool                 // up is the program itself, in the foreground
	down   func(*site) []string // ends it with all servers
	start  func(*site, []string) []string
	stop   func(*site, []string) []string
	again  func(*site, []string) []string
	status func(*site) []string

	pipe, terminal bool // what it gives servers, when it also stores what they print
}

// site is a home of its own with a directory of some servers that a peer runs.
type site struct {
	*peer
	t        *testing.T
	home     string
	dir      string
	env      []string
	servers  []string
	terminal bool
	main     *exec.Cmd // of a peer that stays
}

// trouble is why a peer could not be measured. It is printed, and fails nothing.
type trouble struct{ error }

func (s *site) fail(format string, args ...any) { panic(trouble{fmt.Errorf(format, args...)}) }

// newSite makes n servers that run a script, and the peer's configuration for them.
func newSite(t *testing.T, p *peer, n int, script string, terminal bool) *site {
	t.Helper()
	home, err := os.MkdirTemp("", "peer") //nolint:usetesting // it goes after each round
	if err != nil {
		t.Fatal(err)
	}
	s := &site{peer: p, t: t, home: home, dir: home + "/work", env: environment(home), terminal: terminal}
	for i := range n {
		s.servers = append(s.servers, fmt.Sprint("s", i))
		write(t, s.script(i), "#!/bin/sh\n"+strings.ReplaceAll(script, "STAMPS", s.stamps())+"\n", 0o700)
	}
	p.write(s)
	return s
}

func (s *site) script(i int) string { return fmt.Sprintf("%s/s%d.sh", s.dir, i) }
func (s *site) stamps() string      { return s.dir + "/stamps" }
func (s *site) file(name, text string) {
	write(s.t, filepath.Join(s.dir, name), text, 0o700)
}

// each joins a text for each server, in which N is its name, SCRIPT its program and DIR the directory.
func (s *site) each(text string) string {
	var b strings.Builder
	for i, name := range s.servers {
		b.WriteString(strings.NewReplacer("SCRIPT", s.script(i), "DIR", s.dir, "NAME", name).Replace(text))
	}
	return b.String()
}

// command prepares a command of the peer.
func (s *site) command(args []string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = s.env, s.dir, time.Second
	return cmd
}

func (s *site) run(args []string) *exec.Cmd {
	cmd := s.command(args)
	if out, err := cmd.CombinedOutput(); err != nil {
		s.fail("%.60s: %v: %.300s", strings.Join(args, " "), err, out)
	}
	return cmd
}

// raise starts the peer with all servers.
func (s *site) raise() {
	if !s.stays {
		s.run(s.up(s))
		return
	}
	s.main = s.command(s.up(s))
	out, err := os.Create(s.dir + "/all.log")
	if err != nil {
		s.t.Fatal(err)
	}
	defer out.Close()
	s.main.Stdout, s.main.Stderr = out, out
	if err := s.main.Start(); err != nil {
		s.fail("%v", err)
	}
}

// end ends everything and removes the directory.
func (s *site) end() {
	if s.down != nil {
		_ = s.command(s.down(s)).Run()
	}
	endAll(s.home)
	if s.main != nil {
		_ = s.main.Wait()
	}
	if err := os.RemoveAll(s.home); err != nil {
		s.t.Error(err)
	}
}
