//go:build figures && linux

package figures

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"devservers/app/run/protocol"
)

// child runs the verb of the command line, if this process is a server of a test, and then does not return:
//
//	figures flood STAMPS BYTES     stamps, prints so much, stamps again, and stays
//	figures lines STAMPS A_SECOND  stamps, and prints lines at this rate
//	figures clock STAMPS A_SECOND  stamps, and prints the time in nanoseconds at this rate
//	figures listen - 0             listens on $PORT
//	figures terminal FILE PROGRAM  runs a program on a terminal, and stores what it prints
func child() {
	if len(os.Args) != 4 {
		return
	}
	n, _ := strconv.Atoi(os.Args[3])
	switch os.Args[1] {
	case "flood":
		stamp(os.Args[2])
		flood(n)
		stamp(os.Args[2])
		fmt.Println("flooded")
		time.Sleep(time.Hour)
	case "lines":
		stamp(os.Args[2])
		for tick := time.Tick(time.Second / time.Duration(n)); ; <-tick {
			_, _ = os.Stdout.Write(line)
		}
	case "clock":
		stamp(os.Args[2])
		for tick := time.Tick(time.Second / time.Duration(n)); ; <-tick {
			fmt.Println(time.Now().UnixNano())
		}
	case "listen":
		l, err := net.Listen("tcp", "127.0.0.1:"+os.Getenv("PORT"))
		if err != nil {
			panic(err)
		}
		_, _ = l.Accept()
	case "terminal":
		store(os.Args[2], os.Args[3])
	default:
		return
	}
	os.Exit(0)
}

// self is the program of this test, which servers run.
func self() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}

var line = append(bytes.Repeat([]byte("x"), 99), '\n')

// stamp appends the time to a file, as `date +%s%N` does.
func stamp(file string) {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
	if err == nil {
		_, err = fmt.Fprintln(f, time.Now().UnixNano())
	}
	if err != nil {
		panic(err)
	}
}

func flood(n int) {
	for chunk := bytes.Repeat(line, 328); n > 0; {
		m, err := os.Stdout.Write(chunk[:min(n, len(chunk))])
		if err != nil {
			panic(err)
		}
		n -= m
	}
}

// store is the least that a program on a terminal needs: one that reads and writes.
func store(file, program string) {
	master, slave, err := protocol.OpenTerminal(80, 24)
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	to, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		panic(err)
	}
	slave.Close()
	if err := syscall.SetNonblock(master, false); err != nil {
		panic(err)
	}
	// Without their other methods, it uses the buffer.
	_, _ = io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{os.NewFile(uintptr(master), "terminal")},
		make([]byte, 64<<10))
}
