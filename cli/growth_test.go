//go:build figures && linux

package cli

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestGrowth measures costs as the work grows, prints them as tables, and draws them for docs/performance.md. It asserts
// no time:
//
//	go test -tags figures -count 1 -v -run 'Growth$' ./cli
func TestGrowth(t *testing.T) {
	t.Run("servers", growServers)
	t.Run("transcripts", growTranscripts)
}

func growServers(t *testing.T) {
	h := newHome(t)
	names := []string{}
	var file strings.Builder
	file.WriteString("project: crash\nservers:\n")
	for i := range 200 {
		names = append(names, fmt.Sprint("s", i))
		fmt.Fprintf(&file, "  s%d: {command: /bin/sh -c 'echo up; exec sleep 1000', ready: {log: up}}\n", i)
	}
	h.write(crashProject+"/devservers.yml", file.String())
	h.must("register")
	h.must("trust", "--yes")
	wall := func(args ...string) float64 {
		began := time.Now()
		h.must(args...)
		return ms(time.Since(began))
	}
	start, stop := series{name: "start"}, series{name: "stop"}
	for _, n := range []int{1, 10, 25, 50, 100, 200} {
		var starts, stops []float64
		for range 3 {
			starts = append(starts, wall(append([]string{"start"}, names[:n]...)...))
			stops = append(stops, wall(append([]string{"stop"}, names[:n]...)...))
		}
		start.add(n, starts)
		stop.add(n, stops)
	}
	plot(t, "growth-servers.svg", "One command for many servers", "servers", "ms, wall time", start, stop)
}

func growTranscripts(t *testing.T) {
	h := newHome(t)
	sizes := []int{1, 4, 16, 64}
	var file strings.Builder
	file.WriteString("project: crash\nservers:\n")
	for _, mb := range sizes {
		fmt.Fprintf(&file, "  m%d: {command: /bin/sh -c 'devservers fc flood %d000000; echo flooded; exec sleep 1000', ready: {log: flooded}}\n", mb, mb)
	}
	h.write(crashProject+"/devservers.yml", file.String())
	h.must("register")
	h.must("trust", "--yes")
	grep, level := series{name: "--grep, no hit"}, series{name: "--level error"}
	for _, mb := range sizes {
		name := fmt.Sprint("m", mb)
		h.must("start", name)
		st, _ := h.manager()
		cost := func(args ...string) (all []float64) {
			for range 5 {
				before := cpuOf(t, st.PID)
				h.must(append([]string{"logs", name}, args...)...)
				all = append(all, ms(cpuOf(t, st.PID)-before))
			}
			return all
		}
		grep.add(mb, cost("--grep", "is not there"))
		level.add(mb, cost("--level", "error"))
	}
	plot(t, "growth-transcripts.svg", "Filters of one transcript", "MB", "ms of the manager's CPU", grep, level)
}

// series is one line of a plot: the medians of what was measured at each size.
type series struct {
	name string
	x, y []float64
}

func (s *series) add(x int, values []float64) {
	slices.Sort(values)
	s.x, s.y = append(s.x, float64(x)), append(s.y, values[len(values)/2])
	fmt.Printf("| %s | %d | %s |\n", s.name, x, spread(values))
}

// plot writes a plot into docs. Both axes begin at 0, so that linear growth is a straight line.
func plot(t *testing.T, file, title, across, up string, all ...series) {
	t.Helper()
	const width, height, left, top, right, bottom = 640, 360, 70, 40, 120, 50
	mostX, mostY := 0.0, 0.0
	for _, s := range all {
		mostX, mostY = max(mostX, slices.Max(s.x)), max(mostY, slices.Max(s.y))
	}
	mostY = roundUp(mostY)
	x := func(v float64) float64 { return left + v/mostX*(width-left-right) }
	y := func(v float64) float64 { return height - bottom - v/mostY*(height-top-bottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#555">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/><text x="%d" y="24" font-size="15">%s</text>`+"\n", width, height, left, title)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text><text transform="translate(18 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", (left+width-right)/2, height-12, across, (top+height-bottom)/2, up)
	for i := range 5 {
		v := mostY * float64(i) / 4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.4g</text>`+"\n", left, y(v), width-right, left-8, y(v)+4, v)
	}
	for _, v := range all[0].x {
		if v == all[0].x[0] || x(v)-left > 30 {
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%g</text>`+"\n", x(v), height-bottom+18, v)
		}
	}
	for i, s := range all {
		color := []string{"#2563eb", "#d97706", "#059669"}[i%3]
		var points []string
		for j := range s.x {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(s.x[j]), y(s.y[j])))
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x(s.x[j]), y(s.y[j]), color)
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "), color)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", x(s.x[len(s.x)-1])+8, y(s.y[len(s.y)-1])+4, color, s.name)
	}
	b.WriteString("</svg>\n")
	if err := os.WriteFile(filepath.Join("..", "docs", file), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// roundUp returns the next number that has one digit other than 0, or that and a half.
func roundUp(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return math.Ceil(v/unit*2) / 2 * unit
}
