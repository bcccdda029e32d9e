package transcript

import (
	"encoding/binary"
	"fmt"
)

const recordSize = 32

// record is one entry of the index: the byte at off arrived at milli (Unix, ms) and belongs to line seq, which starts
// at start.
type record struct{ off, seq, start, milli int64 }

func (r record) put(b []byte) {
	binary.LittleEndian.PutUint64(b[0:], uint64(r.off))
	binary.LittleEndian.PutUint64(b[8:], uint64(r.seq))
	binary.LittleEndian.PutUint64(b[16:], uint64(r.start))
	binary.LittleEndian.PutUint64(b[24:], uint64(r.milli))
}

func getRecord(b []byte) record {
	return record{
		off:   int64(binary.LittleEndian.Uint64(b[0:])),
		seq:   int64(binary.LittleEndian.Uint64(b[8:])),
		start: int64(binary.LittleEndian.Uint64(b[16:])),
		milli: int64(binary.LittleEndian.Uint64(b[24:])),
	}
}

// begins reports whether a line begins at the record's byte.
func (r record) begins() bool { return r.start == r.off }

func logName(segment int64) string { return fmt.Sprintf("%06d.log", segment) }
func idxName(segment int64) string { return fmt.Sprintf("%06d.idx", segment) }

// sane reports whether a record can belong to segment seg. The readers of records rely on it.
func (r record) sane(seg, segment int64) bool {
	return r.off/segment == seg && r.start >= 0 && r.start <= r.off && r.seq > 0
}
