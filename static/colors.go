package static

import (
	"fmt"
	"math"
	"strings"
)

// colorsFile has the colors 16 to 255 of terminals as classes: f16 for text, g16 for what is behind it. They are made
// here, with enough contrast on the ground of output.
const colorsFile = "colors.css"

// The luminance (WCAG 2) that text has at least, on lines of errors too, and that what is behind text has at most.
const leastText, mostBehind = 0.26, 0.12

func colors() []byte {
	var b strings.Builder
	b.WriteString("@layer parts {\n")
	for n := 16; n < 256; n++ {
		color := xterm(n)
		fmt.Fprintf(&b, "  .f%d { color: %s; }\n  .g%d { background: %s; }\n", n, color.toward(white, leastText).hex(), n,
			color.toward(black, mostBehind).hex())
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// rgb is a color, each part from 0 to 255.
type rgb [3]float64

var white, black = rgb{255, 255, 255}, rgb{}

// xterm returns one of xterm's 256 colors beyond the first 16: a cube of 6 steps, then 24 grays.
func xterm(n int) rgb {
	if n >= 232 {
		gray := float64(8 + 10*(n-232))
		return rgb{gray, gray, gray}
	}
	step := func(i int) float64 { return []float64{0, 95, 135, 175, 215, 255}[i%6] }
	return rgb{step((n - 16) / 36), step((n - 16) / 6), step(n - 16)}
}

// luminance is that of WCAG 2.
func (c rgb) luminance() (sum float64) {
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		v := c[i] / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += weight * v
	}
	return sum
}

// toward mixes in as little of another color as leads to a luminance: at least it for white, at most for black.
func (c rgb) toward(to rgb, limit float64) rgb {
	for share := 0.0; share < 1; share += 0.02 {
		mixed := rgb{}
		for i := range c {
			mixed[i] = c[i]*(1-share) + to[i]*share
		}
		if l := mixed.luminance(); to == white && l >= limit || to == black && l <= limit {
			return mixed
		}
	}
	return to
}

func (c rgb) hex() string {
	return fmt.Sprintf("#%02x%02x%02x", int(c[0]+0.5), int(c[1]+0.5), int(c[2]+0.5))
}
