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
		return []checkResult{{Check: "PATH", Level: checkWarning, Message: "devservers is not on PATH; this one is " +
			p.view().Path(self), Fix: "go install . in its sources, with $(go env GOPATH)/bin on PATH"}}
	}
	if isSameFile(self, found) {
		return []checkResult{{Check: "PATH", Level: checkOK, Message: "devservers is " + p.view().Path(found)}}
	}
	return []checkResult{{Check: "PATH", Level: checkWarning,
		Message: fmt.Sprintf("devservers on PATH is %s, this one is %s", p.view().Path(found),
			p.view().Path(self)), Fix: "remove the one that you don't use"}}
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
	if n, ok := number("/proc/sys/fs/inotify/max_user_watches"); ok && n < fewWatches {
		list = append(list, checkResult{Check: "limits", Level: checkWarning,
			Message: fmt.Sprintf("only %d files can be watched (fs.inotify.max_user_watches)", n),
			Fix:     "sudo sysctl fs.inotify.max_user_watches=524288, and the same in /etc/sysctl.d"})
	}
	if n, ok := number("/proc/sys/fs/inotify/max_user_instances"); ok && n < 128 {
		list = append(list, checkResult{Check: "limits", Level: checkWarning,
			Message: fmt.Sprintf("only %d watchers of files at once (fs.inotify.max_user_instances)", n),
			Fix:     "sudo sysctl fs.inotify.max_user_instances=512, and the same in /etc/sysctl.d"})
	}
	if n := openFiles(); n > 0 && n < fewFiles {
		list = append(list, checkResult{Check: "limits", Level: checkWarning,
			Message: fmt.Sprintf("a process may open only %d files", n), Fix: "ulimit -n 4096 in the shell's profile"})
	}
	if len(list) == 0 {
		list = []checkResult{{Check: "limits", Level: checkOK, Message: "watched and open files suffice"}}
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
		return []checkResult{{Check: "names", Level: checkWarning,
			Message: "programs other than browsers and curl don't resolve web.shop.localhost here",
			Fix:     "use http://localhost:PORT in programs, or install libnss-myhostname"}}
	}
	for _, address := range found {
		if ip := net.ParseIP(address); ip == nil || !ip.IsLoopback() {
			return []checkResult{{Check: "names", Level: checkWrong, Message: "web.shop.localhost resolves to " + address +
				", which is not this machine", Fix: "see /etc/hosts and the resolver's configuration"}}
		}
	}
	return []checkResult{{Check: "names", Level: checkOK, Message: "names below localhost are this machine"}}
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
			list = append(list, checkResult{Check: "versions", Level: checkWarning, Message: m[0] +
				" is installed, but not active in this shell: servers started from it use the system's programs",
				Fix: "activate " + m[0] + " in the shell's profile, then start servers from a new shell"})
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
			list = append(list, checkResult{Check: "agents", Level: checkWarning, Message: c.Title +
				" is used here, but doesn't know devservers", Fix: "devservers mcp install --client " + c.Name})
		}
	}
	if len(connected) > 0 {
		list = append([]checkResult{{Check: "agents", Level: checkOK,
			Message: words.And(connected) + " know" + plural(connected) +
				" devservers"}}, list...)
	}
	return list
}

func plural(list []string) string {
	if len(list) == 1 {
		return "s"
	}
	return ""
}
