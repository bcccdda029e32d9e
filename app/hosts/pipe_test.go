package hosts

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/tests/fc"
)

// TestMain is also the far end of pipes: "far" with the socket of the manager, and other ends that are wrong.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "far" {
		far(os.Args[2:])
		return
	}
	os.Exit(m.Run())
}

func far(args []string) {
	hello := Hello{Protocol: Protocol, Version: "1", OS: "linux", Arch: "amd64"}
	switch args[0] {
	case "missing":
		fmt.Fprintln(os.Stderr, "sh: 1: exec: devservers: not found")
		os.Exit(notFound)
	case "late": // its exit code comes after the end of its output, as through ssh
		_ = os.Stdout.Close()
		time.Sleep(50 * time.Millisecond)
		os.Exit(notFound)
	case "refused":
		fmt.Fprintln(os.Stderr, "ssh: connect to host box port 22: Connection refused")
		os.Exit(255)
	case "other":
		fmt.Println(strings.Repeat("hello\n", noise))
		return
	case "old":
		hello.Protocol = 99
	case "broken":
		hello.Error = app.Failf(app.CodeInternal, "", "the disk is full")
	}
	fmt.Println("Welcome to box!\nLast login: never")
	_, _ = os.Stdout.Write(hello.Line())
	_ = Serve(os.Stdin, os.Stdout, Far{
		Connect: func(ctx context.Context) (net.Conn, error) { return (&net.Dialer{}).DialContext(ctx, "unix", args[0]) },
		Beat:    func() Beat { return Beat{Time: time.Now(), Token: "t"} },
	})
}

// way leads to this program.
func way(t *testing.T, args ...string) Way {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Way{exact: append([]string{exe, "far"}, args...)}
}

// echo is a manager that sends back what it gets.
func echo(t *testing.T) (socket string) {
	t.Helper()
	socket = filepath.Join(t.TempDir(), "s")
	l, err := net.Listen("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(c, c); c.Close() }()
		}
	}()
	return socket
}

func start(t *testing.T) *Pipe {
	t.Helper()
	p, err := Start(t.Context(), way(t, echo(t)), os.Environ())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(errors.New("over")) })
	return p
}

func TestManyConnectionsShareAPipe(t *testing.T) {
	t.Parallel()
	p := start(t)
	var all, open sync.WaitGroup
	open.Add(40)
	for range 40 {
		all.Go(func() {
			c := p.Dial()
			defer c.Close()
			<-c.(*stream).answered // each has AnswerLimit for that: nothing else is sent before
			open.Done()
			open.Wait()
			sent := make([]byte, 300<<10)
			_, _ = rand.Read(sent)
			go func() { _, _ = c.Write(sent); _ = c.(*stream).CloseWrite() }()
			got, err := io.ReadAll(c)
			if err != nil || !bytes.Equal(got, sent) {
				t.Errorf("%d of %d bytes came back the same: %v", len(got), len(sent), err)
			}
		})
	}
	all.Wait()
}

// TestReaderThatSleepsDelaysNobody: one connection is not read while 8 MB wait in it.
func TestReaderThatSleepsDelaysNobody(t *testing.T) {
	t.Parallel()
	p := start(t)
	sleeper := p.Dial()
	defer sleeper.Close()
	go func() { _, _ = sleeper.Write(make([]byte, 8<<20)) }()
	first := make([]byte, 1)
	if _, err := io.ReadFull(sleeper, first); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		c := p.Dial()
		if _, err := c.Write([]byte("ping")); err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadFull(c, make([]byte, 4)); err != nil {
			t.Fatal(err)
		}
		c.Close()
	}
}

func TestFarEndIsAskedForItsTime(t *testing.T) {
	t.Parallel()
	b, took, err := start(t).Beat(t.Context())
	if err != nil || b.Token != "t" || took <= 0 || time.Since(b.Time) > time.Minute {
		t.Errorf("%+v in %s, %v", b, took, err)
	}
}

func TestFailuresNameTheirStage(t *testing.T) {
	t.Parallel()
	for how, want := range map[string]Stage{"missing": StepDevservers, "late": StepDevservers,
		"refused": StepConnect, "other": StepDevservers, "old": StepVersion, "broken": StepManager} {
		_, err := Start(t.Context(), way(t, how), os.Environ())
		var f *Failure
		if !errors.As(err, &f) || f.Stage != want || f.Text == "" {
			t.Errorf("%s: %v, want the stage %s", how, err, want)
		}
	}
	_, err := Start(t.Context(), Way{exact: []string{"/no/such/program"}}, nil)
	if f := (*Failure)(nil); !errors.As(err, &f) || f.Stage != StepCommand {
		t.Errorf("%v", err)
	}
}

// TestFrozenFarEndIsSilent: the command is stopped, so nothing answers; the pipe's end then also ends it.
func TestFrozenFarEndIsSilent(t *testing.T) {
	t.Parallel()
	p := start(t)
	pid := leads(t, p)
	if err := pid.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	c := p.Dial()
	var both sync.WaitGroup
	both.Go(func() {
		if _, err := c.Read(make([]byte, 1)); !errors.Is(err, ErrSilent) {
			t.Errorf("read: %v", err)
		}
	})
	both.Go(func() {
		if _, _, err := p.Beat(t.Context()); !errors.Is(err, ErrSilent) {
			t.Errorf("beat: %v", err)
		}
	})
	both.Wait()
	p.Close(ErrSilent)
	fc.Until(t, "the stopped command is gone", func() bool { return !pid.Alive() })
}

// leads returns the process that leads to the far end.
func leads(t *testing.T, p *Pipe) process.Identity {
	t.Helper()
	id, err := process.Identify(p.pid)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestEndOfTheCommandEndsThePipe(t *testing.T) {
	t.Parallel()
	p := start(t)
	c := p.Dial()
	if err := leads(t, p).Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	<-p.Done()
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("a connection outlives its pipe")
	}
	var f *Failure
	fc.Until(t, "it failed", func() bool { return errors.As(p.Err(), &f) })
}
