package views

import (
	"math"
	"strconv"
	"strings"

	"devservers/app"
)

// The size of the drawing in the drawer, and in a row, in its own units.
const sparkWide, sparkHigh, rowWide, rowHigh = 240, 28, 48, 16

// spark is a line of the last minutes, as the points of SVG polygons.
type spark struct{ line, area string }

// rowSpark draws percent of a core for a row: 100% is the full height, and the scale is a root's, so that little
// work is visible, too.
func rowSpark(past []app.Sample) spark {
	s := sparkLine(past, rowWide, rowHigh, func(s app.Sample) float64 { return math.Sqrt(min(1, s.CPU/100)) })
	return spark{line: s.line}
}

// cpuSpark draws percent of a core; the full height is at least one fifth of a core, so that a server at rest looks
// at rest.
func cpuSpark(past []app.Sample) spark {
	return sparkOf(past, 20, func(s app.Sample) float64 { return s.CPU })
}

func memorySpark(past []app.Sample) spark {
	return sparkOf(past, 32<<20, func(s app.Sample) float64 { return float64(s.Memory) })
}

// sparkOf draws values against the highest, or against least if all are below it.
func sparkOf(past []app.Sample, least float64, value func(app.Sample) float64) spark {
	top := least
	for _, s := range past {
		top = max(top, value(s))
	}
	return sparkLine(past, sparkWide, sparkHigh, func(s app.Sample) float64 { return value(s) / top })
}

// sparkLine draws parts of the full height. It leaves out what was before the first measurement.
func sparkLine(past []app.Sample, wide, high float64, part func(app.Sample) float64) spark {
	var b strings.Builder
	first, last := -1, 0
	x := func(i int) string { return number(float64(i) * wide / float64(max(len(past)-1, 1))) }
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
		b.WriteString(x(i) + "," + number(1+(high-2)*(1-part(s))))
	}
	if first < 0 || first == last {
		return spark{}
	}
	line, foot := b.String(), ","+strconv.Itoa(int(high))
	return spark{line: line, area: x(first) + foot + " " + line + " " + x(last) + foot}
}

func number(v float64) string { return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0") }
