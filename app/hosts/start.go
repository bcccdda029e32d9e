package hosts

import (
	"bufio"
	"bytes"
	"cmp"
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

	"devservers/app/base/words"
	"devservers/app/config/command"
)

// Stage is how far a connection got before it failed.
type Stage string

// The steps, in their order.
const (
	StepCommand    Stage = "command"    // the program that leads there is not installed here
	StepConnect    Stage = "connect"    // it ran and ended, as without a network
	StepDevservers Stage = "devservers" // devservers isn't installed there
	StepVersion    Stage = "version"    // it is another version, which this one can't talk to
	StepManager    Stage = "manager"    // its manager can't start
	StepAnswer     Stage = "answer"     // it was connected and stopped answering
	StepSelf       Stage = "self"       // it leads to this manager
)

// Failure is why a host can't be reached.
type Failure struct {
	Stage Stage
	Text  string
}

// Error returns what failed, as a clause.
func (f *Failure) Error() string { return f.Text }

// HelloLimit is how long a command may take until the far end has answered: ssh through jump hosts, a cold container.
const HelloLimit = 30 * time.Second

// noise is how much may be printed before the Hello.
const noise = 64 << 10

// Start runs the command of an address and returns the pipe to the other end of it.
func Start(ctx context.Context, w Way, env []string) (*Pipe, error) {
	ctx, cancel := context.WithTimeout(ctx, HelloLimit)
	defer cancel()
	c, err := run(w.Dial(), env)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.conn.Close() })
	hello, in, err := readHello(c.conn.Reader)
	if stop(); err != nil || ctx.Err() != nil {
		err = c.failure(ctx, err) // before the end, which would change the exit code
		_ = c.conn.Close()
		return nil, err
	}
	if err := hello.usable(); err != nil {
		_ = c.conn.Close()
		return nil, err
	}
	c.conn.Reader = in
	return open(c.conn, hello, c.cmd.Process.Pid, c.ended)
}

// usable returns why the far end of a Hello can't be used.
func (h Hello) usable() error {
	switch {
	case h.Error != nil:
		return &Failure{StepManager, "its manager can't start: " + words.Clean(h.Error.Detail, 300)}
	case h.Protocol != Protocol:
		return &Failure{StepVersion, fmt.Sprintf("devservers %s there speaks version %d of the pipe, not %d",
			words.Clean(h.Version, 40), h.Protocol, Protocol)}
	}
	return nil
}

// readHello skips what others print, and returns the Hello and the rest of the stream.
func readHello(in io.Reader) (h Hello, rest io.ReadCloser, err error) {
	buffered := bufio.NewReaderSize(in, 32<<10)
	for skipped := 0; skipped < noise; {
		line, err := buffered.ReadSlice('\n')
		if data, ok := bytes.CutPrefix(line, []byte(mark)); ok && err == nil {
			closer, _ := in.(io.Closer)
			return h, readCloser{buffered, closer}, json.Unmarshal(data, &h)
		}
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return h, nil, err
		}
		skipped += len(line)
	}
	return h, nil, &Failure{StepDevservers, "something else than devservers dial answers there"}
}

type readCloser struct {
	io.Reader
	io.Closer
}

// running is a command that leads to a host.
type running struct {
	cmd  *exec.Cmd
	conn *stdio
	said *words.LastWords // on standard error
	over chan struct{}
}

// run starts a command in a process group of its own, so that its helpers end with it.
func run(args, env []string) (*running, error) {
	exe := args[0]
	if !strings.ContainsRune(exe, '/') { // PATH of env may be another one than that of this process
		exe = cmp.Or(command.Program(env, exe), exe)
	}
	cmd := exec.Command(exe, args[1:]...)
	cmd.Env, cmd.Dir = env, "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c := &running{cmd: cmd, said: &words.LastWords{}, over: make(chan struct{})}
	cmd.Stderr = c.said
	cmd.WaitDelay = time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, w, err := os.Pipe() // not StdoutPipe: Wait would close that while it is read
	if err != nil {
		return nil, err
	}
	cmd.Stdout = w
	if err := cmd.Start(); err != nil {
		_, _, _ = out.Close(), w.Close(), in.Close()
		return nil, &Failure{StepCommand, fmt.Sprintf("can't run %s: %v", args[0], err)}
	}
	_ = w.Close()
	c.conn = newStdio(out, in, c.end)
	go func() { _ = cmd.Wait(); close(c.over) }()
	return c, nil
}

// endLimit is how long a command may take to end before it is killed.
const endLimit = 500 * time.Millisecond

// end ends the command's process group: politely, and then by force, which also ends one that is stopped.
func (c *running) end() error {
	group := -c.cmd.Process.Pid
	select {
	case <-c.over: // the group may be another's by now
		return nil
	default:
	}
	_ = syscall.Kill(group, syscall.SIGTERM)
	go func() {
		select {
		case <-c.over:
		case <-time.After(endLimit):
			_ = syscall.Kill(group, syscall.SIGKILL)
		}
	}()
	return nil
}

// The exit codes with which a shell says that a command is not there (POSIX 2.8.2).
const (
	notExecutable = 126
	notFound      = 127
)

// failure explains why there was no Hello.
func (c *running) failure(ctx context.Context, err error) error {
	if known := (*Failure)(nil); errors.As(err, &known) {
		return known
	}
	text := c.cmd.Args[0] + " ended its output"
	select {
	case <-c.over:
		code := c.cmd.ProcessState.ExitCode()
		if text = fmt.Sprintf("%s exited with code %d", filepath.Base(c.cmd.Args[0]), code); ctx.Err() == nil &&
			(code == notExecutable || code == notFound) {
			return &Failure{StepDevservers, "devservers isn't installed there"}
		}
	case <-time.After(endLimit * 2):
	}
	if ctx.Err() != nil {
		text = "no answer within " + words.Duration(HelloLimit)
	}
	return &Failure{StepConnect, c.sentence(text)}
}

// ended returns why the command has ended, or nil.
func (c *running) ended() error {
	select {
	case <-c.over:
		return &Failure{StepConnect, c.sentence(filepath.Base(c.cmd.Args[0]) + " ended")}
	default:
		return nil
	}
}

// sentence adds the last line that the command printed.
func (c *running) sentence(text string) string {
	if last := c.said.Line(); last != "" {
		return text + ": " + last
	}
	return text
}
