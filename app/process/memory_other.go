//go:build !linux

package process

import (
	"github.com/shirou/gopsutil/v4/mem"
	"github.com/shirou/gopsutil/v4/process"
)

// PSS returns false: the system doesn't count shared pages in part.
func PSS(int) (int64, bool) { return 0, false }

// TotalMemory returns the memory of this machine in bytes; 0: not known.
func TotalMemory() int64 {
	v, err := mem.VirtualMemory()
	if err != nil {
		return 0
	}
	return int64(v.Total)
}

func arguments(pid int) []string {
	p, err := process.NewProcess(int32(pid))
	if err != nil {
		return nil
	}
	argv, _ := p.CmdlineSlice()
	return argv
}
