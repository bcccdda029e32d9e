//go:build !linux

package process

import (
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/shirou/gopsutil/v4/host"
	"github.com/shirou/gopsutil/v4/process"
)

func bootID() string {
	t, err := host.BootTime()
	if err != nil {
		return ""
	}
	return time.Unix(int64(t), 0).UTC().Format(time.RFC3339)
}

func Read(pid int) (Proc, error) {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return Proc{}, errGone
	}
	start, err := p.CreateTime()
	if err != nil {
		return Proc{}, errGone
	}
	ppid, _ := p.Ppid()
	out := Proc{PID: pid, PPID: int(ppid), State: 'S', Start: uint64(start)}
	if st, err := p.Status(); err == nil && len(st) > 0 && strings.HasPrefix(st[0], "z") {
		out.State = 'Z'
	}
	if m, err := p.MemoryInfo(); err == nil {
		out.RSS = int64(m.RSS)
	}
	if t, err := p.Times(); err == nil {
		out.CPU = time.Duration((t.User + t.System) * float64(time.Second))
	}
	return out, nil
}

func pids() ([]int, error) {
	list, err := process.Pids()
	out := make([]int, len(list))
	for i, p := range list {
		out[i] = int(p)
	}
	return out, err
}

func marked(pid int, id string) bool {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return false
	}
	env, err := p.Environ()
	if err != nil {
		return false
	}
	return slices.Contains(env, Marker+"="+id)
}

func signalExactly(pid int, start uint64, sig syscall.Signal) error {
	return signalChecked(pid, start, sig)
}

// Age returns how long ago p was started.
func Age(p Proc) time.Duration { return time.Since(time.UnixMilli(int64(p.Start))) }

// FreeMemory returns 0 for unknown: it is not implemented here.
func FreeMemory() int64 { return 0 }

// locksBelow is not implemented here: it would tell which processes are managers and holders.
func locksBelow(int, string) bool { return false }

func ownerOf(int) int { return -1 }

// WorkingDir is not implemented here.
func WorkingDir(int) string { return "" }
