package text

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
