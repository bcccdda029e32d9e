// Package fc is the child process of all tests that need a real one: the test binary run again as `fc VERB ARGS`.
// Only tests import it.
package fc

import (
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// A child branches off before the rest of the test binary is initialized, as a holder does: most of what it would cost
// otherwise is what the packages that it never calls do first.
func init() {
	if len(os.Args) < 3 || os.Args[1] != "fc" {
		return
	}
	words := only(os.Args[2:])
	verb := verbs[words[0]]
	if verb == nil {
		fmt.Fprintln(os.Stderr, "fc: no such verb:", words[0])
		os.Exit(2)
	}
	verb(words[1:])
	os.Exit(0)
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
	"lines":       func(a []string) { lines(num(a[0])) },
	"slowlines":   func(a []string) { slowLines(num(a[0]), dur(a[1])) },
	"ack":         func(a []string) { ack(a[0], a[1:]) },
	"say":         func(a []string) { fmt.Println(strings.Join(a, " ")); forever() },
	"words":       func(a []string) { fmt.Printf("%q\n", a) },
	"ignore":      func([]string) { ignore(); fmt.Println("deaf"); forever() },
	"tree":        func(a []string) { grow(num(a[0]), a[1]); fmt.Println("grown"); forever() },
	"leave":       func(a []string) { grow(num(a[0]), a[1]); fmt.Println("grown") },
	"fork":        func(a []string) { grow(num(a[0]), a[1]) },
	"leaf":        func(a []string) { leaf(a[0]) },
	"exit":        func(a []string) { time.Sleep(dur(a[1])); os.Exit(num(a[0])) },
	"closeout":    closeout,
	"holdpty":     func(a []string) { grow(1, "setsid"); fmt.Println("left") },
	"flood":       func(a []string) { flood(num(a[0])) },
	"longline":    func(a []string) { longLine(num(a[0])) },
	"bytes":       func(a []string) { b, _ := hex.DecodeString(a[0]); _, _ = os.Stdout.Write(b) },
	"replay":      func(a []string) { b, _ := os.ReadFile(a[0]); _, _ = os.Stdout.Write(b); os.Exit(num(a[1])) },
	"hog":         func(a []string) { hog(num(a[0])) },
	"share":       func(a []string) { share(num(a[0]), num(a[1])) },
	"sharing":     func(a []string) { sharing(os.NewFile(3, "shared"), num(a[0])) },
	"bigfile":     func(a []string) { bigFile(a[0], num(a[1])) },
	"listen":      func(a []string) { listen(a...) },
	"blink":       blink,
	"master":      master,
	"relay":       func(a []string) { relay(dur(a[0]), a[1:]) },
	"worker":      worker,
	"listenfor":   func(a []string) { go listen(a[1:]...); time.Sleep(dur(a[0])); os.Exit(1) },
	"listenlater": func(a []string) { fmt.Println("soon"); time.Sleep(dur(a[0])); listen(a[1:]...) },
	"env":         printEnv,
	"dial":        func(a []string) { tryDial(a[0], a[1]) },
	"bind":        func(a []string) { tryListen(a[0], a[1]) },
	"write":       func(a []string) { tryWrite(a[0]) },
	"system":      func(a []string) { trySystem(a[0], a[1]) },
	"ask":         ask,
	"fds":         fds,
	"spawn":       func(a []string) { spawn(a[0], a[1:]) },
	"serve":       func(a []string) { lockAndServe(a[0]) },
	"exitonterm":  func(a []string) { exitOnTerm(num(a[0])) },
	"slowstop":    func(a []string) { slowStop(dur(a[0])) },
	"echo":        echo,
	"size":        size,
	"sleep":       func(a []string) { time.Sleep(dur(a[0])) },
	"stamp":       func(a []string) { stamp(dur(a[0])) },
	"note":        func(a []string) { note(a[0], a[1:]) },
	"report":      func(a []string) { report(a[0]) },
	"crash":       func(a []string) { fmt.Println(strings.Join(a[1:], " ")); os.Exit(num(a[0])) },
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
