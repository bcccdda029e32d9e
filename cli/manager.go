package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/home"
)

// The manager in the background tells over this descriptor that it is ready, or why it is not.
const readyFD = 3

// startLimit bounds how long a manager may take until it is ready; it takes runs up again before that.
const startLimit = 30 * time.Second

// verdict is what a new manager writes to the pipe: exactly one JSON line.
type verdict struct {
	Status home.Status `json:"status"`
	Error  *app.Error  `json:"error,omitempty"`
	Exit   int         `json:"exit,omitempty"`
}

// running gives a client of the manager if there is one.
func (p *program) running() (*client, bool, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, false, err
	}
	st, running, err := home.ReadStatus(dirs)
	if err != nil || !running {
		return nil, false, err
	}
	return newClient(dirs, st), true, nil
}

// runningOrLeft is running, but starts a manager when the last one left servers: only a manager can show and stop them.
func (p *program) runningOrLeft(ctx context.Context) (*client, bool, error) {
	c, running, err := p.running()
	if running || err != nil {
		return c, running, err
	}
	if left, err := p.left(); err != nil || len(left) == 0 {
		return nil, false, err
	}
	c, err = p.connect(ctx)
	return c, err == nil, err
}

// left are the servers that run on without a manager.
func (p *program) left() ([]app.Ref, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	return app.LeftRunning(dirs), nil
}

// connect gives a client of the manager; it starts one when there is none.
func (p *program) connect(ctx context.Context) (*client, error) {
	c, fresh, err := p.ensureManager(ctx)
	if err == nil && fresh && !p.json {
		s := p.style(p.err)
		p.notef("%s manager started at %s\n", s.done(), s.paint(cyan, c.manager().URL))
	}
	return c, err
}

// ensureManager finds the manager or starts it. Those who want to start one queue at a lock of their own, so that
// one of many at once starts it and the others find it running.
func (p *program) ensureManager(ctx context.Context) (c *client, fresh bool, err error) {
	if c, running, err := p.running(); running || err != nil {
		p.warnOfOther(c)
		return c, false, err
	}
	unlock, err := p.queue(ctx)
	if err != nil {
		return nil, false, err
	}
	defer unlock()
	if c, running, err := p.running(); running || err != nil {
		return c, false, err
	}
	st, err := p.launch(ctx)
	if err != nil {
		return nil, false, err
	}
	dirs, err := p.findDirs()
	return newClient(dirs, st.Status), st.Exit != exitRunning, err
}

// warnOfOther tells that the manager is of another version than this program, as after an update.
func (p *program) warnOfOther(c *client) {
	if c == nil || p.json || c.manager().Version == thisBuild().Version {
		return
	}
	s := p.style(p.err)
	p.notef("%s the manager is of version %s, this is %s; to replace it and leave its servers running:\n  devservers stop --keep-servers && devservers start\n",
		s.paint(yellow, "!"), plain(c.manager().Version), thisBuild().Version)
}

// queue waits for its turn to start a manager: an flock(2) that ends with the process that holds it.
func (p *program) queue(ctx context.Context) (unlock func(), err error) {
	dirs, err := p.findDirs()
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(dirs.State, "start.lock"), os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the lock for starting: %w", err)
	}
	got := make(chan error, 1)
	go func() { got <- flockWait(f) }()
	select {
	case err = <-got:
	case <-ctx.Done():
		err = ctx.Err()
	case <-time.After(2 * startLimit):
		err = errors.New("somebody else has been starting the manager for a minute; see " + dirs.LogFile())
	}
	if err != nil {
		return nil, err
	}
	return func() { f.Close() }, nil
}

func flockWait(f *os.File) (err error) {
	for {
		if err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// launch starts a manager in a session of its own and waits for what it says.
func (p *program) launch(ctx context.Context) (verdict, error) {
	dirs, err := p.findDirs()
	if err != nil {
		return verdict{}, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return verdict{}, fmt.Errorf("cannot make a pipe: %w", err)
	}
	defer r.Close()
	cmd, err := p.managerCommand(dirs, w)
	if err == nil {
		err = startDetached(cmd)
	}
	w.Close()
	if err != nil {
		return verdict{}, fmt.Errorf("cannot start the manager: %w", err)
	}
	go func() { _ = cmd.Wait() }()
	return awaitVerdict(ctx, r, dirs)
}

func (p *program) managerCommand(dirs home.Dirs, ready *os.File) (*exec.Cmd, error) {
	exe, err := lastingBinary(dirs)
	if err != nil {
		return nil, err
	}
	log, err := openLog(dirs)
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(exe, "serve", "--background")
	if port := p.getenv(portVariable); port != "" {
		cmd.Args = append(cmd.Args, "--port", port)
	}
	cmd.Dir, cmd.Env = dirs.Home, cleanEnv(os.Environ())
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

// logLimit is the size at which the manager's log is put aside before a new manager begins.
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

// cleanEnv leaves out our own variables: a manager or a run started from within a run belongs to nobody else.
func cleanEnv(env []string) []string {
	var clean []string
	for _, pair := range env {
		if !strings.HasPrefix(pair, "DEVSERVERS_") {
			clean = append(clean, pair)
		}
	}
	return clean
}

// awaitVerdict reads what the new manager says. The pipe's end without a word is the manager's end.
func awaitVerdict(ctx context.Context, r *os.File, dirs home.Dirs) (v verdict, err error) {
	stop := context.AfterFunc(ctx, func() { _ = r.SetReadDeadline(time.Now()) })
	defer stop()
	_ = r.SetReadDeadline(time.Now().Add(startLimit))
	err = json.NewDecoder(io.LimitReader(r, answerLimit)).Decode(&v)
	switch {
	case ctx.Err() != nil:
		return v, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return v, failf(app.CodeInternal, "look at "+dirs.LogFile(), "the manager was not ready within %s", age(startLimit))
	case err != nil:
		return v, failf(app.CodeInternal, "look at "+dirs.LogFile(), "the manager ended while it started%s", lastLogLine(dirs))
	case v.Error != nil:
		return v, &exit{v.Exit, v.Error}
	}
	return v, nil
}

// lastLogLine is the end of the manager's log, for a message.
func lastLogLine(dirs home.Dirs) string {
	data, err := os.ReadFile(dirs.LogFile())
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if last := plain(lines[len(lines)-1]); last != "" {
		return ": " + last
	}
	return ""
}
