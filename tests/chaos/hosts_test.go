//go:build chaos

package chaos

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/process"
	"devservers/cli/client"
)

// The promises about a link, and what a busy machine may add to them.
const (
	knownWithin = 15 * time.Second // that a host is unreachable
	failsWithin = 5 * time.Second  // a command
	busy        = 5 * time.Second
)

// far is a host: a world that another one reaches through a relay. A reader here follows a server there all the time.
type far struct {
	*world
	there  *world
	reader *tail
	random *rand.Rand
	idle   string // the state that was last acknowledged of another server there
	faults map[string]int
	steps  int
}

// TestHosts plays with the link to a host for $TIME with $SEED: cuts, freezes, a link that swallows bytes, managers
// killed at both ends, a host that is away, and one that starts again.
func TestHosts(t *testing.T) {
	seed := theSeed()
	t.Logf("SEED=%d", seed)
	f := newFar(t, seed)
	began := time.Now()
	for most := given("TIME", 30*time.Second); time.Since(began) < most && len(f.broken()) == 0; {
		f.step()
	}
	f.reader.end()
	t.Logf("%d steps, %d lines, faults: %v in %s", f.steps, f.reader.lines.Load(), f.faults,
		time.Since(began).Round(time.Second))
	if list := f.broken(); len(list) > 0 {
		t.Errorf("seed %d: %s\nthe steps:\n%s\nthe log here:\n%s\nthe log there:\n%s", seed, strings.Join(list, "\n"), &f.log,
			f.Log(), f.there.Log())
	}
}

// newFar makes two worlds and the way from one to the other.
func newFar(t *testing.T, seed uint64) *far {
	t.Helper()
	there := newWorld(t)
	f := &far{world: newWorld(t), there: there, random: rand.New(rand.NewPCG(seed, 1)), faults: map[string]int{},
		idle: "stopped"}
	there.write("shop/devservers.yml", "project: shop\nservers:\n  tick: {command: ./tick}\n  idle: {command: ./idle}\n")
	own := there.env[len(client.CleanEnv(os.Environ())):]
	for name, text := range map[string]string{
		"shop/tick": "n=0; while :; do n=$((n+1)); echo tick $n; sleep 0.05; done\n",
		"shop/idle": "while :; do sleep 1000; done\n",
		"way": fmt.Sprintf("echo $$ >%[1]s/way.pid\n[ -e %[1]s/closed ] && exit 1\ncd /\n"+
			"exec env %s %s fc relay 0s %s dial\n", there.dir, strings.Join(own, " "), there.fc, there.exe),
	} {
		if err := os.Chmod(there.write(name, "#!/bin/sh\n"+text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range [][]string{{"register", there.dir + "/shop"}, {"trust", "--yes", "shop"}} {
		if out, code := there.devservers(call...); code != 0 {
			t.Fatal(call, out)
		}
	}
	for _, call := range [][]string{{"host", "add", "box", "exec:" + there.dir + "/way"}, {"start", "box:shop/tick"}} {
		if out, code := f.devservers(call...); code != 0 {
			t.Fatal(call, out)
		}
	}
	f.reader = newTail(f.world)
	f.wellAgain() // before its first line, a reader fails as any command
	return f
}

// step does one or two faults, uses the host meanwhile, and waits until all is well again.
func (f *far) step() {
	f.steps++
	f.fault()
	if f.random.IntN(3) == 0 {
		f.fault()
	}
	for range f.random.IntN(3) {
		f.use()
	}
	f.wellAgain()
}

// fault does one at random.
func (f *far) fault() {
	all := []string{"cut", "end", "freeze", "swallow", "away", "manager there", "manager here", "host again"}
	name := all[f.random.IntN(len(all))]
	f.faults[name]++
	f.log.add("fault: %s", name)
	switch name {
	case "cut":
		f.relay(syscall.SIGKILL)
	case "end":
		f.relay(syscall.SIGTERM)
	case "freeze":
		f.relay(syscall.SIGSTOP)
	case "swallow":
		f.relay(syscall.SIGUSR1)
	case "away":
		f.away([]syscall.Signal{syscall.SIGKILL, syscall.SIGSTOP, syscall.SIGUSR1}[f.random.IntN(3)])
	case "manager there":
		killManager(f.there)
	case "manager here":
		killManager(f.world)
		f.up()
	case "host again":
		f.again()
	}
}

// relay sends a signal to the process that leads there.
func (f *far) relay(s syscall.Signal) {
	data, _ := os.ReadFile(f.there.dir + "/way.pid")
	pid, _ := strconv.Atoi(strings.TrimSpace(string(data)))
	if id, err := process.Identify(pid); err == nil && slices.ContainsFunc(f.there.processes(),
		func(p proc) bool { return p.PID == pid }) {
		_ = id.Signal(s)
	}
}

// away breaks the link while no other one can be opened: it must be shown, and commands must fail, in time.
func (f *far) away(by syscall.Signal) {
	f.there.write("closed", "")
	f.relay(by)
	began := time.Now()
	left := settle(knownWithin+busy, func() string {
		out, _ := f.devservers("host", "list")
		if strings.Contains(out, "unreachable since") || strings.Contains(out, "connecting") { // by a new manager
			return ""
		}
		return out
	})
	if left != "" {
		f.violate("H1", "after %s the host is not shown as unreachable (%s): %s", time.Since(began), by, left)
	}
	f.use()
	if err := os.Remove(f.there.dir + "/closed"); err != nil {
		f.violate("files", "%v", err)
	}
}

// again ends all processes there, as a machine that starts again.
func (f *far) again() {
	f.reader.mayBegin.Add(1)
	for range 3 {
		for _, p := range f.there.processes() {
			f.there.end(p)
		}
	}
	f.idle = ""
}

func killManager(w *world) {
	if id, ok := w.manager(); ok {
		_ = id.Signal(syscall.SIGKILL)
		settle(patience, func() string {
			if id.Alive() {
				return "it lives"
			}
			return ""
		})
	}
}

// use sends a command about the host. It succeeds, or fails in time and says what to do.
func (f *far) use() {
	action := []string{"start", "stop", "runs", "status"}[f.random.IntN(4)]
	began := time.Now()
	out, code := f.devservers(action, "box:shop/idle")
	took := time.Since(began)
	f.log.add("%s: exit code %d after %s: %s", action, code, took.Round(time.Millisecond), strings.TrimSpace(out))
	switch {
	case code == 0 && action == "start":
		f.idle = "running"
	case code == 0 && action == "stop":
		f.idle = "stopped"
	case code == 0:
	case code != 6:
		f.violate("H2", "%s: exit code %d: %s", action, code, out)
	case took > failsWithin+busy:
		f.violate("H2", "%s failed after %s: %s", action, took, out)
	case !strings.Contains(out, "devservers host check box"):
		f.violate("H2", "%s does not say what to do: %s", action, out)
	}
	if code != 0 && (action == "start" || action == "stop") {
		f.idle = "" // either
	}
}
