package apptest

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/home"
	"devservers/app/base/process"
)

// Program is a home in which the real program is called: its commands, and the manager that they start.
type Program struct {
	Home
	Exe string   // the program, "devservers" in PATH unless set
	Env []string // of calls
	In  string   // the project in whose directory it is called, once that exists

	Limit time.Duration // of a call, Patience unless set
}

// NewProgram makes a Program. What still runs in its home when the test ends is killed.
func NewProgram(t testing.TB) *Program {
	t.Helper()
	p := &Program{Home: NewHome(t), Exe: "devservers", Limit: Patience}
	p.Env = Environ(p.Dirs.Home)
	t.Cleanup(p.kill)
	return p
}

// As is the same home, with more in the environment of calls.
func (p *Program) As(env ...string) *Program {
	as := *p
	as.Env = slices.Concat(p.Env, env)
	return &as
}

// leftOpen is how long a call's output may stay open after its end. A process that the test starts at that moment has
// it open until it executes its program, which takes long on a busy machine.
const leftOpen = 20 * time.Second

// Command prepares a call.
func (p *Program) Command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.Exe, args...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = p.Env, p.Dirs.Home, leftOpen
	if info, err := os.Stat(p.Path(p.In)); err == nil && info.IsDir() {
		cmd.Dir = p.Path(p.In)
	}
	return cmd
}

// Call calls the program and returns all that it printed, and its exit code. A call that hangs fails the test.
func (p *Program) Call(args ...string) (out string, code int) {
	p.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), p.Limit)
	defer cancel()
	return p.Finish(p.Command(ctx, args...))
}

// Finish runs a call to its end. What it prints as errors comes last.
func (p *Program) Finish(cmd *exec.Cmd) (out string, code int) {
	p.T.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() < 0 {
		p.T.Fatalf("%s: %v; it printed %s%s", strings.Join(cmd.Args, " "), err, &stdout, &stderr)
	}
	return stdout.String() + stderr.String(), cmd.ProcessState.ExitCode()
}

// Must calls the program and fails the test if the call fails.
func (p *Program) Must(args ...string) string {
	p.T.Helper()
	out, code := p.Call(args...)
	if code != 0 {
		p.T.Fatalf("devservers %.200s: exit code %d: %s\nthe manager's log:\n%s", strings.Join(args, " "), code, out, p.Log())
	}
	return out
}

// Project writes, registers and trusts a project.
func (p *Program) Project(name, servers string) {
	p.T.Helper()
	p.Write(name, servers)
	p.Must("register", p.Path(name))
	p.Must("trust", "--yes", p.Path(name))
}

// Log returns the end of the manager's log.
func (p *Program) Log() string {
	data, _ := os.ReadFile(p.Dirs.LogFile())
	return string(data[max(0, len(data)-6000):])
}

// Status returns the content of status.json.
func (p *Program) Status() (st home.Status, running bool) {
	p.T.Helper()
	st, running, err := home.ReadStatus(p.Dirs)
	if err != nil {
		p.T.Fatal(err)
	}
	return st, running
}

// Manager is Status of a manager that runs.
func (p *Program) Manager() home.Status {
	p.T.Helper()
	st, running := p.Status()
	if !running {
		p.T.Fatal("no manager runs")
	}
	return st
}

// KillManager kills the manager without warning, if one runs, and returns when it is gone.
func (p *Program) KillManager() {
	p.T.Helper()
	st, running := p.Status()
	if !running {
		return
	}
	id, err := process.Identify(st.PID)
	if err == nil && !p.Owns(st.PID) {
		p.T.Fatalf("process %d is not a manager of this home", st.PID)
	}
	_ = id.Signal(syscall.SIGKILL)
	p.Until("the manager is gone", func() bool { return !id.Alive() })
}

// Until polls for a fact that nothing announces to this process.
func (p *Program) Until(what string, is func() bool) {
	p.T.Helper()
	for limit := time.Now().Add(Patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			p.T.Fatalf("timed out: %s\nthe manager's log:\n%s", what, p.Log())
		}
	}
}

// Remaining waits until no process is left, and returns the ones that stay: the manager and holders say that they are
// done, and then end.
func (p *Program) Remaining() (left []Proc) {
	p.T.Helper()
	for limit := time.Now().Add(Patience); time.Now().Before(limit); time.Sleep(10 * time.Millisecond) {
		if left = p.Processes(); len(left) == 0 {
			break
		}
	}
	return left
}

// End stops all that runs, and fails the test when that fails, or a process is left.
func (p *Program) End() {
	p.T.Helper()
	if out, code := p.Call("stop", "--all"); code != 0 {
		p.T.Errorf("stop: exit code %d: %s", code, out)
	}
	for _, left := range p.Remaining() {
		p.T.Errorf("left over: %s", left)
	}
}

func (p *Program) kill() {
	for range 100 {
		all := p.Processes()
		if len(all) == 0 {
			return
		}
		for _, one := range all {
			_ = one.Identity().Signal(syscall.SIGKILL)
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.T.Errorf("processes are left: %v", p.Processes())
}
