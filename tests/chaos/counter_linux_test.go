//go:build chaos && amd64

package chaos

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/process"
	"devservers/app/run/protocol"
	"devservers/app/transcript"
	"devservers/tests/apptest/acks"
)

// scenario is something that is done while one of its calls fails. ready brings about what it needs, and does returns
// what it answered.
type scenario struct {
	name  string
	ready func(*trial)
	does  func(*trial) answer
	of    []string // whose calls fail: serve, hold
}

var scenarios = []scenario{
	{"start", (*trial).stopped, (*trial).start, []string{"serve", "hold"}},
	{"stop", (*trial).running, (*trial).stop, []string{"serve", "hold"}},
	{"restart", (*trial).running, (*trial).restart, []string{"serve", "hold"}},
	{"holder's death", (*trial).running, (*trial).killHolder, []string{"serve"}},
	{"manager's death", (*trial).running, (*trial).killManager, []string{"serve", "hold"}},
	{"pin", (*trial).running, (*trial).pin, []string{"serve"}},
	{"token", (*trial).running, (*trial).token, []string{"serve"}},
	{"patch", (*trial).running, (*trial).patch, []string{"serve"}},
	{"trust", (*trial).running, (*trial).trust, []string{"serve"}},
}

// trial is a home in which one call after the other fails.
type trial struct {
	*world
	i     *injector
	serve *exec.Cmd
	ended chan struct{} // the manager
	maze  *maze
	run   string         // of the server, before the scenario
	lines map[string]int // that each run has, or says that it lost
	found map[string]int // violations
	said  map[string]string
	turn  int
	// dropped is how many lines the kept runs said to have lost after the last scenario.
	dropped int
}

const ackFile = `project: maze
servers:
  ack: {command: FC only ../notes/ack ack ../acked/ack 2ms, ready: {log: ack}, ENV, stop: {timeout: 200ms}}
`

// TestCounter makes each call fail in turn. It tries all of them if WHOLE is set, and otherwise some for $TIME, which
// the seed chooses from half of the scenarios and classes: to count the calls of all of them takes as long again.
func TestCounter(t *testing.T) {
	seed, most, whole := theSeed(), given("TIME", 90*time.Second), os.Getenv("WHOLE") != ""
	t.Logf("SEED=%d", seed)
	x := &trial{world: newWorld(t), i: &injector{seen: map[string]int{}}, lines: map[string]int{},
		found: map[string]int{}, said: map[string]string{}}
	x.upFiltered()
	x.maze = x.newMaze("maze", ackFile)
	random, only := rand.New(rand.NewPCG(seed, 0)), os.Getenv("ONLY")
	faults := x.all(whole, func() bool { return whole || only != "" || random.IntN(2) == 0 })
	x.lines["lost"] = x.acked() - x.sum() // of runs that are not kept any more
	if !whole {
		random.Shuffle(len(faults), func(i, j int) { faults[i], faults[j] = faults[j], faults[i] })
	}
	began, tried := time.Now(), 0
	for _, f := range faults {
		if !strings.Contains(f.String(), only) {
			continue
		}
		if !whole && time.Since(began) > most {
			break
		}
		tried++
		start := time.Now()
		x.try(f)
		if os.Getenv("EACH") != "" {
			t.Logf("%s: %s", f, time.Since(start))
		}
	}
	t.Logf("%d of %d faults tried in %s; calls that failed: %v", tried, len(faults),
		time.Since(began).Round(time.Second), x.i.seen)
	for _, what := range slices.Sorted(maps.Keys(x.found)) {
		t.Errorf("%d times: %s\n\tfor example %s", x.found[what], what, x.said[what])
	}
	x.i.disarm()
}

type planned struct {
	scenario
	callFault
}

func (p planned) String() string { return p.scenario.name + ", " + p.callFault.String() }

// all counts the calls of each scenario by the classes that counts chooses, and lists all their faults. Unless all are
// to be tried, it lists of calls that do the same only the first two and the last.
func (x *trial) all(whole bool, counts func() bool) (list []planned) {
	for _, s := range scenarios {
		for _, of := range s.of {
			for _, c := range classes {
				if !counts() {
					continue
				}
				s.ready(x)
				x.i.arm(callFault{class: c, of: of, ignore: true})
				a := s.does(x)
				x.i.disarm()
				if !a.ok() {
					x.t.Fatalf("%s without a fault: %s", s.name, a)
				}
				list = append(list, s.plan(c, of, x.i.names, whole)...)
			}
		}
	}
	return list
}

// plan lists the faults of one class for calls with these names.
func (s scenario) plan(c class, of string, names []string, whole bool) (list []planned) {
	before, left := map[string]int{}, map[string]int{}
	for _, name := range names {
		left[name]++
	}
	for i, name := range names {
		before[name]++
		left[name]--
		if whole || before[name] <= 2 || left[name] == 0 {
			list = append(list, planned{s, callFault{class: c, of: of, n: i + 1}})
		}
		if c.lacks() && (whole && i%3 == 0 || i == 0 || before[name] == 1 && i%3 == 0) {
			list = append(list, planned{s, callFault{class: c, of: of, n: i + 1, lasts: true}})
		}
	}
	return list
}

// lacks reports whether the class is about something that the machine lacks, and so would go on lacking.
func (c class) lacks() bool {
	return slices.Contains([]syscall.Errno{syscall.ENOSPC, syscall.EMFILE, syscall.EAGAIN}, c.errno)
}

// try does the scenario with the fault, and checks what must hold.
func (x *trial) try(f planned) {
	f.ready(x)
	x.run = x.status().Run
	x.i.arm(f.callFault)
	a := f.does(x)
	during := x.status()
	_, hit := x.i.disarm()
	violate := func(what, format string, args ...any) {
		what = f.scenario.name + ": " + what
		x.found[what]++
		if x.said[what] == "" {
			x.said[what] = fmt.Sprintf("%s (%s): ", f, hit) + fmt.Sprintf(format, args...)
		}
		if os.Getenv("EACH") != "" {
			x.t.Logf("%s: %s", what, fmt.Sprintf("%s (%s): ", f, hit)+fmt.Sprintf(format, args...))
		}
	}
	switch {
	case hit == "": // it was not reached this time
	case a.status == 0 && f.scenario.name != "manager's death" && !x.ends(): // it may have to end again
		violate("no answer", "%s", a)
	case a.status >= 500 && (f.class.lacks() && a.code == "internal" || a.code == "" ||
		strings.Contains(a.body, "went wrong")):
		violate("an answer that does not say what the machine lacks", "%s", a)
	}
	known := during.State != "" // else the manager has ended, as Go does without a thread
	if hit != "" && known && during.Run != x.run && !a.ok() && f.scenario.name == "restart" && f.n == 1 {
		violate("it ended what it can't replace", "%s; the server is %s", a, during.State)
	}
	// without descriptors a writer waits for half a minute
	x.after(violate, f.class.errno == syscall.ENOSPC || f.class.errno == syscall.EIO ||
		f.class.errno == syscall.EMFILE && f.lasts)
}

// after checks what holds once nothing fails any more: what was wanted can be had, no line and no process is left over.
func (x *trial) after(violate func(what, format string, args ...any), mayDrop bool) {
	if !x.get("/api/status", nil).ok() { // it is about to end, and has said why
		x.ends()
	}
	x.upFiltered()
	x.trustNow() // in case that failed
	a := x.start()
	if a.status == 503 { // it may have joined an attempt that met the fault
		a = x.start()
	}
	if !a.ok() {
		violate("a later start fails", "%s", a)
	}
	st := x.status()
	if left := settle(5*time.Second, func() string { return x.tooMany(st) }); left != "" {
		violate("processes", "%s", left)
		x.endOthers(st)
	}
	x.countLines(violate, mayDrop)
	x.turn++
}

// countLines compares what the server knows to be written with the lines of all runs, those that are said to be lost
// included. Without a full disk or a broken one, or a long lack
// of descriptors, none may be lost.
func (x *trial) countLines(violate func(what, format string, args ...any), mayDrop bool) {
	acked := x.acked()
	left := settle(3*time.Second, func() string { // the terminal may hold some
		x.readLines(violate)
		if sum := x.sum(); sum < acked {
			return fmt.Sprintf("%d acknowledged, %d known", acked, sum)
		}
		return ""
	})
	if left != "" {
		o := acks.New("ack", filepath.Join(x.dirs.State, "runs", "maze", "ack"), x.dir+"/acked/ack")
		o.Read()
		violate("lines are lost without a gap", "%s: %s", left, strings.Join(o.Faults, "; "))
		x.lines["lost"] += acked - x.sum() // so that they count once
	}
	if n := x.lines["dropped"]; n > x.dropped && !mayDrop {
		violate("lines are dropped, and the disk was not full", "%d", n-x.dropped)
	}
	x.dropped = x.lines["dropped"]
	x.lines["dropped"] = 0
}

func (x *trial) acked() (n int) {
	data, _ := os.ReadFile(x.dir + "/acked/ack")
	_, _ = fmt.Sscan(string(data), &n)
	return n
}

func (x *trial) sum() (sum int) {
	for id, n := range x.lines {
		if id != "dropped" {
			sum += n
		}
	}
	return sum
}

func (x *trial) readLines(violate func(what, format string, args ...any)) {
	dirs, _ := filepath.Glob(filepath.Join(x.dirs.State, "runs", "maze", "ack", "*"))
	dirs = slices.DeleteFunc(dirs, func(dir string) bool { return !app.IsRunID(filepath.Base(dir)) })
	x.lines["dropped"] = 0
	for _, dir := range dirs {
		tr, err := transcript.Open(dir)
		if err != nil {
			violate("an unreadable transcript", "%v", err)
			continue
		}
		b := tr.Bounds()
		x.lines[filepath.Base(dir)] = int(b.Last)
		x.lines["dropped"] += int(b.DroppedLines)
		tr.Close()
		if rec, err := protocol.Load(dir); err != nil || rec.Gone != nil && rec.End == nil {
			violate("a record", "%+v, %v", rec, err)
		}
	}
}

// tooMany lists what runs beside the manager, its spare, and one tree.
func (x *trial) tooMany(st app.Status) string {
	count := map[string]int{}
	all := x.processes()
	for _, p := range all {
		switch {
		case p.is("serve"):
			count["managers"]++
		case p.is("hold"):
			count["holders"]++
		default:
			count["commands"]++
		}
	}
	want := 0
	if st.State.Up() {
		want = 1
	}
	if count["managers"] == 1 && count["holders"] <= want+1 && count["commands"] == want {
		return ""
	}
	return fmt.Sprintf("%v while the server is %s: %s", count, st.State, strings.Join(describe(all), "; "))
}

// endOthers ends what belongs to other runs than the current one, so that it counts once.
func (x *trial) endOthers(st app.Status) {
	for _, p := range x.processes() {
		if p.run != "" && p.run != st.Run {
			x.end(p)
		}
	}
}

func (x *trial) hasEnded() bool {
	select {
	case <-x.ended:
		return true
	default:
		return false
	}
}

// ends waits for the end of a manager whose connections have ended, and reports whether it came.
func (x *trial) ends() bool {
	return settle(10*time.Second, func() string {
		if x.hasEnded() {
			return ""
		}
		return "it lives"
	}) == ""
}

// upFiltered starts a manager that is asked about, unless one runs.
func (x *trial) upFiltered() answer {
	if x.serve != nil && !x.hasEnded() {
		return answer{status: 200}
	}
	log, err := os.OpenFile(x.dir+"/serve.log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		x.t.Fatal(err)
	}
	defer log.Close()
	cmd := exec.Command(x.exe, "serve")
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = x.dir, x.env, log, log
	if err := x.i.start(cmd); err != nil {
		x.t.Fatal(err)
	}
	ended := make(chan struct{})
	x.serve, x.ended = cmd, ended
	go func() { _ = cmd.Wait(); close(ended) }()
	for {
		select {
		case <-ended:
			return answer{status: 0, err: fmt.Errorf("the manager has ended: %s", cmd.ProcessState)}
		case <-time.After(10 * time.Millisecond):
		}
		if st, running, err := home.ReadStatus(x.dirs); err == nil && running && st.PID == cmd.Process.Pid {
			return x.get("/api/status", nil)
		}
	}
}

func (x *trial) status() (st app.Status) {
	x.get(ofMaze+"ack", &st)
	return st
}

func (x *trial) stopped() {
	x.upFiltered()
	x.stop()
}

// running makes the server run, a fresh holder wait, and the manager be at rest.
func (x *trial) running() {
	x.upFiltered()
	if a := x.start(); !a.ok() {
		x.t.Fatalf("a start without a fault: %s\n%s", a, x.text(x.dir+"/serve.log"))
	}
}

func (x *trial) start() answer {
	return x.post(ofMaze+"ack/start?timeout=15s", map[string]any{}, nil)
}

func (x *trial) stop() answer {
	return x.post(ofMaze+"ack/stop?timeout=15s", map[string]any{}, nil)
}

func (x *trial) restart() answer {
	return x.post(ofMaze+"ack/restart?timeout=15s", map[string]any{}, nil)
}

// killHolder ends when nothing is left of the run.
func (x *trial) killHolder() answer {
	rec, err := protocol.Load(filepath.Join(x.dirs.State, "runs", "maze", "ack", x.status().Run))
	if err != nil {
		return answer{err: err}
	}
	_ = rec.Holder.Signal(syscall.SIGKILL)
	left := settle(15*time.Second, func() string {
		if st := x.status(); st.State.Up() || st.State == app.Stopping {
			return "the server is " + string(st.State)
		}
		return ""
	})
	if left != "" && !x.i.lasts() { // else it waits for what is missing
		return answer{status: 504, body: left, code: "internal"}
	}
	return answer{status: 200}
}

// killManager ends when the next one has taken over.
func (x *trial) killManager() answer {
	id, err := process.Identify(x.serve.Process.Pid)
	if err != nil {
		return answer{err: err}
	}
	_ = id.Signal(syscall.SIGKILL)
	<-x.ended
	return x.upFiltered()
}

func (x *trial) pin() answer {
	action := []string{"pin", "unpin"}[x.turn%2]
	return x.post(ofMaze+"ack/"+action, map[string]any{}, nil)
}

func (x *trial) token() answer {
	return x.post("/api/access", map[string]string{"name": fmt.Sprintf("t%d", x.calls.Load())}, nil)
}

func (x *trial) patch() answer {
	change := map[string]any{"set_env": map[string]string{"NOISE": fmt.Sprint(x.calls.Load())}, "reason": "chaos"}
	return x.post(ofMaze+"ack/patches", change, nil)
}

func (x *trial) trust() answer {
	x.maze.rewrite()
	return x.trustNow()
}

func (x *trial) trustNow() answer {
	var p struct{ SHA256 string }
	if a := x.get("/api/projects/maze/review", &p); !a.ok() {
		return a
	}
	return x.post("/api/projects/maze/trust", map[string]string{"sha256": p.SHA256}, nil)
}
