//go:build figures && linux

package figures

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app/base/process"
)

// many declares servers of one command.
func (p *place) many(n int, command string) {
	p.T.Helper()
	p.alike(n, "{command: /bin/sh -c 'exec "+command+"'}")
}

// alike declares servers that are all the same.
func (p *place) alike(n int, server string) {
	p.T.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "  s%d: %s\n", i, server)
	}
	p.project("figures", b.String())
}

// program lists the processes of the manager, of the holders and of the spare one.
func (p *place) program() (pids []int) {
	for _, one := range processes(p.Dirs.Home) {
		if !one.servant {
			pids = append(pids, one.id.PID)
		}
	}
	return pids
}

// total adds up a number of some processes.
func total(pids []int, of func(pid int) float64) (sum float64) {
	for _, pid := range pids {
		sum += of(pid)
	}
	return sum
}

func cpuMillis(pid int) float64 { return ms(cpuOf(pid)) }

var waited = regexp.MustCompile(`(?m)^voluntary_ctxt_switches:\s+(\d+)`)

// wakes returns how often the threads of a process have waited.
func wakes(pid int) (sum float64) {
	tasks, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	for _, task := range tasks {
		data, _ := os.ReadFile(task)
		if m := waited.FindSubmatch(data); m != nil {
			n, _ := strconv.ParseFloat(string(m[1]), 64)
			sum += n
		}
	}
	return sum
}

// TestRestLoads prints the memory and the wake-ups of 50 servers that do nothing, without a port and with one.
func TestRestLoads(t *testing.T) {
	for _, c := range [][2]string{{"at rest", "{command: sleep 100000}"},
		{"at rest, each with a port", "{command: '" + self() + " listen - 0', port: auto}"}} {
		t.Run(c[0], func(t *testing.T) {
			p := newPlace(t)
			p.alike(50, c[1])
			p.Must("start", "figures")
			p.rest("50 " + c[0])
		})
	}
}

// rest prints what the program costs while its servers do nothing. Each holder is asked once a minute whether it works.
func (p *place) rest(name string) {
	time.Sleep(30 * time.Second)
	const window = 20.0 // seconds
	var memory, woken, cpu []float64
	pids := p.program()
	for range rounds(3) {
		waits, ran := total(pids, wakes), total(pids, cpuMillis)
		time.Sleep(window * time.Second)
		woken = append(woken, (total(pids, wakes)-waits)/window)
		cpu = append(cpu, (total(pids, cpuMillis)-ran)/window)
		memory = append(memory, total(pids, func(pid int) float64 {
			pss, _ := process.PSS(pid)
			return float64(pss) / (1 << 20)
		}))
	}
	fmt.Printf("| %s, MB (PSS) of %d processes | %s |\n| wake-ups a second | %s |\n| ms CPU a second | %s |\n", name,
		len(pids), spread(memory), spread(woken), spread(cpu))
}

// TestLinesLoads prints the CPU time of the manager and its holders while 50 servers print 200 lines a second each.
func TestLinesLoads(t *testing.T) {
	p := newPlace(t)
	p.many(50, self()+" lines "+p.Dirs.Home+"/stamps 200")
	p.Must("start", "figures")
	time.Sleep(5 * time.Second)
	pids := p.program()
	var cpu []float64
	for range rounds(3) {
		before := total(pids, cpuMillis)
		time.Sleep(30 * time.Second)
		cpu = append(cpu, (total(pids, cpuMillis)-before)/1000)
	}
	fmt.Printf("| 50 × 200 lines/s, s CPU in 30s | %s |\n", spread(cpu))
}

var printedAt = regexp.MustCompile(`\b1\d{18}\b`)

// late reads lines that hold the time when they were printed, and returns how long ago that was, in µs.
func late(t *testing.T, r io.Reader) (half, most float64) {
	t.Helper()
	const warm, n = 100, 1000
	var all []float64
	for lines := bufio.NewScanner(r); len(all) < warm+n && lines.Scan(); {
		if at, err := strconv.ParseInt(string(printedAt.Find(lines.Bytes())), 10, 64); err == nil {
			all = append(all, float64(time.Now().UnixNano()-at)/1000)
		}
	}
	if len(all) < warm+n {
		t.Fatal("the lines ended")
	}
	sorted := slices.Sorted(slices.Values(all[warm:]))
	return sorted[n/2], sorted[n*99/100]
}

// TestFollowerLoads prints how long after it was printed a line reaches a follower, beside one who reads a bare pipe.
func TestFollowerLoads(t *testing.T) {
	p := newPlace(t)
	p.many(1, self()+" clock "+p.Dirs.Home+"/stamps 300")
	p.Must("start", "s0")
	var half, most, bareHalf, bareMost []float64
	for range rounds(7) {
		answer, err := p.request("GET", "/api/projects/figures/servers/s0/logs?follow=1&tail=0", "")
		if err != nil {
			t.Fatal(err)
		}
		a, b := late(t, answer.Body)
		answer.Body.Close()
		cmd := exec.Command(self(), "clock", p.Dirs.Home+"/stamps", "300")
		pipe, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		c, d := late(t, pipe)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		half, most, bareHalf, bareMost = append(half, a), append(most, b), append(bareHalf, c), append(bareMost, d)
	}
	fmt.Printf("| printed → follower, p50, µs | %s | a bare pipe: %s |\n| p99, µs | %s | %s |\n", spread(half),
		spread(bareHalf), spread(most), spread(bareMost))
}

var streamAddress = regexp.MustCompile(`/stream\?[^"' ]+`)

// watch opens a page of logs as a browser does, and reads its stream until the test ends.
func (p *place) watch() {
	p.T.Helper()
	var page []byte
	answer, err := p.request("GET", "/p/figures/logs", "")
	if err == nil {
		page, err = io.ReadAll(answer.Body)
		answer.Body.Close()
	}
	address := streamAddress.Find(page)
	if err != nil || address == nil {
		p.T.Fatalf("the page has no stream, %v: %.300s", err, page)
	}
	stream, err := p.request("GET", html.UnescapeString(string(address)), "")
	if err != nil {
		p.T.Fatal(err)
	}
	p.T.Cleanup(func() { stream.Body.Close(); http.DefaultClient.CloseIdleConnections() })
	go func() { _, _ = io.Copy(io.Discard, stream.Body) }()
}

// TestPagesLoads prints the manager's CPU time while pages of logs show 10 servers that print 100 lines a second each.
func TestPagesLoads(t *testing.T) {
	p := newPlace(t)
	p.many(10, self()+" lines "+p.Dirs.Home+"/stamps 100")
	p.Must("start", "figures")
	for open := 0; open <= 50; {
		time.Sleep(3 * time.Second)
		var shares []float64
		for range rounds(5) {
			began := time.Now()
			spent := p.cpu(func() { time.Sleep(4 * time.Second) })
			shares = append(shares, 100*float64(spent)/float64(time.Since(began)))
		}
		fmt.Printf("| %d open pages at 1,000 lines/s, %% of a core | %s |\n", open, spread(shares))
		for next := map[int]int{0: 1, 1: 10, 10: 50, 50: 51}[open]; open < next; open++ {
			p.watch()
		}
	}
}

// TestProjectsLoads prints what pages cost when 200 projects with 5 servers each are known.
func TestProjectsLoads(t *testing.T) {
	p := newPlace(t)
	p.many(5, "sleep 100000")
	var places []string
	for i := range 199 {
		name := fmt.Sprint("p", i)
		p.File(name+"/devservers.yml", "project: "+name+
			"\nservers: {a: {command: x}, b: {command: x}, c: {command: x}, d: {command: x}, e: {command: x}}\n")
		places = append(places, filepath.Join(p.Dirs.Home, name))
	}
	for _, dir := range places {
		p.Must("register", dir)
	}
	for _, path := range []string{"/", "/p/p7", "/api/projects"} {
		var took, cpu []float64
		size := 0
		for range rounds(30) {
			began := time.Now()
			cpu = append(cpu, ms(p.cpu(func() { size = p.get(path) })))
			took = append(took, ms(time.Since(began)))
		}
		fmt.Printf("| 200 projects, %s: %d kB, ms | %s | CPU: %s |\n", path, size/1000, spread(took), spread(cpu))
	}
}
