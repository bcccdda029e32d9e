package edits

import (
	"fmt"
	"testing"
	"time"

	"devservers/app/digest"
	"devservers/app/transcript/text"
)

// BenchmarkPlainLines reads lines of a flood that are neither errors nor about requests.
func BenchmarkPlainLines(b *testing.B) {
	var lines [][]byte
	for i := range 64 {
		lines = append(lines, fmt.Appendf(nil, "2026-11-22 05:00:%02d INFO worker-%d processed job 7f3a%dbc of queue "+
			"mail/outgoing in %d ms", i%60, i%4, i, i*3))
	}
	d := digest.New(b.TempDir(), b.TempDir())
	var pg digest.Served
	var pl text.Printed
	at := time.Now()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		at = at.Add(time.Second)
		line := lines[i%len(lines)]
		if !pg.Read(at, line, d) {
			pl.Read(at, line)
		}
	}
}
