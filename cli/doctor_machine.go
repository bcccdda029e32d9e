package cli

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/cli/agents"
)

// checkPrograms reports other programs called devservers that a shell would find first.
func checkPrograms(p *Program) []checkResult {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	found, err := exec.LookPath("devservers")
	if err != nil {
		return finding(checkWarning, "PATH", "devservers is not on PATH; this one is "+p.view().Path(self),
			"go install . in its sources, with $(go env GOPATH)/bin on PATH")
	}
	if isSameFile(self, found) {
		return finding(checkOK, "PATH", "devservers is "+p.view().Path(found), "")
	}
	return finding(checkWarning, "PATH", fmt.Sprintf("devservers on PATH is %s, this one is %s", p.view().Path(found),
		p.view().Path(self)), "remove the one that you don't use")
}

func isSameFile(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// The least that development with several watchers needs.
const (
	fewWatches = 65536
	fewFiles   = 1024
)

// checkLimits reports limits of the system that watchers of files and servers reach.
func checkLimits(*Program) (list []checkResult) {
	few := func(format string, n int, fix string) {
		list = append(list, finding(checkWarning, "limits", fmt.Sprintf(format, n), fix)...)
	}
	if n, ok := number("/proc/sys/fs/inotify/max_user_watches"); ok && n < fewWatches {
		few("only %d files can be watched (fs.inotify.max_user_watches)", n,
			"sudo sysctl fs.inotify.max_user_watches=524288, and the same in /etc/sysctl.d")
	}
	if n, ok := number("/proc/sys/fs/inotify/max_user_instances"); ok && n < 128 {
		few("only %d watchers of files at once (fs.inotify.max_user_instances)", n,
			"sudo sysctl fs.inotify.max_user_instances=512, and the same in /etc/sysctl.d")
	}
	if n := openFiles(); n > 0 && n < fewFiles {
		few("a process may open only %d files", n, "ulimit -n 4096 in the shell's profile")
	}
	if len(list) == 0 {
		return finding(checkOK, "limits", "watched and open files suffice", "")
	}
	return list
}

func number(file string) (int, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(text)))
	return n, err == nil
}

// checkLocalhost reports whether programs resolve names below localhost. Browsers and curl do so on their own.
func checkLocalhost(*Program) []checkResult {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	found, err := net.DefaultResolver.LookupHost(ctx, "web.shop.localhost")
	if err != nil {
		return finding(checkWarning, "names", "programs other than browsers and curl don't resolve web.shop.localhost here",
			"use http://localhost:PORT in programs, or install libnss-myhostname")
	}
	for _, address := range found {
		if ip := net.ParseIP(address); ip == nil || !ip.IsLoopback() {
			return finding(checkWrong, "names", "web.shop.localhost resolves to "+address+", which is not this machine",
				"see /etc/hosts and the resolver's configuration")
		}
	}
	return finding(checkOK, "names", "names below localhost are this machine", "")
}

// versionManagers choose versions of languages, by the directory that each puts on PATH.
var versionManagers = [][2]string{
	{"mise", ".local/share/mise/shims"}, {"asdf", ".asdf/shims"}, {"pyenv", ".pyenv/shims"}, {"rbenv", ".rbenv/shims"},
	{"nodenv", ".nodenv/shims"}, {"volta", ".volta/bin"}, {"nvm", ".nvm/versions/node"}, {"fnm", ".local/share/fnm"},
}

// checkInherited reports version managers that are installed, but not in the environment of this shell, which servers
// inherit.
func checkInherited(p *Program) (list []checkResult) {
	home, path := p.Getenv("HOME"), p.Getenv("PATH")
	for _, m := range versionManagers {
		dir := filepath.Join(home, m[1])
		if _, err := os.Stat(dir); err == nil && !strings.Contains(path, dir) && !strings.Contains(path, m[0]) {
			list = append(list, finding(checkWarning, "versions", m[0]+
				" is installed, but not active in this shell: servers started from it use the system's programs",
				"activate "+m[0]+" in the shell's profile, then start servers from a new shell")...)
		}
	}
	return list
}

// checkClients reports the coding agents of this machine that aren't connected.
func checkClients(p *Program) (list []checkResult) {
	var connected []string
	for _, c := range agents.Clients() {
		text, err := os.ReadFile(c.File(p.Getenv))
		switch {
		case err != nil: // it isn't used here
		case strings.Contains(string(text), "devservers"):
			connected = append(connected, c.Title)
		default:
			list = append(list, finding(checkWarning, "agents", c.Title+" is used here, but doesn't know devservers",
				"devservers mcp install --client "+c.Name)...)
		}
	}
	if len(connected) > 0 {
		know := map[bool]string{true: " knows devservers", false: " know devservers"}[len(connected) == 1]
		list = append(finding(checkOK, "agents", words.And(connected)+know, ""), list...)
	}
	return list
}
