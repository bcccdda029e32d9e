package client

import (
	"fmt"
	"os"
	"strings"
)

// processState describes how a process is, for a message: ", state T: stopped". The third field of /proc/PID/stat
// (proc(5)) stands after the last parenthesis.
func processState(pid int) string {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return ", no such process"
	}
	text := string(data)
	rest := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(rest) == 0 {
		return ""
	}
	return ", state " + rest[0] + stateWord(rest[0])
}

func stateWord(letter string) string {
	switch letter {
	case "T", "t":
		return ": stopped, go on with kill -CONT"
	case "D":
		return ": waits for the disk"
	case "Z":
		return ": ended"
	}
	return ""
}
