package process

import (
	"bytes"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
)

// PSS returns the memory of a process in bytes, where pages that it shares with others count in part: smaps_rollup,
// proc_pid_smaps(5). The kernel walks all its pages for it, which takes about 50 ms per GB. false: it can't be read.
func PSS(pid int) (int64, bool) {
	var buf [512]byte
	n, err := readSmall("/proc/"+strconv.Itoa(pid)+"/smaps_rollup", buf[:])
	if err != nil || n == 0 {
		return 0, false
	}
	return kilobytes(buf[:n], "\nPss:")
}

// kilobytes returns the number after a key, in bytes.
func kilobytes(data []byte, key string) (int64, bool) {
	_, rest, ok := bytes.Cut(data, []byte(key))
	f := strings.Fields(string(rest[:min(len(rest), 40)]))
	if !ok || len(f) == 0 {
		return 0, false
	}
	kb, err := strconv.ParseInt(f[0], 10, 64)
	return kb << 10, err == nil
}

// TotalMemory returns the memory of this machine in bytes, or the limit of our control group if that is lower; 0: not
// known.
var TotalMemory = sync.OnceValue(func() int64 {
	data, _ := os.ReadFile("/proc/meminfo")
	total, _ := kilobytes(data, "MemTotal:")
	groups, _ := os.ReadFile("/proc/self/cgroup")
	return min(total, groupLimit("/sys/fs/cgroup", string(groups)))
})

// groupLimit returns the lowest limit of the control groups listed in /proc/self/cgroup, and those above them:
// cgroups(7). Version 2 has one hierarchy, version 1 has one for memory.
func groupLimit(root, groups string) int64 {
	limit := int64(math.MaxInt64)
	for line := range strings.Lines(groups) {
		f := strings.SplitN(strings.TrimSpace(line), ":", 3)
		switch {
		case len(f) < 3:
		case f[1] == "":
			limit = min(limit, lowest(root, f[2], "memory.max"))
		case f[1] == "memory":
			limit = min(limit, lowest(root+"/memory", f[2], "memory.limit_in_bytes"))
		}
	}
	return limit
}

// lowest returns the lowest number in the files of this name in a group and those above it.
func lowest(root, group, name string) int64 {
	limit := int64(math.MaxInt64)
	for dir := path.Clean("/" + group); ; dir = path.Dir(dir) {
		data, _ := os.ReadFile(path.Join(root, dir, name))
		if n, err := strconv.ParseInt(strings.TrimSpace(string(data)), 10, 64); err == nil && n > 0 {
			limit = min(limit, n)
		}
		if dir == "/" {
			return limit
		}
	}
}

func arguments(pid int) []string {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	return strings.Split(strings.TrimRight(string(data), "\x00"), "\x00")
}
