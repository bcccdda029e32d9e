//go:build figures && linux

package figures

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

const lastFile = "performance.json"

var update = flag.Bool("update", false, "write the measured ratios to performance.json")

// last are ratios of the same figures that were measured before, and those of now.
type last struct {
	t           *testing.T
	before, now map[string]float64
}

func openLast(t *testing.T) *last {
	t.Helper()
	l := &last{t: t, now: map[string]float64{}}
	data, err := os.ReadFile(lastFile)
	if err == nil {
		err = json.Unmarshal(data, &l.before)
	}
	if err != nil {
		t.Logf("nothing to compare with: %v", err)
	}
	return l
}

// compare notes a ratio, and returns what it was before and the difference. It never fails: a busy machine changes
// both.
func (l *last) compare(name string, ratio float64) string {
	l.now[name] = float64(int(ratio*100+0.5)) / 100
	before, known := l.before[name]
	if !known || before == 0 {
		return "new"
	}
	return fmt.Sprintf("%.2f, now %+.0f%%", before, 100*(ratio/before-1))
}

// save writes the ratios of now over those before, if it was asked for.
func (l *last) save() {
	if !*update {
		return
	}
	all := maps.Clone(l.before)
	if all == nil {
		all = map[string]float64{}
	}
	maps.Copy(all, l.now)
	data, err := json.MarshalIndent(all, "", "\t")
	if err == nil {
		err = os.WriteFile(lastFile, append(data, '\n'), 0o644)
	}
	if err != nil {
		l.t.Error(err)
	}
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// spread returns the median of values, and the least and the most.
func spread(values []float64) string {
	m := median(values)
	return fmt.Sprintf("%s [%s to %s]", short(m), short(slices.Min(values)), short(slices.Max(values)))
}

// short writes a value with 3 digits or its whole part.
func short(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	if len(sorted) == 0 {
		return 0
	}
	return sorted[len(sorted)/2]
}

// load returns the load average of the last minute.
func load() string {
	data, _ := os.ReadFile("/proc/loadavg")
	first, _, _ := strings.Cut(string(data), " ")
	return first
}
