package words

import (
	"fmt"
	"strings"
)

// Memory is what a run uses.
type Memory struct {
	Used, Limit int64
	Resident    bool     // shared pages count for each process: the system counts them no other way
	Largest     []string // its largest processes, as MemoryOf returns them
}

// MemoryOf returns what a process uses: "node server.js 812 MB".
func MemoryOf(program string, used int64) string { return program + " " + Size(used) }

// OverMemory returns how a run exceeded its memory limit.
func OverMemory(m Memory) string { return m.text("used") }

// MuchMemory returns that a run uses much memory.
func MuchMemory(m Memory) string { return m.text("uses") }

func (m Memory) text(uses string) string {
	counted := ""
	if m.Resident {
		counted = " (RSS, where shared pages count several times)"
	}
	text := fmt.Sprintf("it %s %s of memory%s, and its limit is %s", uses, Size(m.Used), counted, Size(m.Limit))
	if len(m.Largest) > 0 {
		text += ": " + strings.Join(m.Largest, ", ")
	}
	return text
}
