package hosts

import (
	"math"
	"runtime"

	"golang.org/x/sys/unix"
)

// Load returns the load of this machine in the last minute, for each of its processors (sysinfo(2)).
func Load() float64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return math.Round(float64(info.Loads[0])/65536/float64(runtime.NumCPU())*100) / 100
}
