package fc

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"time"
)

// master holds a listener for its workers, as reloaders and pre-forking servers do: "master BROKEN ADDRESS N BUSY LIFE".
// While the file BROKEN exists there are no workers. A worker takes BUSY for each request and lives for LIFE, if that
// is not 0.
func master(a []string) {
	l, err := net.Listen("tcp", os.ExpandEnv(a[1]))
	check(err)
	f, err := l.(*net.TCPListener).File()
	check(err)
	workers := make([]*exec.Cmd, num(a[2]))
	for ; ; time.Sleep(10 * time.Millisecond) {
		_, err := os.Stat(a[0])
		for i, w := range workers {
			switch broken := err == nil; {
			case broken && w != nil:
				check(w.Process.Kill()) // it is not waited for: some reloaders leave a zombie
				workers[i] = nil
				fmt.Println("SyntaxError: it is broken")
			case !broken && (w == nil || w.ProcessState != nil):
				workers[i] = work(f, a[3], a[4])
			}
		}
	}
}

func work(f *os.File, args ...string) *exec.Cmd {
	c := exec.Command(Command()[0], append([]string{"fc", "worker"}, args...)...)
	c.ExtraFiles, c.Stdout, c.Stderr = []*os.File{f}, os.Stdout, os.Stderr
	_, err := c.StdinPipe() // it ends with its parent
	check(err)
	check(c.Start())
	if args[1] != "0s" {
		go func() { _ = c.Wait() }()
	}
	return c
}

// worker accepts connections one after another.
func worker(a []string) {
	l, err := net.FileListener(os.NewFile(3, "shared"))
	check(err)
	if life := dur(a[1]); life > 0 {
		time.AfterFunc(life, func() { os.Exit(1) })
	}
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); os.Exit(0) }()
	fmt.Println("a worker begins")
	for {
		c, err := l.Accept()
		check(err)
		if n, _ := c.Read(make([]byte, 4096)); n > 0 {
			time.Sleep(dur(a[0]))
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
		}
		c.Close()
	}
}
