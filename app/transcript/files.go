package transcript

import (
	"errors"
	"fmt"
	"io"
	"path"
	"syscall"
)

// errGone means that a segment was dropped between the check of the bounds and the read. The reader tries again.
var errGone = errors.New("segment is gone")

// errDamaged means damage that only a power cut or another program can cause.
var errDamaged = errors.New("cannot read transcript: its index is damaged")

// file is an open file of segment seg. fd is -1 when none is open; then seg has no meaning.
type file struct {
	fd  int
	seg int64
	on  bool
}

// files reads segments. It keeps the last log and the last index open. Each call of a Reader has its own, used by one
// goroutine.
type files struct {
	dir      string
	segment  int64
	log, idx file
}

func (f *files) close() {
	f.log.close()
	f.idx.close()
}

func (f *file) close() {
	if f.on {
		syscall.Close(f.fd)
		f.on = false
	}
}

func (f *file) open(dir, name string, seg int64) error {
	if f.on && f.seg == seg {
		return nil
	}
	f.close()
	fd, err := openFile(path.Join(dir, name), syscall.O_RDONLY)
	if errors.Is(err, syscall.ENOENT) {
		return errGone
	}
	if err != nil {
		return err
	}
	*f = file{fd: fd, seg: seg, on: true}
	return nil
}

// read fills b with the logical bytes from off, all of which are committed. Bytes lost in a power cut read as NUL.
func (f *files) read(off int64, b []byte) error {
	for len(b) > 0 {
		seg := off / f.segment
		if err := f.log.open(f.dir, logName(seg), seg); err != nil {
			return err
		}
		at := off - seg*f.segment
		part := b[:min(int64(len(b)), f.segment-at)]
		n, err := pread(f.log.fd, part, at)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("cannot read transcript: %w", err)
		}
		clear(part[n:])
		off, b = off+int64(len(part)), b[len(part):]
	}
	return nil
}

// records returns the number of index records of segment seg.
func (f *files) records(seg int64) (int64, error) {
	if err := f.idx.open(f.dir, idxName(seg), seg); err != nil {
		return 0, err
	}
	size, err := fileSize(f.idx.fd)
	return size / recordSize, err
}

// record returns the i-th index record of segment seg.
func (f *files) record(seg, i int64) (record, error) {
	var b [recordSize]byte
	if err := f.idx.open(f.dir, idxName(seg), seg); err != nil {
		return record{}, err
	}
	if _, err := pread(f.idx.fd, b[:], i*recordSize); err != nil {
		return record{}, fmt.Errorf("cannot read index of transcript: %w", err)
	}
	r := getRecord(b[:])
	if !r.sane(seg, f.segment) {
		return r, errDamaged
	}
	return r, nil
}

func (f *files) head(seg int64) (record, error) { return f.record(seg, 0) }
