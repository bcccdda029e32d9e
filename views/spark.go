package views

import (
	"strconv"
	"strings"

	"devservers/app"
)

// The size of the drawing in its own units; the page stretches it.
const (
	sparkWide = 240
	sparkHigh = 28
)

// spark is a line of the last minutes, as the points of SVG polygons.
type spark struct{ line, area string }

// cpuSpark draws percent of a core; the full height is at least one fifth of a core, so that a server at rest looks
// at rest.
func cpuSpark(past []app.Sample) spark {
	return sparkOf(past, 20, func(s app.Sample) float64 { return s.CPU })
}

func memorySpark(past []app.Sample) spark {
	return sparkOf(past, 32<<20, func(s app.Sample) float64 { return float64(s.Memory) })
}

// sparkOf leaves out what was before the first measurement.
func sparkOf(past []app.Sample, least float64, value func(app.Sample) float64) spark {
	top := least
	for _, s := range past {
		top = max(top, value(s))
	}
	var b strings.Builder
	first, last := -1, 0
	for i, s := range past {
		if s.Memory == 0 && (first < 0 || i == len(past)-1) { // not measured yet, or not in this sample so far
			continue
		}
		if first < 0 {
			first = i
		} else {
			b.WriteByte(' ')
		}
		last = i
		b.WriteString(point(i, len(past), value(s)/top))
	}
	if first < 0 || first == last {
		return spark{}
	}
	line := b.String()
	return spark{line: line, area: foot(first, len(past)) + " " + line + " " + foot(last, len(past))}
}

func point(i, n int, part float64) string {
	return number(float64(i)*sparkWide/float64(max(n-1, 1))) + "," + number(1+(sparkHigh-2)*(1-part))
}

func foot(i, n int) string {
	return number(float64(i)*sparkWide/float64(max(n-1, 1))) + "," + strconv.Itoa(sparkHigh)
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }
