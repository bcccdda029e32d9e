//go:build figures && linux

package figures

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app/base/home"
	"devservers/app/run/protocol"
)

// echoes is a place whose servers write to a pipe as the first thing that they do.
type echoes struct {
	*place
	manager home.Status
	client  *http.Client
	heard   chan time.Time
}

const most = 200

func newEchoes(t *testing.T) *echoes {
	t.Helper()
	p := newPlace(t)
	if err := syscall.Mkfifo(p.Dirs.Home+"/heard", 0o600); err != nil {
		t.Fatal(err)
	}
	fifo, err := os.OpenFile(p.Dirs.Home+"/heard", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { fifo.Close() })
	p.File("echo", "echo >"+p.Dirs.Home+"/heard\nexec sleep 100000\n")
	p.project("figures", repeated(most, func(i int) string {
		return fmt.Sprintf("  s%d: {command: /bin/sh %s/echo}\n", i,
			p.Dirs.Home)
	}))
	e := &echoes{place: p, manager: p.Manager(), heard: make(chan time.Time, most)}
	e.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: most}}
	go e.hear(fifo)
	return e
}

func repeated(n int, text func(int) string) (all string) {
	for i := range n {
		all += text(i)
	}
	return all
}

func (e *echoes) hear(from io.Reader) {
	bytes := make([]byte, 1)
	for {
		if _, err := from.Read(bytes); err != nil {
			return
		}
		e.heard <- time.Now()
	}
}

// last returns how long after began the n-th echo came.
func (e *echoes) last(n int, began time.Time) (took float64) {
	e.T.Helper()
	for range n {
		select {
		case at := <-e.heard:
			took = ms(at.Sub(began))
		case <-time.After(time.Minute):
			e.T.Fatal("a command does not run")
		}
	}
	return took
}

// each sends a request for each of n servers at once, and waits for the answers.
func (e *echoes) each(n int, verb string) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { e.one(i, verb) })
	}
	all.Wait()
}

func (e *echoes) one(i int, verb string) {
	r, err := http.NewRequest("POST", fmt.Sprintf("%s/api/projects/figures/servers/s%d/%s", e.manager.URL, i, verb), nil)
	if err != nil {
		panic(err)
	}
	r.Header.Set("Authorization", "Bearer "+e.manager.Token)
	answer, err := e.client.Do(r)
	if err != nil {
		e.T.Error(err)
		return
	}
	defer answer.Body.Close()
	if text, _ := io.ReadAll(answer.Body); answer.StatusCode != http.StatusOK {
		e.T.Errorf("%s of s%d: %s %.300s", verb, i, answer.Status, text)
	}
}

// round starts n servers at once and stops them. The last one's main is after main ms, and all have been stopped after
// stop ms. CPU time is the manager's, and that of the holders until then, for each of them.
func (e *echoes) round(n int) (main, stop, startCPU, stopCPU, holderCPU float64) {
	began := time.Now()
	startCPU = ms(e.cpu(func() {
		e.each(n, "start?wait=started")
		main = e.last(n, began)
	})) / float64(n)
	time.Sleep(300 * time.Millisecond) // what a start leaves behind is done, and there is a spare
	if n > 1 {
		holderCPU = (total(e.program(), cpuMillis) - cpuMillis(e.manager.PID)) / float64(n)
	}
	stopCPU = ms(e.cpu(func() {
		began := time.Now()
		e.each(n, "stop")
		stop = ms(time.Since(began))
	})) / float64(n)
	time.Sleep(300 * time.Millisecond)
	return main, stop, startCPU, stopCPU, holderCPU
}

// bare starts the same command n times on terminals, with nothing else around it.
func (e *echoes) bare(n int) float64 {
	began := time.Now()
	for range n {
		master, slave, err := protocol.OpenTerminal(80, 24)
		if err != nil {
			e.T.Fatal(err)
		}
		cmd := exec.Command("/bin/sh", e.Dirs.Home+"/echo")
		cmd.Stdin, cmd.Stdout, cmd.Stderr = slave, slave, slave
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
		if err := cmd.Start(); err != nil {
			e.T.Fatal(err)
		}
		defer func() { slave.Close(); syscall.Close(master); _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	}
	return e.last(n, began)
}

// TestStartsLoads prints how long after the request the last of 1, 20 and 200 servers runs, and what that costs.
func TestStartsLoads(t *testing.T) {
	e := newEchoes(t)
	for _, n := range []struct{ servers, rounds int }{{1, 25}, {20, 7}, {most, 3}} {
		var mains, stops, startCPU, stopCPU, holderCPU, bare []float64
		for range rounds(n.rounds) {
			a, b, c, d, h := e.round(n.servers)
			mains, stops, startCPU, stopCPU, holderCPU = append(mains, a), append(stops, b), append(startCPU, c),
				append(stopCPU, d), append(holderCPU, h)
			bare = append(bare, e.bare(n.servers))
		}
		fmt.Printf("| request → main of the last of %d, ms | %s | alone: %s |\n| stop of %[1]d, ms | %[4]s | |\n", n.servers,
			spread(mains), spread(bare), spread(stops))
		fmt.Printf("| CPU of a start of %d, manager, ms | %s | holder: %s |\n| CPU of a stop, manager, ms | %s | |\n",
			n.servers, spread(startCPU), spread(holderCPU), spread(stopCPU))
	}
}
