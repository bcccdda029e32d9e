//go:build real

package cli

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/tests/fc"
)

// behind is how far the clock of a late program is behind.
const behind = time.Hour

// late returns a directory with a devservers whose clock is behind: time.Now of its Go library is changed, since
// nothing outside of a program without libc can do that for one process.
var late = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "late")
	if err != nil {
		return "", err
	}
	source := filepath.Join(runtime.GOROOT(), "src/time/time.go") //nolint:staticcheck // the one of this go
	text, err := os.ReadFile(source)
	const now = "\tsec, nsec, mono := runtimeNow()\n"
	if err != nil || strings.Count(string(text), now) != 1 {
		return "", errors.Join(err, errors.New("time.Now is not what it was"))
	}
	changed := strings.Replace(string(text), now, now+"\tsec -= "+strconv.Itoa(int(behind.Seconds()))+"\n", 1)
	overlay, _ := json.Marshal(map[string]map[string]string{"Replace": {source: dir + "/time.go"}})
	err = errors.Join(os.WriteFile(dir+"/time.go", []byte(changed), 0o600), os.WriteFile(dir+"/overlay", overlay, 0o600))
	if err != nil {
		return "", err
	}
	args := []string{"build", "-overlay", dir + "/overlay", "-o", dir + "/devservers", "devservers"}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return "", errors.New(string(out))
	}
	return dir, nil
})

// beLate makes the place one whose clock is behind, for what starts there from now on.
func (p *place) beLate() {
	p.T.Helper()
	dir, err := late()
	if err != nil {
		p.T.Fatal(err)
	}
	p.Env = append(p.Env, "PATH="+dir+":"+os.Getenv("PATH"))
	if err := os.WriteFile(p.home+"/way.env", []byte(strings.Join(p.own(), " ")), 0o600); err != nil {
		p.T.Fatal(err)
	}
}

// stamps is a project with a server whose lines are the true time, in nanoseconds.
func stamps(name string) map[string]string {
	return map[string]string{
		name + "/devservers.yml": "project: " + name + "\nservers:\n  clock: {command: ./clock}\n",
		name + "/clock":          "#!/bin/sh\nwhile :; do date +%s%N; sleep 0.1; done\n",
		"way":                    shop["way"],
	}
}

// TestLinesOfAnotherClockAreSortedByTheOneHere merges and searches lines of a host whose clock is an hour behind.
func TestLinesOfAnotherClockAreSortedByTheOneHere(t *testing.T) {
	t.Parallel()
	there, here := newPlace(t, stamps("far")), newPlace(t, stamps("near"))
	there.beLate()
	for _, args := range [][]string{{"trust", "--yes"}, {"start"}} {
		if out, err := there.late("far", args...).CombinedOutput(); err != nil {
			t.Fatal(err, string(out))
		}
		here.run("near", args...)
	}
	here.run("", "host", "add", "box", "exec:"+there.home+"/way")
	if by := here.host().Offset / 1000; math.Abs(by+behind.Seconds()) > 5 {
		t.Errorf("the clock is %v s ahead", by)
	}
	hosts := map[string]int{}
	fc.Until(t, "it happens", func() bool {
		clear(hosts)
		for _, args := range [][]string{{"logs", "-n", "40", "--json", "box:far/clock", "near/clock"},
			{"search", "1", "-n", "40", "--json"}} {
			last := int64(0)
			for _, l := range here.lines(args...) {
				at, _ := strconv.ParseInt(l.Text, 10, 64)
				if args[0] == "search" {
					at = -at
				}
				if last != 0 && at < last-int64(time.Second) {
					t.Fatalf("%v: %s of %s is in the wrong place", args, l.Text, l.Server)
				}
				last = at
				hosts[args[0]+" "+l.Server]++
			}
		}
		return hosts["logs box:far/clock"] > 9 && hosts["logs near/clock"] > 9 && hosts["search box:far/clock"] > 9 &&
			hosts["search near/clock"] > 9
	})
	for _, args := range [][]string{{"logs", "box:far/clock", "near/clock"}, {"search", "1"}, {"host", "list"}} {
		if out := here.run("", args...); !strings.Contains(out, "its clock is 1h") {
			t.Errorf("%v does not mention the clock: %s", args, out)
		}
	}
}

// late returns a command of the program whose clock is behind.
func (p *place) late(dir string, args ...string) *exec.Cmd {
	program, _ := late()
	cmd := exec.Command(program+"/devservers", args...)
	cmd.Dir, cmd.Env = filepath.Join(p.home, dir), p.Env
	return cmd
}

// lines returns the lines that a command shows with --json: one a line, or the hits of a search.
func (p *place) lines(args ...string) (list []app.LogLine) {
	p.T.Helper()
	cmd := p.command("", args...)
	out, err := cmd.Output()
	if err != nil {
		p.T.Fatal(args, err)
	}
	if args[0] == "search" {
		var page app.SearchPage
		if err := json.Unmarshal(out, &page); err != nil {
			p.T.Fatal(err)
		}
		return page.Hits
	}
	for line := range strings.Lines(string(out)) {
		var l app.LogLine
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			p.T.Fatal(err)
		}
		list = append(list, l)
	}
	return list
}

// TestRestoredSnapshotIsNoticed puts a host back to what its files were earlier: its processes are gone and its clock
// is back, as that of a virtual machine. Nothing that only the files know is taken for running, and the host's line
// says so.
func TestRestoredSnapshotIsNoticed(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "start", "box:shop/web", "box:shop/tick")
	old := here.host().Projects[0].Servers
	copied := t.TempDir()
	if out, err := exec.Command("cp", "-a", there.home+"/.state", copied).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	here.run("", "restart", "box:shop/tick")
	newer := here.host().Projects[0].Servers[0].Run
	there.block()
	there.run("", "stop", "--all")
	_ = there.pipe().Signal(syscall.SIGKILL)
	fc.Until(t, "it happens", func() bool { return here.host().State == app.HostUnreachable })
	state := there.home + "/.state"
	if err := errors.Join(os.RemoveAll(state), os.Rename(copied+"/.state", state)); err != nil {
		t.Fatal(err)
	}
	there.beLate()
	out := here.run("", "host", "check", "box")
	if !strings.Contains(out, "its clock went back by") || !strings.Contains(out, "snapshot") {
		t.Error(out)
	}
	for i, st := range here.host().Projects[0].Servers {
		if st.State.Up() && st.Run == old[i].Run {
			t.Errorf("%s of the snapshot is %s", st.Ref(), st.State)
		}
	}
	if out, code := here.fails("logs", "--run", newer, "box:shop/tick"); code == 0 || !strings.Contains(out, newer) {
		t.Errorf("a run that the snapshot doesn't have: %d %s", code, out)
	}
	here.run("", "start", "box:shop/tick")
	if out := here.run("", "logs", "-n", "1", "box:shop/tick"); !strings.Contains(out, "tick") {
		t.Error(out)
	}
}
