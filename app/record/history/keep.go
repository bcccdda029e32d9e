package history

import (
	"cmp"
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/run"
)

// keepPause is the time between two looks at all runs.
const keepPause = 8 * time.Second

// mostUnseen is more than a living run's folder can grow while no file in it comes or goes: a segment of the
// transcript and its part of the index.
const mostUnseen = 8 << 20

// leastCap is the least that a living run's transcript is cut to, for the total.
const leastCap = 8 << 20

// Keeper keeps the runs on disk in order while servers run: together they stay within a limit, and the folder of a
// living run is made again if somebody removed it. It remembers the sizes of ended runs, so a look reads only live and
// new ones.
type Keeper struct {
	Runs
	Living func() []*run.Run
	Most   func() int64 // bytes of all runs; 0 = no limit

	sizes map[string]int64       // of runs that are over, by directory
	total int64                  // of all runs when they were measured
	made  map[*run.Run]time.Time // when the files in the folder of each living run last came or went
	caps  map[*run.Run]int64
}

// Run looks until ctx ends.
func (k *Keeper) Run(ctx context.Context) {
	for app.Beat(ctx, keepPause) {
		k.look()
		k.listen(ctx)
	}
}

// listen asks the holders whether they work, and notes which don't answer. If this process itself stood still
// meanwhile, that says nothing.
func (k *Keeper) listen(ctx context.Context) {
	living, began := k.Living(), time.Now()
	for _, r := range living {
		r.Pulse(run.PulseRest(len(living)))
	}
	if !app.Pause(ctx, run.PulseTime) || time.Since(began) > 3*run.PulseTime/2 {
		return
	}
	for _, r := range living {
		r.Listen()
	}
}

func (k *Keeper) look() {
	living, most := k.Living(), k.Most()
	if !k.stirred(living) && (most == 0 || k.total+int64(len(living))*mostUnseen <= most) {
		return
	}
	for _, r := range living {
		if _, err := os.Lstat(filepath.Join(r.Dir, "run.json")); os.IsNotExist(err) {
			_ = r.Look()
		}
	}
	if most > 0 {
		k.limit(living, most)
	}
}

// stirred reports whether files of living runs have come or gone since the last look, or other runs live now.
func (k *Keeper) stirred(living []*run.Run) bool {
	before := k.made
	k.made = make(map[*run.Run]time.Time, len(living))
	for _, r := range living {
		if info, err := os.Lstat(r.Dir); err == nil {
			k.made[r] = info.ModTime()
		}
	}
	return before == nil || len(k.made) < len(living) || !maps.EqualFunc(before, k.made, time.Time.Equal)
}

// keptRun is one run's folder.
type keptRun struct {
	ref  app.Ref
	id   string
	size int64
}

// limit removes the oldest runs that are over. If that is not enough, each living one may keep an equal share.
func (k *Keeper) limit(living []*run.Run, most int64) {
	all, total := k.measure(living)
	defer func() { k.total = total }()
	slices.SortFunc(all, func(a, b keptRun) int { return cmp.Compare(a.id, b.id) })
	for _, r := range all {
		if total <= most {
			return
		}
		if k.remove(r.ref, r.id) {
			total -= r.size
		}
	}
	if total > most && len(living) > 0 {
		k.share(living, max(most/int64(len(living)), leastCap))
	}
}

// measure returns the runs that are over, and the size of all.
func (k *Keeper) measure(living []*run.Run) (over []keptRun, total int64) {
	known := k.sizes
	k.sizes = map[string]int64{}
	lives := map[string]bool{}
	for _, r := range living {
		lives[r.Dir] = true
	}
	for _, ref := range k.All() {
		for _, id := range k.IDs(ref) {
			dir := filepath.Join(k.Dir(ref), id)
			size, ok := known[dir]
			if !ok || lives[dir] {
				size = sizeOf(dir)
			}
			total += size
			if !lives[dir] {
				k.sizes[dir] = size
				over = append(over, keptRun{ref, id, size})
			}
		}
	}
	return over, total
}

// share lowers the caps of the living runs.
func (k *Keeper) share(living []*run.Run, each int64) {
	before := k.caps
	k.caps = map[*run.Run]int64{}
	for _, r := range living {
		if k.caps[r] = each; before[r] != each {
			_ = r.Lower(each)
		}
	}
}
