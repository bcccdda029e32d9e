//go:build figures && linux

package figures

import (
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"devservers/app/base/process"
)

// growFollowers lets so many follow one server of 100 lines a second: its lines as JSON, or the events of all servers.
func growFollowers(t *testing.T) {
	p := newPlace(t)
	p.project("figures", "  busy: {command: /bin/sh -c 'exec "+self()+" lines "+p.Dirs.Home+"/stamps 100', pty: false}\n")
	p.Must("start", "busy")
	lines, events, memory := &series{name: "lines"}, &series{name: "statuses"}, &series{name: "lines"}
	table("followers")
	for _, n := range []int{1, 10, 100, 250, 500, 1000} {
		cpu, grown, got := p.followed(n, "/api/projects/figures/servers/busy/logs?follow=1&tail=1")
		lines.add(n, cpu)
		memory.add(n, grown)
		if got < int64(n)*100*4 {
			t.Logf("%d followers got %d lines in 5s, not about %d", n, got, n*500)
		}
		cpu, _, _ = p.followed(n, "/api/status/stream")
		events.add(n, cpu)
	}
	plot(t, "growth-followers.svg", "Followers of one server, 100 lines a second", "followers",
		"ms of the manager's CPU in 5s", lines, events)
	plot(t, "growth-followers-memory.svg", "The same", "followers", "MB more of the manager", memory)
}

// followed returns what so many followers cost in 5 seconds: ms of CPU, MB of memory, and the lines that they got.
func (p *place) followed(n int, path string) (cpu, grown float64, got int64) {
	p.T.Helper()
	pid := p.Manager().PID
	before := process.Memory(pid)
	var all sync.WaitGroup
	var lines atomic.Int64
	var answers []*http.Response
	for range n {
		answer, err := p.request("GET", path, "")
		if err != nil {
			p.T.Fatal(err)
		}
		answers = append(answers, answer)
		all.Go(func() { count(answer.Body, &lines) })
	}
	time.Sleep(time.Second)
	begin, ran := lines.Load(), cpuOf(pid)
	time.Sleep(5 * time.Second)
	cpu, got = ms(cpuOf(pid)-ran), lines.Load()-begin
	grown = float64(process.Memory(pid)-before) / (1 << 20)
	for _, answer := range answers {
		answer.Body.Close()
	}
	all.Wait()
	http.DefaultClient.CloseIdleConnections()
	return cpu, grown, got
}

func count(from io.Reader, lines *atomic.Int64) {
	for b := make([]byte, 16<<10); ; {
		n, err := from.Read(b)
		for _, c := range b[:n] {
			if c == '\n' {
				lines.Add(1)
			}
		}
		if err != nil {
			return
		}
	}
}
