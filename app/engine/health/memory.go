package health

import (
	"cmp"
	"slices"
	"time"

	"devservers/app/base/process"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/run"
)

// warnAt is the use of memory that a server without a declared limit is warned of.
const warnAt = 2 << 30

// MemoryLimits returns the memory limit of a server that declares this one, and from where on to warn. Without a
// declared limit it is half of the machine's memory.
func MemoryLimits(declared int64) (limit, warn int64) {
	if declared != config.DefaultMemory {
		return declared, 0
	}
	limit = process.TotalMemory() / 2
	return limit, min(warnAt, limit/2)
}

// Memory is what a tree uses.
type Memory struct {
	Bytes    int64
	Resident bool // RSS, where the system doesn't count shared pages in part
	Largest  []Process
}

// Process is one of the largest processes of a tree.
type Process struct {
	Program string
	Bytes   int64
}

// Under returns m in words, with the limit that it is under or over.
func (m Memory) Under(limit int64) words.Memory {
	w := words.Memory{Used: m.Bytes, Limit: limit, Resident: m.Resident}
	for _, p := range m.Largest {
		w.Largest = append(w.Largest, words.MemoryOf(p.Program, p.Bytes))
	}
	return w
}

// counted is the memory of a tree when its shared pages were last counted in part.
type counted struct {
	pss, rss int64
	at       time.Time
	took     time.Duration
	resident bool
}

// share is the inverse of the part of the time that counting shared pages may take.
const share = 50

// count returns the memory of a tree: the sum of RSS as long as that is far below what matters, then the sum of PSS,
// which costs more.
func (m *Meter) count(s Metered, members []process.Proc) Memory {
	var rss int64
	for _, p := range members {
		rss += p.RSS
	}
	if rss <= s.matters() {
		return Memory{Bytes: rss}
	}
	c := m.counted[s.Run]
	if time.Since(c.at) > share*c.took || s.crossed(c.pss, c.pss+rss-c.rss) {
		c = countShared(members)
		m.counted[s.Run] = c
	}
	return Memory{Bytes: c.pss + rss - c.rss, Resident: c.resident}
}

// crossed reports whether growing from one size to another reaches a limit that was not reached before.
func (s Metered) crossed(from, to int64) bool {
	return s.Limit > 0 && to > s.Limit || s.Warn > 0 && from <= s.Warn && to > s.Warn
}

// matters returns the use of memory from which on it is counted exactly.
func (s Metered) matters() int64 {
	matters := int64(1 << 62)
	for _, n := range []int64{s.Limit, s.Warn} {
		if n > 0 {
			matters = min(matters, n/4*3)
		}
	}
	return matters
}

// countShared reads the PSS of all processes of a tree.
func countShared(members []process.Proc) counted {
	c := counted{at: time.Now()}
	for _, p := range members {
		pss, resident := memoryOf(p)
		c.rss += p.RSS
		c.pss += pss
		c.resident = c.resident || resident
	}
	c.took = time.Since(c.at)
	return c
}

// memoryOf returns the PSS of a process, or else its RSS.
func memoryOf(p process.Proc) (bytes int64, resident bool) {
	if pss, ok := process.PSS(p.PID); ok {
		return pss, false
	}
	return p.RSS, true
}

// report reports a tree that uses too much, or much.
func (s Metered) report(members []process.Proc, use Memory, from Trees) {
	switch {
	case s.Limit > 0 && use.Bytes > s.Limit:
		use.Largest = largest(members)
		from.OverLimit(s, use)
	case s.Warn > 0 && use.Bytes > s.Warn && !s.Warned:
		use.Largest = largest(members)
		from.Heavy(s, use)
	}
}

// largest returns the three largest processes.
func largest(members []process.Proc) (list []Process) {
	members = slices.SortedFunc(slices.Values(members), func(a, b process.Proc) int { return cmp.Compare(b.RSS, a.RSS) })
	for _, p := range members[:min(3, len(members))] {
		bytes, _ := memoryOf(p)
		list = append(list, Process{cmp.Or(process.Program(p.PID), "a process that has ended"), bytes})
	}
	return list
}

// forgetCounts forgets the runs that don't live any more.
func (m *Meter) forgetCounts(lives map[*run.Run]bool) {
	for r := range m.counted {
		if !lives[r] {
			delete(m.counted, r)
		}
	}
}
