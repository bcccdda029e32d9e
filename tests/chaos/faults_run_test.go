//go:build chaos

package chaos

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// aRun picks a server that has a living run.
func (b *burst) aRun(random *rand.Rand, of []string) (name string, rec protocol.Record, ok bool) {
	for _, i := range random.Perm(len(of)) {
		ids := b.world.runs(of[i])
		if len(ids) == 0 {
			continue
		}
		rec, err := protocol.Load(b.world.runDir(of[i], ids[len(ids)-1]))
		if err == nil && rec.Gone == nil && rec.Leader.Alive() {
			return of[i], rec, true
		}
	}
	return "", rec, false
}

func (b *burst) killHolder(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, everything)
	if !ok {
		return "nothing runs"
	}
	b.disturbed.add(name)
	if b.unstable() {
		b.world.cut.add(rec.ID)
	}
	return fmt.Sprint(name, " run ", rec.ID, " ", rec.Holder.Signal(syscall.SIGKILL))
}

func (b *burst) freezeHolder(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, everything)
	if !ok {
		return "nothing runs"
	}
	b.disturbed.add(name)
	err := rec.Holder.Signal(syscall.SIGSTOP)
	d := freeze(random)
	time.Sleep(d)
	return fmt.Sprint(name, " run ", rec.ID, " ", d, " ", errors.Join(err, rec.Holder.Signal(syscall.SIGCONT)))
}

// fullForHolder lets no file of a holder grow, as on a full disk.
func (b *burst) fullForHolder(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, []string{"ack", "pipe", "tree", "deaf", "flood"})
	if !ok {
		return "nothing runs"
	}
	b.disturbed.add(name)
	b.world.lossy.add(rec.ID)
	var old unix.Rlimit
	if err := unix.Prlimit(rec.Holder.PID, unix.RLIMIT_FSIZE, nil, &old); err != nil || !rec.Holder.Alive() {
		return fmt.Sprint("gone ", err)
	}
	low := unix.Rlimit{Cur: 1, Max: old.Max}
	if old == low {
		return name + ": its disk is full already"
	}
	err := unix.Prlimit(rec.Holder.PID, unix.RLIMIT_FSIZE, &low, nil)
	time.Sleep(freeze(random))
	if rec.Holder.Alive() {
		err = errors.Join(err, unix.Prlimit(rec.Holder.PID, unix.RLIMIT_FSIZE, &old, nil))
	}
	return fmt.Sprint(name, " run ", rec.ID, " ", err)
}

// killProcess kills the command of a run, or any process of its tree.
func (b *burst) killProcess(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, everything)
	if !ok {
		return "nothing runs"
	}
	b.disturbed.add(name)
	all, _ := process.Listing()
	below := process.Below(all, rec.Holder.PID)
	if len(below) == 0 {
		return "gone"
	}
	victim := below[random.IntN(len(below))]
	id := process.Identity{PID: victim.PID, Start: victim.Start, Boot: rec.Holder.Boot}
	if !rec.Holder.Alive() {
		return "gone"
	}
	return fmt.Sprint(name, " run ", rec.ID, " PID ", id.PID, " ", id.Signal(syscall.SIGKILL))
}

func (b *burst) freezeServer(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, everything)
	if !ok {
		return "nothing runs"
	}
	b.disturbed.add(name)
	err := rec.Leader.Signal(syscall.SIGSTOP)
	time.Sleep(freeze(random))
	return fmt.Sprint(name, " run ", rec.ID, " ", errors.Join(err, rec.Leader.Signal(syscall.SIGCONT)))
}

func (b *burst) removeRun(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, []string{"ack", "tree", "deaf", "slow"})
	if !ok || rec.Ready == nil { // what it is to print for that would be gone, too
		return "nothing is ready"
	}
	b.disturbed.add(name)
	b.world.lost.add(rec.ID)
	b.world.lossy.add(rec.ID)
	return fmt.Sprint(name, " run ", rec.ID, " ", os.RemoveAll(b.world.runDir(name, rec.ID)))
}

func (b *burst) damageRecord(random *rand.Rand) string {
	name, rec, ok := b.aRun(random, steady)
	if !ok {
		return "nothing runs"
	}
	b.disturbed.add(name)
	b.world.damaged.add(rec.ID)
	file := filepath.Join(b.world.runDir(name, rec.ID), "run.json")
	return fmt.Sprint(name, " run ", rec.ID, " ", os.Truncate(file, int64(random.IntN(200))))
}

// takePort listens where web does, while that is down.
func (b *burst) takePort(random *rand.Rand) string {
	b.disturbed.add("web")
	var st struct{ Port int }
	b.world.get(ofMaze+"web", &st)
	l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", st.Port))
	if err != nil {
		return err.Error()
	}
	defer l.Close()
	time.Sleep(freeze(random))
	return fmt.Sprint("port ", st.Port)
}

// storm runs the task that leaves processes behind, and stops it in the middle.
func (b *burst) storm(random *rand.Rand) string {
	a := b.world.post("/api/projects/maze/tasks/storm/run", map[string]any{}, nil)
	time.Sleep(freeze(random) / 8)
	if random.IntN(2) == 0 {
		a = b.world.post("/api/projects/maze/tasks/storm/stop", map[string]any{}, nil)
	}
	return a.String()
}
