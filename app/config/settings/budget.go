package settings

import (
	"strconv"
	"strings"

	"devservers/app/config/yml"
)

// Budget is what all servers together may use.
type Budget struct {
	// Memory of all servers; zero = what leaves the machine enough for other programs.
	Memory Portion
	// NoBudget is memory: none: no start waits for memory.
	NoBudget   bool
	MaxRunning int                // servers at the same time; 0 = no limit
	Shares     map[string]Portion // of Memory, by the name or id of a project
}

// Portion is an amount of memory, or a part of a whole.
type Portion struct {
	Bytes   int64
	Percent int // if Bytes is 0
}

// Of returns the portion in bytes; 0 if there is none.
func (p Portion) Of(whole int64) int64 {
	if p.Bytes > 0 {
		return p.Bytes
	}
	return whole / 100 * int64(p.Percent)
}

func (r *fileReader) memory(v *yml.Node, key string) {
	s := &r.out.settings
	if s.NoBudget = v.Text == "none"; !s.NoBudget && v.Kind != yml.Null {
		s.Memory = r.portion(v, key)
	}
}

// portion reads 60% or a size.
func (r *fileReader) portion(v *yml.Node, key string) (p Portion) {
	const form = "write a part such as 60%, or a size such as 8GB"
	percent, ok := strings.CutSuffix(v.Text, "%")
	if !ok {
		if p.Bytes = r.Size(v, key, 0); v.Text == "none" {
			r.Report(v, key, form, "none is no share")
		}
		return p
	}
	n, err := strconv.Atoi(strings.TrimSpace(percent))
	if err != nil || n < 1 || n > 100 {
		r.Report(v, key, form, "expected a part from 1%% to 100%%, found %s", yml.Found(v))
		return p
	}
	return Portion{Percent: n}
}

// shares reads the portions of projects.
func (r *fileReader) shares(v *yml.Node, key string) map[string]Portion {
	const form = "write projects and their shares, such as shares: {shop: 50%}"
	shares := map[string]Portion{}
	for _, p := range r.Pairs(v, key, form, "") {
		shares[p.Key.Text] = r.portion(p.Value, key)
	}
	return shares
}
