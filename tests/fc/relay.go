package fc

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// held is what a relay passes on at a time.
type held struct {
	at   time.Time
	data []byte
}

// relay runs a command and joins it with its own streams. Each direction is delayed. From SIGUSR1 on it swallows what
// it reads, as a link that is cut without a word.
func relay(delay time.Duration, argv []string) {
	swallow := &atomic.Bool{}
	cut := make(chan os.Signal, 1)
	signal.Notify(cut, syscall.SIGUSR1)
	go func() { <-cut; swallow.Store(true) }()
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	check(err)
	out, err := cmd.StdoutPipe()
	check(err)
	check(cmd.Start())
	go pass(in, os.Stdin, delay, swallow)
	pass(os.Stdout, out, delay, swallow)
	check(cmd.Wait())
}

// pass copies from one end to the other until that ends.
func pass(to io.WriteCloser, from io.Reader, delay time.Duration, swallow *atomic.Bool) {
	queue := make(chan held, 1<<12)
	go func() {
		defer close(queue)
		for {
			data := make([]byte, 32<<10)
			n, err := from.Read(data)
			queue <- held{time.Now().Add(delay), data[:n]}
			if err != nil {
				return
			}
		}
	}()
	for h := range queue {
		time.Sleep(time.Until(h.at))
		if !swallow.Load() {
			_, _ = to.Write(h.data)
		}
	}
	_ = to.Close()
}
