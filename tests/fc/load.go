package fc

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"
)

func flood(n int) {
	line := []byte(strings.Repeat("x", 99) + "\n")
	chunk := []byte(strings.Repeat(string(line), 328))
	for n > 0 {
		m, err := os.Stdout.Write(chunk[:min(n, len(chunk))])
		check(err)
		n -= m
	}
}

func longLine(n int) {
	chunk := []byte(strings.Repeat("y", 1<<16))
	for n > 0 {
		m, err := os.Stdout.Write(chunk[:min(n, len(chunk))])
		check(err)
		n -= m
	}
	fmt.Println()
}

// hog takes memory 10 MB at a time, with a pause in between.
func hog(mb int) {
	all := make([][]byte, mb/10)
	for n := range all {
		b := make([]byte, 10<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		all[n] = b
		time.Sleep(5 * time.Millisecond)
	}
	fmt.Println("full")
	forever()
	runtime.KeepAlive(all)
}

// share starts n processes that use the same mb of memory.
func share(n, mb int) {
	f, err := os.CreateTemp("", "shared")
	check(err)
	check(os.Remove(f.Name()))
	check(f.Truncate(int64(mb) << 20))
	ready := make([]io.Reader, n)
	for i := range ready {
		c := exec.Command(Command()[0], "fc", "sharing", fmt.Sprint(mb))
		c.ExtraFiles = []*os.File{f}
		ready[i], err = c.StdoutPipe()
		check(err)
		check(c.Start())
	}
	for _, r := range ready {
		_, _ = r.Read(make([]byte, 1))
	}
	fmt.Println("shared")
	forever()
}

// sharing uses all pages of a file in memory.
func sharing(f *os.File, mb int) {
	b, err := syscall.Mmap(int(f.Fd()), 0, mb<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	check(err)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	fmt.Print(".")
	forever()
	runtime.KeepAlive(b)
}

func bigFile(name string, mb int) {
	f, err := os.Create(name)
	check(err)
	chunk := make([]byte, 1<<20)
	for range mb {
		_, err := f.Write(chunk)
		check(err)
	}
}

// listen accepts on each address and answers a line. It replaces "$PORT" in an address with the environment's value.
func listen(addresses ...string) {
	for _, a := range addresses {
		l, err := net.Listen("tcp", os.ExpandEnv(a))
		check(err)
		fmt.Println("listening on", l.Addr())
		go answer(l)
	}
	forever()
}

func answer(l net.Listener) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			_, _ = c.Read(make([]byte, 4096))
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
			c.Close()
		}()
	}
}

func fds([]string) {
	list, err := os.ReadDir("/proc/self/fd")
	check(err)
	for _, e := range list {
		to, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil && !strings.HasPrefix(to, "/proc/") && !strings.HasPrefix(to, "anon_inode:") &&
			!strings.HasPrefix(to, "/sys/fs/cgroup/") { // Go's runtime reads there on its own
			fmt.Println(e.Name(), to)
		}
	}
}

// blink listens on the address a[1], but not while the file a[0] exists, as a reloader with a broken file does.
func blink(a []string) {
	var l net.Listener
	for ; ; time.Sleep(5 * time.Millisecond) {
		_, err := os.Stat(a[0])
		switch broken := err == nil; {
		case broken && l != nil:
			check(l.Close())
			l = nil
			fmt.Println("SyntaxError: it is broken")
		case !broken && l == nil:
			if l, err = net.Listen("tcp", os.ExpandEnv(a[1])); err == nil {
				fmt.Println("listening on", l.Addr())
				go answer(l)
			}
		}
	}
}
