package process

import (
	"bytes"
	"encoding/binary"
	"slices"
	"testing"
	"time"
	"unsafe"
)

// These are the structures of <sys/proc.h>, <sys/sysctl.h> and <sys/proc_info.h> on 64-bit machines, up to the last
// field that is read. Go lays them out as C does.
type (
	cTime struct { // struct timeval
		Sec  int64
		Usec int32
	}
	cProc struct { // struct extern_proc
		Start                        cTime
		VMSpace, Sigacts             uint64
		Flag                         int32
		Stat                         int8
		PID, Oppid, Dupfd            int32
		UserStack, ExitThread        uint64
		Debugger, Sigwait            int32
		Estcpu                       uint32
		Cpticks                      int32
		Pctcpu                       uint32
		Wchan, Wmesg                 uint64
		Swtime, Slptime              uint32
		Interval, Value, Rtime       cTime
		Uticks, Sticks, Iticks       uint64
		Traceflag                    int32
		Tracep                       uint64
		Siglist                      int32
		Textvp                       uint64
		Holdcnt                      int32
		Sigmask, Sigignore, Sigcatch uint32
		Priority, Usrpri             uint8
		Nice                         int8
		Comm                         [17]byte
		Pgrp, Addr                   uint64
		Xstat, Acflag                uint16
		Ru                           uint64
	}
	cCred struct { // struct _pcred
		Lock                     [72]byte
		Ucred                    uint64
		RUID, SVUID, RGID, SVGID uint32
		Refcnt                   int32
		_                        int32
	}
	cUcred struct { // struct _ucred
		Ref     int32
		UID     uint32
		Ngroups int16
		Groups  [16]uint32
	}
	cVM struct { // struct vmspace
		A int32
		B uint64
		C [5]int32
		D [3]uint64
	}
	cKinfo struct { // struct kinfo_proc
		Proc                 cProc
		Paddr, Sess          uint64
		Pcred                cCred
		Ucred                cUcred
		VM                   cVM
		PPID, Pgid           int32
		Jobc                 int16
		Tdev, Tpgid          int32
		Tsess                uint64
		Wmesg                [8]byte
		Xsize                int32
		Xrssize, Xcc, Xswrss int16
		Flag                 int32
		Login                [12]byte
		Spare                [4]int32
	}
	cTask struct { // struct proc_taskinfo
		Virtual, Resident, User, System, ThreadsUser, ThreadsSystem uint64
		Numbers                                                     [12]int32
	}
)

// bytesOf returns a structure as it is in memory, with the padding at its end.
func bytesOf[T any](v *T) []byte {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(v)), unsafe.Sizeof(*v)))
}

func TestParseKinfo(t *testing.T) {
	t.Parallel()
	one := cKinfo{PPID: 501}
	one.Proc.PID, one.Proc.Stat, one.Proc.Start, one.Pcred.RUID = 4711, 3, cTime{1_700_000_000, 123456}, 502
	zombie := one
	zombie.Proc.PID, zombie.Proc.Stat = 4712, 5
	if size := unsafe.Sizeof(one); size != kinfoSize {
		t.Fatalf("the structure has %d bytes", size)
	}
	list := parseKinfo(append(append(bytesOf(&one), bytesOf(&zombie)...), "cut short"...))
	if len(list) != 2 {
		t.Fatalf("%+v", list)
	}
	if got := list[0]; got.PID != 4711 || got.PPID != 501 || got.State != 'S' || got.Start != 1_700_000_000_123456 ||
		got.uid != 502 || !got.live() {
		t.Errorf("%+v", got)
	}
	if got := list[1]; got.PID != 4712 || got.live() {
		t.Errorf("%+v", got)
	}
	if got := parseKinfo(make([]byte, kinfoSize-1)); got != nil {
		t.Errorf("of too few bytes: %+v", got)
	}
}

func TestParseTask(t *testing.T) {
	t.Parallel()
	task := bytesOf(&cTask{Virtual: 1 << 40, Resident: 12 << 20, User: 24_000_000, System: 12_000_000})
	if len(task) != taskSize {
		t.Fatalf("the structure has %d bytes", len(task))
	}
	var p Proc
	if p.use(task, 24_000_000); p.RSS != 12<<20 || p.CPU != 1500*time.Millisecond {
		t.Errorf("%+v", p)
	}
	var none Proc
	if none.use(task[:40], 24_000_000); none != (Proc{}) {
		t.Errorf("of too few bytes: %+v", none)
	}
}

func TestParseArguments(t *testing.T) {
	t.Parallel()
	of := func(count uint32, text string) []byte {
		return append(binary.LittleEndian.AppendUint32(nil, count), text...)
	}
	program, argv, env := parseArguments(of(3, "/usr/local/bin/node\x00\x00\x00\x00\x00node\x00\x00server.js\x00PORT=1\x00DEVSERVERS_RUN=abc\x00\x00ptr_munge=\x00"))
	if program != "/usr/local/bin/node" || !slices.Equal(argv, []string{"node", "", "server.js"}) ||
		!slices.Equal(env, []string{"PORT=1", "DEVSERVERS_RUN=abc"}) {
		t.Errorf("%q %q %q", program, argv, env)
	}
	if _, argv, env := parseArguments(of(1, "/bin/sh\x00sh\x00")); len(argv) != 1 || env != nil {
		t.Errorf("without an environment: %q %q", argv, env)
	}
	for _, b := range [][]byte{nil, {1, 0}, of(9, ""), of(1<<31, "/bin/sh"), of(2, "/bin/sh\x00\x00\x00")} {
		parseArguments(b)
	}
}

func TestParseWorkingDir(t *testing.T) {
	t.Parallel()
	b := make([]byte, vnodePathSize)
	copy(b[vnodePath:], "/Users/me/shop\x00")
	if got := parseWorkingDir(b); got != "/Users/me/shop" {
		t.Error(got)
	}
	if got := parseWorkingDir(b[:100]); got != "" {
		t.Error(got)
	}
}

func FuzzKinfo(f *testing.F) {
	f.Add(make([]byte, kinfoSize))
	f.Add([]byte("\x02\x00\x00\x00/bin/sh\x00\x00sh\x00-c\x00A=1\x00\x00"))
	f.Fuzz(func(_ *testing.T, b []byte) {
		parseKinfo(b)
		parseArguments(b)
		parseWorkingDir(b)
		var p Proc
		p.use(b, 1)
	})
}
