package words

import (
	"strconv"
	"strings"
)

// Size returns a number of bytes in units of 1024: "812 B", "1.5 kB", "14 MB".
func Size(n int64) string {
	const units = "kMGTPE"
	if n < 1024 {
		return strconv.FormatInt(n, 10) + " B"
	}
	v, i := float64(n)/1024, 0
	for ; v >= 999.5 && i < len(units)-1; i++ {
		v /= 1024
	}
	return short(v) + " " + units[i:i+1] + "B"
}

// Percent returns a share, 100 being the whole: "0.4%", "45%".
func Percent(v float64) string { return short(v) + "%" }

// Count returns a number with its noun: "1 error", "3 errors".
func Count(n int, noun string) string {
	if n != 1 {
		noun = plural(noun)
	}
	return strconv.Itoa(n) + " " + noun
}

// plural returns the plural of a regular English noun.
func plural(noun string) string {
	last := max(0, len(noun)-1)
	switch {
	case strings.HasSuffix(noun, "y") && !strings.ContainsAny(noun[max(0, last-1):last], "aeiou"):
		return noun[:last] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"),
		strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// short has one decimal below 10, and none if that is 0.
func short(v float64) string {
	if v >= 9.95 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return oneDecimal(v)
}

func oneDecimal(v float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(v, 'f', 1, 64), ".0")
}
