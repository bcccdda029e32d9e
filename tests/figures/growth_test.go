//go:build figures && linux

package figures

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestGrowth measures costs as the work grows, prints them as tables, and draws them for README.md.
func TestGrowth(t *testing.T) {
	t.Run("servers", growServers)
	t.Run("projects", growProjects)
	t.Run("runs", growRuns)
	t.Run("transcripts", growTranscripts)
	t.Run("followers", growFollowers)
}

// table begins a table of a growth.
func table(what string) {
	fmt.Printf("\nload average %s\n\n| %s | %s |\n|---|---|---|\n", load(), "cost", what+" | median [least to most]")
}

// growServers starts and stops so many with one command.
func growServers(t *testing.T) {
	p := newPlace(t)
	names := []string{}
	for i := range 5 { // a project can have 200
		var file strings.Builder
		for j := range 100 {
			names = append(names, fmt.Sprintf("%s/s%d", name(i), j))
			fmt.Fprintf(&file, "  s%d: {command: /bin/sh -c 'echo up; exec sleep 100000', ready: {log: up}}\n", j)
		}
		p.project(name(i), file.String())
	}
	table("servers")
	start, stop := &series{name: "start, wall"}, &series{name: "stop, wall"}
	startCPU, stopCPU, status := &series{name: "start"}, &series{name: "stop"}, &series{name: "status"}
	for _, n := range []int{1, 10, 50, 125, 250, 500} {
		took := map[*series][]float64{}
		note := func(wall, cpu *series, args ...string) {
			before, began := cpuOf(p.Manager().PID), time.Now()
			if out, err := p.Command(context.Background(), args...).CombinedOutput(); err != nil { // a machine that is too busy
				t.Logf("not counted: %s of %d: %v\n%s", args[0], n, err, failures(out))
				return
			}
			took[wall] = append(took[wall], ms(time.Since(began)))
			took[cpu] = append(took[cpu], ms(cpuOf(p.Manager().PID)-before))
		}
		for range rounds(3) {
			note(start, startCPU, append([]string{"start", "--timeout", "5m"}, names[:n]...)...)
			took[status] = append(took[status], ms(p.cpu(func() { p.get("/api/status") })))
			note(stop, stopCPU, append([]string{"stop"}, names[:n]...)...)
		}
		for _, s := range []*series{start, stop, startCPU, stopCPU, status} {
			s.add(n, took[s]...)
		}
	}
	plot(t, "growth-servers.svg", "One command for many servers", "servers", "ms, wall time", start, stop)
	plot(t, "growth-servers-cpu.svg", "The same", "servers", "ms of the manager's CPU", startCPU, stopCPU, status)
}

// failures are the lines of a command's output that name what failed.
func failures(out []byte) (lines string) {
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "✗") {
			lines += line
		}
	}
	return lines
}

// growProjects asks for what is known of so many projects of five servers each, none of which runs.
func growProjects(t *testing.T) {
	p := newPlace(t)
	var five strings.Builder
	for i := range 5 {
		fmt.Fprintf(&five, "  s%d: {command: /bin/sh -c 'exec sleep 100000'}\n", i)
	}
	first, page, one, api, agent := &series{name: "manager's start"}, &series{name: "page of all"},
		&series{name: "page of one"}, &series{name: "/api/projects"}, &series{name: "list_projects"}
	idle := &series{name: "10s at rest"}
	table("projects")
	known := 0
	for _, n := range []int{1, 10, 50, 125, 250, 500} {
		for ; known < n; known++ {
			p.project(name(known), five.String())
		}
		cost := func(s *series, do func()) {
			var all []float64
			for range rounds(5) {
				all = append(all, ms(p.cpu(do)))
			}
			s.add(n, all...)
		}
		p.restarted(first, n)
		cost(page, func() { p.get("/") })
		cost(one, func() { p.get("/p/" + name(n-1)) })
		cost(api, func() { p.get("/api/projects") })
		cost(agent, func() { p.tool("list_projects", "{}") })
		idle.add(n, ms(p.cpu(func() { time.Sleep(10 * time.Second) })))
	}
	plot(t, "growth-projects.svg", "Known projects of five servers", "projects", "ms of the manager's CPU", first, page,
		one, api, agent)
	plot(t, "growth-projects-rest.svg", "Known projects at rest", "projects", "ms of the manager's CPU in 10s", idle)
}

// name is that of the n-th project. Commands are called in the first one.
func name(n int) string {
	if n == 0 {
		return "figures"
	}
	return fmt.Sprint("p", n)
}

// restarted starts the manager again a few times, and adds what its start costs.
func (p *place) restarted(s *series, n int) {
	p.T.Helper()
	var all []float64
	for range rounds(3) {
		p.Must("stop", "--keep-servers")
		p.Must("register") // it needs a manager, and changes nothing
		all = append(all, ms(cpuOf(p.Manager().PID)))
	}
	s.add(n, all...)
}

// tool calls a tool as agents do, and returns the size of the answer.
func (p *place) tool(name, args string) int {
	p.T.Helper()
	const meta, revision = "io.modelcontextprotocol/", "2026-07-28"
	body := fmt.Sprintf(`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": %q, "arguments": %s, "_meta": {%q: %q, %q: {"name": "figures", "version": "1"}, %q: {}}}}`,
		name, args, meta+"protocolVersion", revision, meta+"clientInfo", meta+"clientCapabilities")
	return p.size(p.request("POST", "/mcp", body, "Content-Type", "application/json", "Accept",
		"application/json, text/event-stream",
		"Mcp-Protocol-Version", revision, "Mcp-Method", "tools/call", "Mcp-Name", name))
}
