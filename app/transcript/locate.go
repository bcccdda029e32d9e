package transcript

// place is the address of an index record.
type place struct{ seg, i int64 }

// view is the data for one call of a Reader: files, and the bounds at the beginning of the call.
type view struct {
	files
	state
	maxLine int64
	mark    mark // behind the last whole line that was read
}

// firstOff returns the offset of the oldest kept byte.
func (v *view) firstOff() int64 { return v.firstSeg * v.segment }

// final returns the record after the last one, with what the writer published for the end.
func (v *view) final() record { return record{v.end, v.seq, v.start, v.lastWrite} }

// locate finds the last record before the end for which upTo returns true. upTo must return true for a beginning of
// the records, and false after it. If it returns true for none, ok is false and locate returns the first kept record.
// There must be kept bytes.
func (v *view) locate(upTo func(record) bool) (r record, p place, ok bool, err error) {
	seg, err := v.lastSegment(upTo)
	if err != nil {
		return r, p, false, err
	}
	return v.locateIn(seg, upTo)
}

// locateIn does the same as locate, within one segment.
func (v *view) locateIn(seg int64, upTo func(record) bool) (r record, p place, ok bool, err error) {
	n, err := v.records(seg)
	if err != nil {
		return r, p, false, err
	}
	lo, hi := int64(0), n // upTo holds for lo, or lo is 0; it does not hold for hi
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		r, err := v.record(seg, mid)
		if err != nil {
			return r, p, false, err
		}
		if r.off < v.end && upTo(r) {
			lo = mid
		} else {
			hi = mid
		}
	}
	r, err = v.record(seg, lo)
	return r, place{seg, lo}, err == nil && upTo(r), err
}

// lastSegment finds the last segment whose first record satisfies upTo, or the first kept one. It tries the newest
// segment first, where followers and tails read.
func (v *view) lastSegment(upTo func(record) bool) (int64, error) {
	lo, hi := v.firstSeg, (v.end-1)/v.segment+1
	for step := int64(1); hi-lo > 1; step = 0 {
		mid := (lo + hi) / 2
		if step == 1 {
			mid = hi - 1
		}
		r, err := v.head(mid)
		if err != nil {
			return 0, err
		}
		if upTo(r) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo, nil
}

// atLine finds where to begin reading for line seq: at or before its first byte.
func (v *view) atLine(seq int64) (record, place, error) {
	r, p, _, err := v.locate(func(r record) bool { return r.seq < seq || r.seq == seq && r.begins() })
	return r, p, err
}

// atOffset finds the record that the byte at off belongs to.
func (v *view) atOffset(off int64) (record, place, error) {
	r, p, ok, err := v.locateIn(off/v.segment, func(r record) bool { return r.off <= off })
	if err == nil && !ok {
		err = errDamaged
	}
	return r, p, err
}
