package transcript

import (
	"syscall"
	"time"
)

// Bounds says what a transcript holds at one moment.
type Bounds struct {
	First, Last  int64 // kept lines; Last counts an unfinished line, and lines that were lost at the end. Last = First-1: none
	End          int64 // bytes printed and kept count, ever; the offset of the next byte
	Bytes        int64 // bytes kept
	Partial      bool  // the last line has no end yet
	LastWrite    time.Time
	DroppedLines int64 // lines (or pieces) that could not be written, because of WriteError; those dropped by the cap are 1..First-1
	DroppedBytes int64
	Closed       bool   // the writer is done; a partial line stays as it is
	WriteError   string // why output is being dropped now, "" when all is well
}

func (l *live) bounds(s state) Bounds {
	b := Bounds{First: s.firstSeq, Last: s.seq - 1, End: s.end, Bytes: s.end - s.firstSeg*l.segment.Load(), Partial: s.end > s.start,
		DroppedLines: s.lostLines, DroppedBytes: s.lostByte, Closed: l.closed.Load() != 0}
	if b.Partial {
		b.Last = s.seq
	}
	if s.lastWrite > 0 {
		b.LastWrite = time.UnixMilli(s.lastWrite)
	}
	if s.errno != 0 {
		b.WriteError = syscall.Errno(s.errno).Error()
	}
	return b
}
