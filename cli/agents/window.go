package agents

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"devservers/app/base/process"
)

// shells run helpers for clients.
var shells = []string{"sh", "bash", "dash", "zsh", "fish", "ash", "ksh"}

// Window names the process of the client that runs this command, so that each of its windows has a session of its own
// and keeps it if it asks again. Without such a process the name is new each time.
func Window() string {
	pid := os.Getppid()
	for range 8 {
		p, err := process.Read(pid)
		if err != nil || pid <= 1 {
			break
		}
		if !slices.Contains(shells, filepath.Base(process.Executable(pid))) {
			id := p.Identity()
			sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", id.Boot, id.PID, id.Start))
			return hex.EncodeToString(sum[:16])
		}
		pid = p.PPID
	}
	return rand.Text()
}
