package fc

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

func ignore() { signal.Ignore(syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT) }

// grow starts n processes of a kind: plain, nohup (ignores HUP), deaf (ignores TERM and HUP), setsid, double (forked
// twice, so that their parent is gone) or envi (setsid, with an empty environment).
func grow(n int, kind string) {
	for range n {
		c := exec.Command(Command()[0], "fc", "leaf", kind)
		c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: kind == "setsid" || kind == "envi"}
		if kind == "envi" {
			c.Env = []string{"A=b"}
		}
		if kind == "double" {
			c.Args = append(Command(), "fork", "1", "setsid")
			check(c.Run())
			continue
		}
		c.Stderr = nil
		r, err := c.StderrPipe()
		check(err)
		check(c.Start())
		_, _ = r.Read(make([]byte, 1)) // it has set its signal handling
	}
}

func leaf(kind string) {
	switch kind {
	case "nohup":
		signal.Ignore(syscall.SIGHUP)
	case "deaf":
		ignore()
	}
	_, _ = os.Stderr.Write([]byte{'.'})
	forever()
}

func slowStop(d time.Duration) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	fmt.Println("started")
	<-c
	time.Sleep(d)
	fmt.Println("stopped")
}

// spawn runs a verb in a session of its own, notes its PID in a file, and prints a line when it has.
func spawn(file string, args []string) {
	c := exec.Command(Command()[0], append([]string{"fc"}, args...)...)
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := c.StdoutPipe()
	check(err)
	check(c.Start())
	check(os.WriteFile(file, []byte(strconv.Itoa(c.Process.Pid)), 0o600))
	_, _ = out.Read(make([]byte, 1))
	fmt.Println("locked")
	forever()
}

// lockAndServe holds an exclusive lock, as a manager does.
func lockAndServe(file string) {
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o600)
	check(err)
	check(syscall.Flock(int(f.Fd()), syscall.LOCK_EX))
	fmt.Print(".")
	forever()
	runtime.KeepAlive(f)
}

func exitOnTerm(code int) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	fmt.Println("waits")
	<-c
	os.Exit(code)
}
