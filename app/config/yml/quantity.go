package yml

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"devservers/app/base/words"
)

// Duration reads "60s", "500ms", "1m30s" or a number of units, from least to most.
func (r *Reader) Duration(v *Node, key string, unit, least, most time.Duration) (time.Duration, bool) {
	name := map[time.Duration]string{time.Second: "seconds", time.Minute: "minutes"}[unit]
	form := fmt.Sprintf("write a number of %s, or a duration such as 500ms, 30s, 5m", name)
	d, ok := parseDuration(v.Text, unit)
	switch {
	case !ok:
		r.Report(v, key, form, "expected a duration, found %s", Found(v))
	case d < least || d > most:
		r.Report(v, key, form, "expected a duration from %s to %s, found %s", short(least), short(most), Found(v))
	default:
		return d, true
	}
	return 0, false
}

func parseDuration(text string, unit time.Duration) (time.Duration, bool) {
	text = strings.TrimSpace(text)
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		f := n * float64(unit)
		if math.IsNaN(f) || math.Abs(f) > math.MaxInt64/2 {
			return 0, false
		}
		return time.Duration(f), true
	}
	d, err := time.ParseDuration(strings.ReplaceAll(text, " ", ""))
	return d, err == nil
}

// short returns a duration in the form that the file may contain, without trailing zero units.
func short(d time.Duration) string {
	s := d.String()
	if d >= time.Minute {
		s = strings.TrimSuffix(s, "0s")
	}
	if d >= time.Hour {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

const longestIdle = 366 * 24 * time.Hour

// Minutes reads an idle timeout, a number of minutes or a duration. It returns nil for anything else.
func (r *Reader) Minutes(v *Node, key string) *time.Duration {
	d, ok := r.Duration(v, key, time.Minute, 0, longestIdle)
	if !ok {
		return nil
	}
	return &d
}

// sizePattern is a number with an optional unit. Each holder also initializes this package.
var sizePattern = words.Lazy(`(?i)^([0-9]+(?:\.[0-9]+)?)\s*([kmgt]?)(i?b)?$`)

// parseSize reads "512MB", "1.5GiB", "64k" or a number of bytes. All units are powers of 1024, as in Docker and
// systemd.
func parseSize(text string) (int64, bool) {
	m := sizePattern().FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	n, err := strconv.ParseFloat(m[1], 64)
	bytes := n * float64(int64(1)<<(10*strings.Index(" kmgt", strings.ToLower(m[2] + " ")[:1])))
	return int64(bytes), err == nil && bytes <= 1<<60
}

// minSize is the smallest limit: a smaller one lacks its unit.
const minSize = 1 << 20

// Size reads a limit in bytes; 0 and none mean no limit.
func (r *Reader) Size(v *Node, key string, fallback int64) int64 {
	const form = "write a size such as 512MB or 1GB, or none for no limit"
	n, ok := parseSize(v.Text)
	switch {
	case v.Text == "none":
		return 0
	case !ok:
		r.Report(v, key, form, "expected a size, found %s", Found(v))
	case n > 0 && n < minSize:
		r.Report(v, key, "a number without a unit is bytes: "+form, "expected at least 1MB, found %s", Found(v))
	default:
		return n
	}
	return fallback
}

// Integer reads a whole number from least to most.
func (r *Reader) Integer(v *Node, key, form string, least, most int) (int, bool) {
	if n, err := strconv.Atoi(v.Text); err == nil && n >= least && n <= most {
		return n, true
	}
	r.Report(v, key, form, "expected a number from %d to %d, found %s", least, most, Found(v))
	return 0, false
}
