package machine

import (
	"os"
	"strconv"
	"strings"
)

// pressure returns in percent how much of the last ten seconds some process of the machine waited for memory; 0 where
// the system doesn't say: proc_pressure(5).
func pressure() float64 {
	text, err := os.ReadFile("/proc/pressure/memory")
	if err != nil {
		return 0
	}
	return averageOf(string(text))
}

// averageOf returns avg10 of the line some.
func averageOf(text string) float64 {
	for field := range strings.FieldsSeq(text) {
		if value, ok := strings.CutPrefix(field, "avg10="); ok { // the first line is some
			average, _ := strconv.ParseFloat(value, 64)
			return average
		}
	}
	return 0
}
