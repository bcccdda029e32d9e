//go:build chaos

package chaos

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

func (b *burst) killManager(*rand.Rand) string {
	id, ok := b.world.manager()
	if !ok {
		return "none runs"
	}
	return fmt.Sprint(id.PID, " ", id.Signal(syscall.SIGKILL))
}

// killAfterAnswer kills the manager when it has just promised something of a server that takes a while to end, and that
// nobody else uses.
func (b *burst) killAfterAnswer(random *rand.Rand) string {
	c := b.world.callers[0]
	said := c.request("start", "last", "ready") + "; "
	for _, action := range [][]string{{"stop", "start"}, {"stop", "start"}, {"restart"}, {"stop"}}[random.IntN(4)] {
		said += c.request(action, "last", "none") + "; "
	}
	return said + b.killManager(random)
}

// endAlone ends a server while no manager runs: only its holder knows its exit code.
func (b *burst) endAlone(random *rand.Rand) string {
	said := b.world.callers[0].request("start", "alone", "ready") + "; "
	_, rec, ok := b.aRun(random, []string{"alone"})
	if !ok || rec.Ready == nil {
		return said + "it is not ready"
	}
	b.world.alone.add(rec.ID)
	return said + b.killManager(random) + fmt.Sprint("; ", rec.Leader.Signal(syscall.SIGTERM))
}

func (b *burst) keepServers(*rand.Rand) string {
	out, code := b.world.devservers("stop", "--keep-servers")
	return fmt.Sprint(code, " ", out)
}

func (b *burst) freezeManager(random *rand.Rand) string {
	id, ok := b.world.manager()
	if !ok {
		return "none runs"
	}
	err := id.Signal(syscall.SIGSTOP)
	d := freeze(random)
	time.Sleep(d)
	return fmt.Sprint(d, " ", errors.Join(err, id.Signal(syscall.SIGCONT)))
}

// lowering is held while a manager's limit is low: a second fault would take that for the usual one and leave it.
var lowering sync.Mutex

// noDescriptors lets the manager open only a few files more than it has.
func (b *burst) noDescriptors(random *rand.Rand) string {
	lowering.Lock()
	defer lowering.Unlock()
	id, ok := b.world.manager()
	if !ok {
		return "none runs"
	}
	var old unix.Rlimit
	low := unix.Rlimit{Cur: uint64(descriptors(id.PID) + random.IntN(4))}
	if err := unix.Prlimit(id.PID, unix.RLIMIT_NOFILE, nil, &old); err != nil {
		return err.Error()
	}
	low.Max = old.Max
	err := unix.Prlimit(id.PID, unix.RLIMIT_NOFILE, &low, nil)
	time.Sleep(300 * time.Millisecond)
	return fmt.Sprint(low.Cur, " ", errors.Join(err, unix.Prlimit(id.PID, unix.RLIMIT_NOFILE, &old, nil)))
}

// secondManager is V9: one manager at most.
func (b *burst) secondManager(*rand.Rand) string {
	cmd := exec.Command(b.world.exe, "serve")
	cmd.Env, cmd.Dir = b.world.env, b.world.dir
	if err := cmd.Start(); err != nil {
		return err.Error()
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
		return fmt.Sprint("exit code ", cmd.ProcessState.ExitCode())
	case <-time.After(2 * time.Second): // no other ran, so it is the manager now
		if id, ok := b.world.manager(); ok && id.PID != cmd.Process.Pid {
			settle(10*time.Second, func() string {
				select {
				case <-done:
					return ""
				default:
					return "it still runs"
				}
			})
		}
		return "became the manager"
	}
}

func (b *burst) damageStatus(random *rand.Rand) string {
	file := b.world.dirs.State + "/status.json"
	if random.IntN(2) == 0 {
		return fmt.Sprint("removed ", os.Remove(file))
	}
	return fmt.Sprint("truncated ", os.Truncate(file, int64(random.IntN(100))))
}

// emptyConfig empties config.yml for a moment, as editors do that write in place.
func (b *burst) emptyConfig(random *rand.Rand) string {
	s := b.world.sides
	s.emptied.Lock()
	defer s.emptied.Unlock()
	file := b.world.dirs.GlobalFile()
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 {
		return fmt.Sprint("can't be read ", err)
	}
	err = os.Truncate(file, 0)
	time.Sleep(freeze(random) / 2)
	return fmt.Sprint(errors.Join(err, os.WriteFile(file, data, 0o600)))
}
