//go:build crash

package cli

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/tests/apptest"
	"devservers/tests/apptest/acks"
)

// crashRounds is how many rounds the crash test does: $ROUNDS, or 200.
var crashRounds = cmp.Or(numberIn(os.Getenv("ROUNDS")), 200)

func numberIn(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

// crashServers is the project of the crash test. Two servers acknowledge their lines, one on a terminal and one on a
// pipe. Another floods beside them. The others are hard to end.
const crashServers = `project: crash
servers:
  ack: {command: devservers fc ack ../ack, ready: {log: ack}, stop: {timeout: 200ms}}
  pipe: {command: devservers fc ack ../pipe, pty: false, ready: {log: ack}, stop: {timeout: 200ms}}
  tree: {command: devservers fc tree 3 setsid, ready: {log: grown}, stop: {timeout: 200ms}}
  deaf: {command: devservers fc ignore, ready: {log: deaf}, stop: {timeout: 200ms}}
  same: {command: devservers fc report signals, ready: {command: devservers fc exit 0 0s}, stop: {timeout: 200ms}}
  flood: {command: devservers fc flood 1000000000000, ready: {log: xxx}, stop: {timeout: 200ms}}
`

// TestNoLineIsLostAndNothingIsLeftWhateverIsKilled repeatedly kills the manager, a holder or a server with -9,
// restarts what ended as a user does, and checks that all is as it should be.
func TestNoLineIsLostAndNothingIsLeftWhateverIsKilled(t *testing.T) {
	t.Parallel()
	c := newCrash(t)
	began := time.Now()
	for i := range crashRounds {
		c.round(i)
		if t.Failed() {
			t.Fatalf("round %d, victim %s; the manager's log:\n%s", i, c.victim, c.Log())
		}
	}
	c.finish()
	acked := 0
	for _, o := range c.oracles {
		acked += o.Acked()
		t.Logf("%s: %d lines acknowledged, %d lost, %d doubled, %d written but not acknowledged", o.Server, o.Acked(), o.Lost,
			o.Doubled, o.Extra)
	}
	t.Logf("%d rounds in %.0f s: %v; %d lines acknowledged", crashRounds, time.Since(began).Seconds(), c.kills, acked)
}

// crash is the state of the crash test.
type crash struct {
	*testHome
	random     *rand.Rand
	oracles    []*acks.Oracle
	bystanders []*bystander
	before     map[string]app.Status
	victim     string
	kills      map[string]int
}

func newCrash(t *testing.T) *crash {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	c := &crash{testHome: newHome(t), random: rand.New(rand.NewPCG(seed, 0)), kills: map[string]int{}}
	c.File(crashProject+"/devservers.yml", crashServers)
	c.File(".config/devservers/config.yml", "settings: {runs_kept: 5}\n")
	for _, name := range []string{"ack", "pipe"} {
		c.oracles = append(c.oracles, acks.New(name, filepath.Dir(c.runDir(name, "x")), filepath.Join(c.Dirs.Home, name)))
	}
	c.bystanders = []*bystander{c.stand("one"), c.stand("two", process.Marker+"=1zzzzzzzzz")}
	c.Must("trust", "--yes")
	c.bringBack()
	return c
}

// TestAManagerKilledWhileItStartsARunLeavesNoSecondOne: the next manager may find a run whose holder has just begun.
func TestAManagerKilledWhileItStartsARunLeavesNoSecondOne(t *testing.T) {
	t.Parallel()
	c := &crash{testHome: newHome(t), random: rand.New(rand.NewPCG(1, uint64(time.Now().UnixNano())))}
	c.File(crashProject+"/devservers.yml", "project: crash\nservers:\n"+
		"  a: {command: devservers fc say hi, ready: {log: hi}}\n")
	c.Must("trust", "--yes")
	c.Must("start", crashProject)
	for range (crashRounds + 4) / 5 {
		c.Must("stop", "a")
		asked := c.inBackground("start", "a")
		<-time.After(time.Duration(c.random.Int64N(int64(60 * time.Millisecond)))) // the test concludes nothing from it
		c.KillManager()
		c.bringBack()
		asked()
		c.before = c.servers()
		c.Until("only what runs has processes", func() bool { return len(c.strays()) == 0 })
		if ids := c.living("a"); len(ids) != 1 || ids[0] != c.before["a"].Run {
			t.Fatalf("the runs %v live, the status says %+v; the manager's log:\n%s", ids, c.before["a"], c.Log())
		}
	}
}

// living lists the runs whose record has no end.
func (h *testHome) living(server string) (ids []string) {
	for _, id := range h.runs(server) {
		if h.record(server, id).Gone == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// bringBack does what a user does after a crash, and remembers the state after it.
func (c *crash) bringBack() {
	c.T.Helper()
	c.Must("start")
	c.before = c.servers()
	for name, st := range c.before {
		if st.State != app.Ready || !c.record(name, st.Run).Leader.Alive() {
			c.T.Errorf("%s was started and is %s (%s), run %s, PID %d", name, st.State, st.Reason, st.Run, st.PID)
		}
	}
}

func (c *crash) round(i int) {
	c.T.Helper()
	names := []string{"ack", "pipe", "ack", "pipe", "tree", "deaf", "same", "flood"}
	name := names[c.random.IntN(len(names))]
	asked, most := func() {}, 30*time.Millisecond
	if i%3 == 2 {
		asked, most = c.inBackground("restart", name), 250*time.Millisecond
	}
	<-time.After(time.Duration(c.random.Int64N(int64(most)))) // the test concludes nothing from it
	ended := c.kill(name)
	asked()
	c.noticed(name, ended)
	before := c.before
	c.bringBack()
	for other, st := range c.before {
		if was := before[other]; (other != name || ended == "" && i%3 != 2) && (st.Run != was.Run || st.PID != was.PID) {
			c.T.Errorf("%s was run %s, PID %d and is run %s, PID %d", other, was.Run, was.PID, st.Run, st.PID)
		}
	}
	c.look()
}

// inBackground calls devservers and returns a function that waits for its answer, whatever that is.
func (c *crash) inBackground(args ...string) (wait func()) {
	c.T.Helper()
	cmd := c.Command(context.Background(), args...)
	if err := cmd.Start(); err != nil {
		c.T.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	return func() {
		select {
		case <-done:
		case <-time.After(homeLimit):
			_ = cmd.Process.Kill()
			c.T.Errorf("devservers %v hangs", args)
		}
	}
}

// kill kills one of the three, and returns the run that this ends. A run that a restart has just created may have no
// process to kill yet.
func (c *crash) kill(name string) (ended string) {
	c.T.Helper()
	ids := c.runs(name)
	id := ids[len(ids)-1]
	rec := c.record(name, id)
	kind := []string{"manager", "holder", "server"}[c.random.IntN(3)]
	c.victim = kind + " of " + name
	c.kills[kind]++
	switch kind {
	case "manager":
		c.KillManager()
		return ""
	case "holder":
		return c.hit(id, rec.Holder)
	}
	return c.hit(id, rec.Leader)
}

// hit kills a process of the run id. If the process is dead already, its death has ended the run.
func (c *crash) hit(id string, victim process.Identity) (ended string) {
	c.T.Helper()
	if victim.PID == 0 {
		c.kills["nobody yet"]++
		return ""
	}
	if err := victim.Signal(syscall.SIGKILL); err != nil && victim.Alive() {
		c.T.Errorf("cannot kill the %s, PID %d: %v", c.victim, victim.PID, err)
	}
	return id
}

// noticed waits until the end of a run is in its record, with its cause, and in the manager's status.
func (c *crash) noticed(name, id string) {
	c.T.Helper()
	if id == "" {
		return
	}
	c.Until("run "+id+" of "+name+" is over", func() bool { return c.record(name, id).Gone != nil })
	c.Until("the manager knows that", func() bool {
		st := c.servers()[name]
		return st.Run != id || !st.State.Up()
	})
	if e := c.record(name, id).End; e == nil || e.Signal == "" && e.Error == "" && e.Code != 0 {
		c.T.Errorf("%s run %s ended as %+v after the death of the %s", name, id, e, c.victim)
	}
}

// look compares the machine's processes with the manager's status.
func (c *crash) look() {
	c.T.Helper()
	for _, o := range c.oracles {
		o.Read()
		for _, f := range o.Faults {
			c.T.Error(f)
		}
	}
	for _, b := range c.bystanders {
		b.check(c.T)
	}
	c.Until("only what runs has processes", func() bool { return len(c.strays()) == 0 })
	c.managerKeepsNothing()
}

// strays returns processes of runs that are over, and second holders.
func (c *crash) strays() (list []apptest.Proc) {
	known := map[string]bool{}
	for _, st := range c.before {
		known[st.Run] = true
	}
	for _, p := range c.Processes() {
		id := p.Run
		if words := p.Argv; len(words) > 1 && words[1] == "hold" {
			id = filepath.Base(process.WorkingDir(p.PID)) // of a spare: /
		}
		if id != "" && id != "/" && !known[id] && !c.stands(p.PID) {
			list = append(list, p)
		}
	}
	return list
}

func (c *crash) stands(pid int) bool {
	return slices.ContainsFunc(c.bystanders, func(b *bystander) bool { return b.cmd.Process.Pid == pid })
}

// managerKeepsNothing checks the manager's open files: one terminal for each run that has one, and few others.
func (c *crash) managerKeepsNothing() {
	c.T.Helper()
	st, _ := c.Status()
	all, terminals := 0, 0
	defer func() {
		if c.T.Failed() {
			c.T.Logf("the manager has %d files and %d terminals open", all, terminals)
		}
	}()
	c.Until("the manager has closed what it does not need", func() bool {
		all, terminals = descriptors(st.PID)
		return terminals <= len(c.before)-1 && all <= 60
	})
}

// finish ends everything and does the final checks.
func (c *crash) finish() {
	c.T.Helper()
	st := c.before["ack"]
	tail := c.Must("logs", "--json", "--run", st.Run, "-n", "500", crashProject+"/ack")
	c.checkTail(tail)
	c.Must("stop", "--all")
	for _, o := range c.oracles {
		o.Finish()
		for _, f := range o.Faults {
			c.T.Error(f)
		}
	}
	for _, b := range c.bystanders {
		b.check(c.T)
		_ = b.cmd.Process.Kill()
		_ = b.cmd.Wait()
	}
	if left := c.Remaining(); len(left) > 0 {
		c.T.Errorf("left over: %+v", left)
	}
}

// checkTail checks the same lines as a user sees them.
func (c *crash) checkTail(out string) {
	c.T.Helper()
	n := 0
	for line := range strings.Lines(out) {
		l := decode[struct {
			Text    string `json:"text"`
			Partial bool   `json:"partial"`
		}](c.T, line)
		k, err := strconv.Atoi(strings.TrimPrefix(l.Text, "ack "))
		if l.Partial || l.Text == "" {
			continue
		}
		if err != nil || n != 0 && k != n+1 {
			c.T.Fatalf("after ack %d, devservers logs shows %s", n, line)
		}
		n = k
	}
	if n == 0 {
		c.T.Errorf("devservers logs shows nothing: %s", fmt.Sprintf("%.300s", out))
	}
}
