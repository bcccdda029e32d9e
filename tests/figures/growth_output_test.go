//go:build figures && linux

package figures

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// growRuns starts a server again, and looks for output, while another one has so many kept runs.
func growRuns(t *testing.T) {
	p := newPlace(t)
	p.File(".config/devservers/config.yml", "settings: {runs_kept: 10000, transcripts_total: none}\n")
	p.project("figures", "  other: {command: /bin/sh -c 'exec sleep 100000'}\n"+
		"  many: {command: /bin/sh -c 'echo hi; exec sleep 100000', ready: {log: hi}}\n")
	p.Must("start")
	start, list, search, page, first := &series{name: "start and stop"}, &series{name: "list of runs"},
		&series{name: "search, no hit"}, &series{name: "page of the runs"}, &series{name: "manager's start"}
	table("kept runs")
	kept := 0
	for _, n := range []int{20, 100, 500, 1000, 2000} {
		for ; kept < n; kept++ {
			p.size(p.request("POST", "/api/projects/figures/servers/many/restart", `{}`, "Content-Type", "application/json"))
		}
		cost := func(s *series, do func()) {
			var all []float64
			for range rounds(5) {
				all = append(all, ms(p.cpu(do)))
			}
			s.add(n, all...)
		}
		cost(start, func() { p.Must("start", "other"); p.Must("stop", "other") })
		cost(list, func() { p.Must("runs", "many") })
		cost(search, func() { p.get("/api/search?q=" + url.QueryEscape(nowhere)) })
		cost(page, func() { p.get("/p/figures/many/runs") })
		p.restarted(first, n)
	}
	plot(t, "growth-runs.svg", "Kept runs of one server", "runs", "ms of the manager's CPU", start, list, search, page,
		first)
}

// growTranscripts filters one transcript of so many MB, all of which was printed.
func growTranscripts(t *testing.T) {
	p := newPlace(t)
	p.File(".config/devservers/config.yml", "settings: {transcript_size: none, transcripts_total: none, runs_kept: 1}\n")
	sizes := []int{1, 4, 16, 64, 256, 1024, 2048, 4096}
	var file strings.Builder
	for _, mb := range sizes {
		file.WriteString(p.flooded(fmt.Sprint("m", mb), mb))
	}
	p.project("figures", file.String())
	grep, bare, newest, level := &series{name: "--grep, no hit"}, &series{name: "grep -c"},
		&series{name: "newest 100 lines"}, &series{name: "--level error"}
	table("MB")
	for _, mb := range sizes {
		server := fmt.Sprint("m", mb)
		p.Must("start", server)
		cost := func(s *series, filter string) { // by the API, since commands give up after a while
			var all []float64
			for range rounds(5) {
				all = append(all, ms(p.cpu(func() {
					p.get("/api/projects/figures/servers/" + server + "/logs?tail=100" +
						filter)
				})))
			}
			s.add(mb, all...)
		}
		cost(grep, "&grep="+url.QueryEscape(nowhere))
		cost(newest, "")
		if mb <= 64 { // it looks at each line
			cost(level, "&level=error")
		}
		var all []float64
		for range rounds(5) {
			all = append(all, ms(spent(t, exec.Command("grep", append([]string{"-c", nowhere}, p.segments(server)...)...))))
		}
		bare.add(mb, all...)
		p.Must("stop", server)
		p.forget(server)
	}
	plot(t, "growth-transcripts.svg", "A text in one transcript", "MB", "ms of the manager's CPU", grep, bare, newest)
	plot(t, "growth-levels.svg", "Levels in one transcript", "MB", "ms of the manager's CPU", level)
}

// forget removes the runs of a server that has stopped: the largest take 4 GB.
func (p *place) forget(server string) {
	p.T.Helper()
	if err := os.RemoveAll(p.Dirs.RunsDir() + "/figures/" + server); err != nil {
		p.T.Fatal(err)
	}
}
