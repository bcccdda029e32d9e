package process

import (
	"bytes"
	"encoding/binary"
	"time"
)

// What the kernel of macOS returns, on 64-bit machines: struct kinfo_proc of <sys/sysctl.h>, struct proc_taskinfo and
// proc_vnodepathinfo of <sys/proc_info.h>, and KERN_PROCARGS2, sysctl(3). It is read here on every system, so that it
// is tested on every system.
const (
	kinfoSize    = 648
	kinfoSeconds = 0 // p_starttime, a struct timeval
	kinfoMicros  = 8
	kinfoState   = 36  // p_stat
	kinfoPID     = 40  // p_pid
	kinfoRealUID = 392 // e_pcred.p_ruid
	kinfoPPID    = 560 // e_ppid

	taskSize     = 96
	taskResident = 8
	taskUser     = 16 // in ticks of mach_absolute_time(3), as is the next
	taskSystem   = 24

	vnodePath     = 152 // vip_path of pvi_cdir
	vnodePathSize = 2352
	maxPath       = 1024
)

// kinfoStates are the letters of proc(5) for SIDL, SRUN, SSLEEP, SSTOP and SZOMB.
const kinfoStates = "?RRSTZ"

// kinfo is one process as kern.proc returns it.
type kinfo struct {
	Proc
	uid int
}

// parseKinfo reads all struct kinfo_proc of b.
func parseKinfo(b []byte) (list []kinfo) {
	for ; len(b) >= kinfoSize; b = b[kinfoSize:] {
		number := func(at int) int { return int(int32(binary.LittleEndian.Uint32(b[at:]))) }
		seconds, micros := binary.LittleEndian.Uint64(b[kinfoSeconds:]), number(kinfoMicros)
		k := kinfo{Proc{PID: number(kinfoPID), PPID: number(kinfoPPID), State: '?', Start: seconds*1e6 + uint64(micros)},
			number(kinfoRealUID)}
		if state := int(b[kinfoState]); state < len(kinfoStates) {
			k.State = kinfoStates[state]
		}
		list = append(list, k)
	}
	return list
}

// use adds the memory and the CPU time of a struct proc_taskinfo, whose clock has so many ticks a second.
func (p *Proc) use(task []byte, ticks uint64) {
	if len(task) < taskSize || ticks == 0 {
		return
	}
	p.RSS = int64(binary.LittleEndian.Uint64(task[taskResident:]))
	used := binary.LittleEndian.Uint64(task[taskUser:]) + binary.LittleEndian.Uint64(task[taskSystem:])
	p.CPU = time.Duration(used/ticks)*time.Second + time.Duration(used%ticks*uint64(time.Second)/ticks)
}

// parseArguments reads KERN_PROCARGS2: the number of arguments, the path of the program, NULs up to the next word, the
// arguments, and the environment up to an empty word. The environment of another user's process is missing.
func parseArguments(b []byte) (program string, argv, env []string) {
	if len(b) < 4 {
		return "", nil, nil
	}
	count := int(binary.LittleEndian.Uint32(b))
	path, rest, _ := bytes.Cut(b[4:], []byte{0})
	rest = bytes.TrimLeft(rest, "\x00")
	for len(rest) > 0 {
		var word []byte
		word, rest, _ = bytes.Cut(rest, []byte{0})
		switch {
		case len(argv) < count:
			argv = append(argv, string(word))
		case len(word) == 0:
			return string(path), argv, env
		default:
			env = append(env, string(word))
		}
	}
	return string(path), argv, env
}

// parseWorkingDir reads the current directory of a struct proc_vnodepathinfo.
func parseWorkingDir(b []byte) string {
	if len(b) < vnodePath+maxPath {
		return ""
	}
	dir, _, _ := bytes.Cut(b[vnodePath:vnodePath+maxPath], []byte{0})
	return string(dir)
}
