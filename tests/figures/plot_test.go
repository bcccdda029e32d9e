//go:build figures && linux

package figures

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// series is one line of a plot: the medians of what was measured at each size.
type series struct {
	name string
	x, y []float64
}

func (s *series) add(x int, values ...float64) {
	if len(values) == 0 {
		return
	}
	s.x, s.y = append(s.x, float64(x)), append(s.y, median(values))
	fmt.Printf("| %s | %d | %s |\n", s.name, x, spread(values))
}

// growth compares the largest size with the one nearest to a quarter of it: "4 times as many: 3.9 times the cost". What
// a cost is with nothing, it has with each size: at most linear means at most as many times.
func (s *series) growth() string {
	n := len(s.x) - 1
	from := 0
	for i, x := range s.x[:n] {
		if math.Abs(x-s.x[n]/4) < math.Abs(s.x[from]-s.x[n]/4) {
			from = i
		}
	}
	more, costs := s.x[n]/s.x[from], s.y[n]/max(s.y[from], 0.001)
	verdict := "linear or better"
	if costs > 1.15*more {
		verdict = "worse than linear"
	}
	return fmt.Sprintf("%s: %.3g to %.3g, %.2g times as many, %.2g times the cost: %s", s.name, s.x[from], s.x[n], more,
		costs, verdict)
}

const width, height, left, top, right, bottom = 640, 360, 70, 40, 150, 50

// plot writes a plot beside this file. Both axes begin at 0, so that linear growth is a straight line.
func plot(t *testing.T, file, title, across, up string, all ...*series) {
	t.Helper()
	mostX, mostY := 0.0, 0.0
	for _, s := range all {
		mostX, mostY = max(mostX, slices.Max(s.x)), max(mostY, slices.Max(s.y))
		fmt.Println(s.growth())
	}
	mostY = roundUp(mostY)
	x := func(v float64) float64 { return left + v/mostX*(width-left-right) }
	y := func(v float64) float64 { return height - bottom - v/mostY*(height-top-bottom) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12" fill="#555">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fff"/><text x="%d" y="24" font-size="15">%s</text>`+"\n", width,
		height, left, title)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text><text transform="translate(18 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", (left+width-right)/2, height-12, across, (top+height-bottom)/2, up)
	for i := range 5 {
		v := mostY * float64(i) / 4
		fmt.Fprintf(&b, `<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.4g</text>`+"\n", left,
			y(v), width-right, left-8, y(v)+4, v)
	}
	free := 0.0
	for _, v := range all[0].x {
		if x(v) >= free {
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%g</text>`+"\n", x(v), height-bottom+18, v)
			free = x(v) + 32
		}
	}
	labels := map[*series]float64{}
	for i, s := range all {
		s.draw(&b, []string{"#2563eb", "#d97706", "#059669", "#9333ea", "#dc2626"}[i%5], x, y, labels)
	}
	b.WriteString("</svg>\n")
	if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// draw draws a line, and its name beside the end, where no other name is.
func (s *series) draw(b *strings.Builder, color string, x, y func(float64) float64, labels map[*series]float64) {
	var points []string
	for i := range s.x {
		points = append(points, fmt.Sprintf("%.1f,%.1f", x(s.x[i]), y(s.y[i])))
		fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x(s.x[i]), y(s.y[i]), color)
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "),
		color)
	n := len(s.x) - 1
	at := y(s.y[n]) + 4
	for taken := true; taken; {
		taken = false
		for _, other := range labels {
			if math.Abs(other-at) < 13 {
				at, taken = other-13.5, true
			}
		}
	}
	labels[s] = at
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", x(s.x[n])+8, at, color, s.name)
}

// roundUp returns the next number that has one digit other than 0, or that and a half.
func roundUp(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	return math.Ceil(v/unit*2) / 2 * unit
}
