package fc

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"time"
)

// master holds a listener for its workers, as reloaders and pre-forking servers do: "master BROKEN ADDRESS N BUSY
// LIFE". While the file BROKEN exists there are no workers. A worker takes BUSY for each request. If LIFE is not 0, one
// worker after another is replaced, LIFE after all of them began: all but one accept connections, however slow the
// machine is.
func master(a []string) {
	l, err := net.Listen("tcp", os.ExpandEnv(a[1]))
	check(err)
	f, err := l.(*net.TCPListener).File()
	check(err)
	life, workers, oldest := dur(a[4]), make([]*exec.Cmd, num(a[2])), 0
	began := make(chan bool, len(workers))
	for ; ; time.Sleep(10 * time.Millisecond) {
		_, err := os.Stat(a[0])
		for i, w := range workers {
			switch broken := err == nil; {
			case broken && w != nil:
				check(w.Process.Kill()) // it is not waited for: some reloaders leave a zombie
				workers[i] = nil
				fmt.Println("SyntaxError: it is broken")
			case !broken && w == nil:
				workers[i] = work(f, a[3], began)
			}
		}
		if life == 0 {
			continue
		}
		for range workers {
			<-began
		}
		for range len(workers) - 1 {
			began <- true
		}
		time.Sleep(life)
		check(workers[oldest].Process.Kill())
		_ = workers[oldest].Wait()
		workers[oldest], oldest = nil, (oldest+1)%len(workers)
	}
}

// work starts a worker. It passes on the line by which the worker states that it accepts connections.
func work(f *os.File, busy string, began chan<- bool) *exec.Cmd {
	c := exec.Command(Command()[0], "fc", "worker", busy)
	c.ExtraFiles, c.Stderr = []*os.File{f}, os.Stderr
	_, err := c.StdinPipe() // it ends with its parent
	check(err)
	out, err := c.StdoutPipe()
	check(err)
	check(c.Start())
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		fmt.Print(line)
		select {
		case began <- true:
		default: // nobody counts
		}
	}()
	return c
}

// worker accepts connections one after another.
func worker(a []string) {
	l, err := net.FileListener(os.NewFile(3, "shared"))
	check(err)
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
