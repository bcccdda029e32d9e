package transcript

import (
	"syscall"
	"time"
)

// Bounds describes what a transcript holds at one moment.
type Bounds struct {
	First, Last  int64 // kept lines; Last counts an unfinished line, and lines lost at the end. Last = First-1: none
	End          int64 // number of bytes ever stored; the offset of the next byte
	Bytes        int64 // bytes kept
	Partial      bool  // the last line has not ended yet
	LastWrite    time.Time
	DroppedLines int64 // lines (or pieces) not written because of WriteError; the cap has dropped 1..First-1
	DroppedBytes int64
	Closed       bool   // the writer has finished; a partial line stays as it is
	WriteError   string // why output is being dropped now; "" when none is
}

func boundsOf(s state, segment int64, closed bool) Bounds {
	b := Bounds{First: s.firstSeq, Last: s.seq - 1, End: s.end, Bytes: s.end - s.firstSeg*segment,
		Partial:      s.end > s.start,
		DroppedLines: s.lostLines, DroppedBytes: s.lostByte, Closed: closed}
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
