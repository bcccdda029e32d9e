package words

import (
	"strconv"
	"time"
)

const day = 24 * time.Hour

// Duration returns a measured or configured length of time in at most two units: "20ms", "0.3s", "12s", "1m 30s", "3m",
// "2h 5m", "3d 4h".
func Duration(d time.Duration) string {
	if d >= 10*time.Second-50*time.Millisecond {
		d = d.Round(time.Second)
	}
	switch {
	case d <= 0:
		return "0s"
	case d < 100*time.Millisecond:
		return strconv.FormatInt(max(1, d.Round(time.Millisecond).Milliseconds()), 10) + "ms"
	case d < 10*time.Second:
		return oneDecimal(d.Seconds()) + "s"
	case d < time.Hour:
		return units(d, time.Minute, "m", time.Second, "s")
	case d < day:
		return units(d, time.Hour, "h", time.Minute, "m")
	}
	return units(d, day, "d", time.Hour, "h")
}

// Age returns how long something has lasted, coarse enough to be read at a glance: "12s", "3m", "2h 5m", "3d".
func Age(d time.Duration) string {
	switch {
	case d < time.Second:
		return "0s"
	case d < time.Minute:
		return Duration(d.Truncate(time.Second))
	case d < time.Hour:
		return Duration(d.Truncate(time.Minute))
	case d < 2*day:
		return units(d, time.Hour, "h", time.Minute, "m")
	}
	return Duration(d.Truncate(day))
}

// Ago returns how long ago something happened: "just now", "12s ago", "3m ago".
func Ago(d time.Duration) string {
	if d < time.Second {
		return "just now"
	}
	return Age(d) + " ago"
}

// Moment returns the time of day of t in now's time zone, with the date if that is not today.
func Moment(t, now time.Time) string {
	t = t.In(now.Location())
	if t.YearDay() == now.YearDay() && t.Year() == now.Year() {
		return t.Format("15:04:05")
	}
	return t.Format("2006-01-02 15:04")
}

// units writes d in whole numbers of a large and a small unit, and leaves out zeros.
func units(d, large time.Duration, l string, small time.Duration, s string) string {
	n, rest := int64(d/large), int64(d%large/small)
	switch {
	case n == 0:
		return strconv.FormatInt(rest, 10) + s
	case rest == 0:
		return strconv.FormatInt(n, 10) + l
	}
	return strconv.FormatInt(n, 10) + l + " " + strconv.FormatInt(rest, 10) + s
}
