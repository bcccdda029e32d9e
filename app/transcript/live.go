package transcript

import (
	"errors"
	"fmt"
	"path"
	"sync"
	"sync/atomic"
	"syscall"
	"unsafe"
)

const (
	// maxLine is the length of the longest piece of a line in bytes, including its '\n'. Longer lines are cut.
	maxLine = 64 << 10
	// bufferSize is the length of the writer's buffer, and therefore of the largest chunk.
	bufferSize = 64 << 10

	maxSegment = 1 << 30 // of a file that is not damaged
	liveName   = "live"
	headerSize = 4096
	liveSize   = headerSize + bufferSize
	magic      = 0x0001_7472_6373_7664 // "dvscrt", version 1
)

// state is what the writer publishes atomically: all fields of a snapshot belong together.
type state struct {
	end, seq, start     int64 // committed logical end; the unfinished or next line, and where it starts
	firstSeg, firstSeq  int64 // the first kept ones
	lastWrite           int64 // Unix ms
	lostLines, lostByte int64 // dropped because they could not be written
	errno               int64 // why the last chunk could not be written, or 0
}

// journalDone as base means that the journal's content is committed and is being cleared.
const journalDone = -1

// slot is a state in the mapping.
type slot [9]atomic.Int64

func (s *slot) store(v *state) {
	s[0].Store(v.end)
	s[1].Store(v.seq)
	s[2].Store(v.start)
	s[3].Store(v.firstSeg)
	s[4].Store(v.firstSeq)
	s[5].Store(v.lastWrite)
	s[6].Store(v.lostLines)
	s[7].Store(v.lostByte)
	s[8].Store(v.errno)
}

func (s *slot) load() (v state) {
	v.end, v.seq, v.start = s[0].Load(), s[1].Load(), s[2].Load()
	v.firstSeg, v.firstSeq = s[3].Load(), s[4].Load()
	v.lastWrite, v.lostLines, v.lostByte, v.errno = s[5].Load(), s[6].Load(), s[7].Load(), s[8].Load()
	return v
}

// header is the first page of live. It has two slots: the writer fills the one that gen does not point at and then
// raises gen. So a writer that dies half-way leaves a complete state, and no reader ever waits for it.
type header struct {
	magic                 atomic.Uint64
	segment, cap, maxLine atomic.Int64
	gen                   atomic.Uint64
	slots                 [2]slot
	base                  atomic.Int64 // logical offset of the journal's first byte, or journalDone
	closed                atomic.Int64
	moved                 atomic.Int64 // the folder was deleted; another live file replaced this one
	_                     [64]byte     // armed is written by readers: keep it off the writer's cache line
	armed                 atomic.Int64
}

func (h *header) publish(v *state) {
	g := h.gen.Load() + 1
	h.slots[g&1].store(v)
	h.gen.Store(g)
}

func (h *header) snapshot() state {
	for {
		g := h.gen.Load()
		v := h.slots[g&1].load()
		if h.gen.Load() == g {
			return v
		}
	}
}

// live is the mapped file, of which readers map the header alone, for writing too because of the armed word.
type live struct {
	*header
	mem      []byte
	fd       int // the writer's, to check whether the file is still in its place; else -1
	readOnly bool

	segmentSize, lineMax int64 // the reader's, as they were when it opened the file

	mu    sync.Mutex
	known state // of the last look that was possible
	over  bool  // closed, in that look
}

func (l *live) journal() []byte { return l.mem[headerSize:liveSize:liveSize] }

func (l *live) unmap() error {
	if l.fd >= 0 {
		syscall.Close(l.fd)
	}
	return syscall.Munmap(l.mem)
}

// createLive creates the file. It fills it with real zeros: with a hole, a full disk would cause SIGBUS at the first
// access to the page.
func createLive(dir string) (*live, error) {
	fd, err := openFile(path.Join(dir, liveName), syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL)
	if err != nil {
		return nil, err
	}
	if err = fillZeros(fd); err == nil {
		var l *live
		if l, err = mapLive(fd, liveSize, false); err == nil {
			return l, nil
		}
	}
	syscall.Close(fd)
	_ = syscall.Unlink(path.Join(dir, liveName))
	return nil, err
}

// fillZeros writes the header's page apart from the journal: the system may map as one piece what was written in one,
// and all of it would be memory of each holder whose server prints nothing.
func fillZeros(fd int) error {
	if _, err := pwrite(fd, zeros[:headerSize], 0); err != nil {
		return err
	}
	_, err := pwrite(fd, zeros[:], headerSize)
	return err
}

// zeros is never written, so it takes no memory.
var zeros [bufferSize]byte

func openLive(dir string, write bool) (*live, error) {
	file := path.Join(dir, liveName)
	fd, err := openFile(file, syscall.O_RDWR)
	readOnly := false
	if err != nil && !write && (errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EROFS) ||
		errors.Is(err, syscall.EPERM)) {
		readOnly = true
		fd, err = openFile(file, syscall.O_RDONLY)
	}
	if err != nil {
		return nil, err
	}
	mapped := headerSize // a reader needs no journal, and with hundreds of readers it would seem to be much memory
	if write {
		mapped = liveSize
	}
	l, err := mapLive(fd, mapped, readOnly)
	if err != nil {
		syscall.Close(fd)
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if !write {
		syscall.Close(fd)
		l.fd = -1
	}
	err = errNotOurs
	touch(func() {
		err = l.check()
		l.segmentSize, l.lineMax = l.segment.Load(), l.maxLine.Load()
		l.known, l.over = l.snapshot(), l.closed.Load() != 0
	})
	if err != nil {
		_ = l.unmap()
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return l, nil
}

func mapLive(fd, mapped int, readOnly bool) (*live, error) {
	if size, err := fileSize(fd); err != nil || size != liveSize {
		return nil, errNotOurs
	}
	prot := syscall.PROT_READ | syscall.PROT_WRITE
	if readOnly {
		prot = syscall.PROT_READ
	}
	mem, err := syscall.Mmap(fd, 0, mapped, prot, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("cannot map: %w", err)
	}
	return &live{header: (*header)(unsafe.Pointer(&mem[0])), mem: mem, fd: fd, readOnly: readOnly}, nil
}

func (l *live) check() error {
	s := l.snapshot()
	segment := l.segment.Load()
	longest := l.maxLine.Load() // readers take memory for it
	ok := l.magic.Load() == magic && segment > 0 && segment <= maxSegment && longest > 0 &&
		longest <= min(segment, maxLine) &&
		s.end >= 0 && s.start <= s.end && s.end-s.start <= longest && s.firstSeg >= 0 && s.firstSeg <= s.end/segment &&
		s.firstSeq >= 1 && s.firstSeq <= s.seq
	if !ok {
		return errNotOurs
	}
	return nil
}
