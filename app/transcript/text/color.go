package text

import (
	"cmp"
	"strconv"
)

// basicColors has a hexadecimal digit for each of xterm's 256 colors but the first 16: the nearest of those. A row of
// 36 for each red of the cube, then the 24 grays.
const basicColors = "" +
	"0444cc2644cc2264cc2226ccaaaaecaaaaae" +
	"1544cc3844cc2264cc2226ccaaaaecaaaaae" +
	"1154cc1154cc3384cc2226ccaaaaecaaaaae" +
	"1115cc1115cc1115cc3337ccaaaaecaaaaae" +
	"9999dc9999dc9999dc9999dcbbbb7caaaaae" +
	"99999d99999d99999d99999d99999dbbbbbf" +
	"000000888888777777ffffff"

// basic returns the basic color nearest to a color of 256. Black becomes dark gray, which is readable on the dark
// ground.
func basic(n int) int {
	if n >= 16 {
		v, _ := strconv.ParseUint(basicColors[n-16:n-15], 16, 8)
		n = int(v)
	}
	return cmp.Or(n, 8)
}

// cube are the steps of red, green and blue in xterm's cube of colors.
var cube = [6]int{0, 95, 135, 175, 215, 255}

// indexed returns the color of xterm's cube or grays that is nearest to r, g, b.
func indexed(r, g, b int) int {
	at, away := 16, 0
	for _, v := range [3]int{r, g, b} {
		step := nearestStep(v)
		at, away = 6*(at-16)+step+16, away+square(cube[step]-v)
	}
	gray := min(max(((r+g+b)/3-3)/10, 0), 23)
	level := 8 + 10*gray
	if square(level-r)+square(level-g)+square(level-b) < away {
		return 232 + gray
	}
	return at
}

func nearestStep(v int) (step int) {
	for i, level := range cube {
		if square(level-v) < square(cube[step]-v) {
			step = i
		}
	}
	return step
}

func square(n int) int { return n * n }
