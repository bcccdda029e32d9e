package fc

import (
	"bufio"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

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

// ack writes line k, and after that write has returned, k into the file: the oracle for "no line is lost". A pause
// between two lines may be given.
func ack(file string, pause []string) {
	ignore()
	var wait time.Duration
	if len(pause) > 0 {
		wait = dur(pause[0])
	}
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
		time.Sleep(wait)
	}
}

func closeout(a []string) {
	for fd := range 3 {
		syscall.Close(fd)
	}
	time.Sleep(dur(a[0]))
	os.Exit(5)
}

func echo([]string) {
	s := bufio.NewScanner(os.Stdin)
	for s.Scan() {
		fmt.Println("got", s.Text())
	}
}

// report counts the signals that it receives in a file. It serves as a bystander that must never be signaled.
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
