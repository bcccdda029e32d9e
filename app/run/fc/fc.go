// Package fc is the child process of all tests that need a real one: the test binary run again as `fc VERB ARGS`.
// Only tests import it.
package fc

import (
	"bufio"
	"encoding/hex"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Main runs the verb that the command line names, and then does not return. In a test binary that was started for its
// tests, it returns at once. TestMain calls it first.
func Main() {
	if len(os.Args) < 3 || os.Args[1] != "fc" {
		runSideBySide()
		return
	}
	verb, args := verbs[os.Args[2]], os.Args[3:]
	if verb == nil {
		fmt.Fprintln(os.Stderr, "fc: no such verb:", os.Args[2])
		os.Exit(2)
	}
	verb(args)
	os.Exit(0)
}

// runSideBySide lets more parallel tests run at once than there are processors, unless -parallel sets the number:
// tests of real processes mostly wait.
func runSideBySide() {
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
}

// Command returns the argv that runs a verb in this very binary.
func Command(args ...string) []string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return append([]string{exe, "fc"}, args...)
}

var verbs = map[string]func(args []string){
	"lines":     func(a []string) { lines(num(a[0])) },
	"slowlines": func(a []string) { slowLines(num(a[0]), dur(a[1])) },
	"ack":       func(a []string) { ack(a[0]) },
	"say":       func(a []string) { fmt.Println(strings.Join(a, " ")); forever() },
	"ignore":    func([]string) { ignore(); fmt.Println("deaf"); forever() },
	"tree":      func(a []string) { grow(num(a[0]), a[1]); fmt.Println("grown"); forever() },
	"leave":     func(a []string) { grow(num(a[0]), a[1]); fmt.Println("grown") },
	"fork":      func(a []string) { grow(num(a[0]), a[1]) },
	"leaf":      func(a []string) { leaf(a[0]) },
	"exit":      func(a []string) { time.Sleep(dur(a[1])); os.Exit(num(a[0])) },
	"closeout":  closeout,
	"holdpty":   func(a []string) { grow(1, "setsid"); fmt.Println("left") },
	"flood":     func(a []string) { flood(num(a[0])) },
	"longline":  func(a []string) { longLine(num(a[0])) },
	"bytes":     func(a []string) { b, _ := hex.DecodeString(a[0]); _, _ = os.Stdout.Write(b) },
	"hog":       func(a []string) { hog(num(a[0])) },
	"bigfile":   func(a []string) { bigFile(a[0], num(a[1])) },
	"listen":    func(a []string) { listen(a...) },
	"env":       printEnv,
	"ask":       ask,
	"fds":       fds,
	"slowstop":  func(a []string) { slowStop(dur(a[0])) },
	"echo":      echo,
	"size":      size,
	"sleep":     func(a []string) { time.Sleep(dur(a[0])) },
	"stamp":     func(a []string) { stamp(dur(a[0])) },
	"note":      func(a []string) { note(a[0], a[1:]) },
	"report":    func(a []string) { report(a[0]) },
	"crash":     func(a []string) { fmt.Println(strings.Join(a[1:], " ")); os.Exit(num(a[0])) },
}

// ask prints a question without a newline, and waits for the answer.
func ask(a []string) {
	fmt.Print(strings.Join(a, " ") + " ")
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
}

// printEnv prints the environment, and keeps running for the given time.
func printEnv(a []string) {
	fmt.Println(strings.Join(os.Environ(), "\n"))
	if len(a) > 0 {
		time.Sleep(dur(a[0]))
	}
}

func num(s string) int {
	n, err := strconv.Atoi(s)
	check(err)
	return n
}

func dur(s string) time.Duration {
	d, err := time.ParseDuration(s)
	check(err)
	return d
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "fc:", err)
		os.Exit(3)
	}
}

// forever waits until a signal ends it. Without cgo an empty select would be reported as a deadlock.
func forever() {
	for {
		time.Sleep(time.Hour)
	}
}

func lines(n int) {
	w := bufio.NewWriter(os.Stdout)
	for i := 1; i <= n; i++ {
		fmt.Fprintf(w, "line %d\n", i)
	}
	check(w.Flush())
}

func slowLines(n int, d time.Duration) {
	for i := 1; i <= n; i++ {
		fmt.Printf("line %d\n", i)
		time.Sleep(d)
	}
}

// stamp writes the time in nanoseconds repeatedly.
func stamp(d time.Duration) {
	for {
		_, err := os.Stdout.WriteString(strconv.FormatInt(time.Now().UnixNano(), 10) + "\n")
		check(err)
		time.Sleep(d)
	}
}

// ack writes line k, and after that write has returned, k into the file: the oracle for "no line is lost".
func ack(file string) {
	ignore()
	f, err := os.OpenFile(file, os.O_CREATE|os.O_RDWR, 0o600)
	check(err)
	var buf [20]byte
	n, _ := f.ReadAt(buf[:], 0)
	k, _ := strconv.Atoi(strings.TrimSpace(string(buf[:n])))
	for {
		k++
		if _, err := os.Stdout.WriteString("ack " + strconv.Itoa(k) + "\n"); err != nil {
			forever()
		}
		_, err := f.WriteAt([]byte(fmt.Sprintf("%-20d", k)), 0)
		check(err)
	}
}

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

func closeout(a []string) {
	for fd := range 3 {
		syscall.Close(fd)
	}
	time.Sleep(dur(a[0]))
	os.Exit(5)
}

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
			!strings.HasPrefix(to, "/sys/fs/cgroup/") { // Go's runtime reads there by itself
			fmt.Println(e.Name(), to)
		}
	}
}

func slowStop(d time.Duration) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGTERM)
	fmt.Println("started")
	<-c
	time.Sleep(d)
	fmt.Println("stopped")
}

func echo([]string) {
	s := bufio.NewScanner(os.Stdin)
	for s.Scan() {
		fmt.Println("got", s.Text())
	}
}

// report counts the signals that it receives in a file. It serves as a bystander that must never be signalled.
func report(file string) {
	c := make(chan os.Signal, 16)
	signal.Notify(c)
	check(os.WriteFile(file, []byte("ready\n"), 0o600))
	for s := range c {
		if s == syscall.SIGURG || s == syscall.SIGCHLD {
			continue
		}
		f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
		check(err)
		fmt.Fprintln(f, s)
		f.Close()
	}
}
