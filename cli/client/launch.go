package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/base/words"
	"devservers/app/transcript/text"
)

// startLimit bounds how long a manager may take until it is ready, including the adoption of runs.
const startLimit = 30 * time.Second

// launch starts a manager in a session of its own and waits for its verdict. fresh is false if another manager was
// faster.
func (f Finder) launch(ctx context.Context) (st home.Status, fresh bool, err error) {
	if st, ok := f.wake(ctx); ok {
		return st, true, nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return st, false, fmt.Errorf("cannot make a pipe: %w", err)
	}
	defer r.Close()
	cmd, err := f.command(w)
	if err == nil {
		err = startDetached(cmd)
	}
	w.Close()
	if err != nil {
		return st, false, fmt.Errorf("cannot start the manager: %w", err)
	}
	go func() { _ = cmd.Wait() }()
	v, err := f.await(ctx, r)
	return v.Status, v.Status.PID == cmd.Process.Pid, err
}

func (f Finder) command(ready *os.File) (*exec.Cmd, error) {
	port, given, err := ParsePort(f.Port)
	if err != nil {
		return nil, err
	}
	exe, err := lastingBinary(f.Dirs)
	if err != nil {
		return nil, err
	}
	log, err := openLog(f.Dirs)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, "serve", "--background")
	if given {
		cmd.Args = append(cmd.Args, "--port", strconv.Itoa(port))
	}
	cmd.Dir, cmd.Env = f.Dirs.Home, CleanEnv(os.Environ())
	cmd.Stdout, cmd.Stderr = log, log
	cmd.ExtraFiles = []*os.File{ready}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, nil
}

// startDetached starts cmd and closes this process's copy of its log.
func startDetached(cmd *exec.Cmd) error {
	defer cmd.Stdout.(*os.File).Close()
	return cmd.Start()
}

// CleanEnv leaves out our own variables: a manager or run that is started inside a run belongs to nobody else.
func CleanEnv(env []string) []string {
	return words.Only(env, func(pair string) bool { return !strings.HasPrefix(pair, "DEVSERVERS_") && !ofAgent(pair) })
}

// Environment is what a run inherits: the person's own environment, without our variables.
func Environment() map[string]string {
	env := map[string]string{}
	for _, pair := range CleanEnv(os.Environ()) {
		if name, value, ok := strings.Cut(pair, "="); ok && name != "" {
			env[name] = value
		}
	}
	return env
}

// await reads the verdict of the new manager. If the pipe ends without one, the manager has ended.
func (f Finder) await(ctx context.Context, r *os.File) (v Verdict, err error) {
	stop := context.AfterFunc(ctx, func() { _ = r.SetReadDeadline(time.Now()) })
	defer stop()
	_ = r.SetReadDeadline(time.Now().Add(startLimit))
	err = json.NewDecoder(io.LimitReader(r, answerLimit)).Decode(&v)
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return v, app.Failf(app.CodeInternal, "look at "+f.Dirs.LogFile(), "the manager was not ready within %s",
			words.Duration(startLimit))
	case err != nil:
		return v, app.Failf(app.CodeInternal, "look at "+f.Dirs.LogFile(), "the manager ended while it started%s",
			lastLogLine(f.Dirs))
	case v.Error != nil:
		return v, &startError{v.Exit, v.Error}
	}
	return v, nil
}

// logLimit is the size at which the manager's log is renamed before a new manager begins.
const logLimit = 10 << 20

func openLog(dirs home.Dirs) (*os.File, error) {
	file := dirs.LogFile()
	if info, err := os.Lstat(file); err == nil && info.Size() > logLimit {
		_ = os.Rename(file, file+".1")
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the manager's log: %w", err)
	}
	return f, nil
}

// lastLogLine is the end of the manager's log, for a message.
func lastLogLine(dirs home.Dirs) string {
	data, err := os.ReadFile(dirs.LogFile())
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if last := text.Plain([]byte(lines[len(lines)-1])); last != "" {
		return ": " + last
	}
	return ""
}
