package client

import (
	"fmt"
	"os"
	"strings"
	"syscall"

	"devservers/app/base/home"
	"devservers/app/transcript/text"
)

// logLimit is the size at which the manager's log is renamed before a new manager begins.
const logLimit = 10 << 20

func openLog(dirs home.Dirs) (*os.File, error) {
	file := dirs.LogFile()
	if info, err := os.Lstat(file); err == nil && info.Size() > logLimit {
		_ = os.Rename(file, file+".1")
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot open the manager's log: %w", err)
	}
	return f, nil
}

// lastLogLine is the end of the manager's log, for a message.
func lastLogLine(dirs home.Dirs) string {
	data, err := os.ReadFile(dirs.LogFile())
	if err != nil {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	if last := text.Plain([]byte(lines[len(lines)-1])); last != "" {
		return ": " + last
	}
	return ""
}
