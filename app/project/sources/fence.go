package sources

import (
	"context"
	"os"
	"runtime"
	"strconv"
	"time"
)

// Fence tells when a watch has taken all changes that were made before a moment. The system reports changes in their
// order: a fence changes a file of its own, and waits for that note.
type Fence struct{ asked chan chan struct{} }

// NewFence returns a fence for a watch.
func NewFence() *Fence { return &Fence{make(chan chan struct{})} }

// Passed returns a channel that is closed once the watch has taken all changes made before this call, or if it can't
// tell.
func (f *Fence) Passed(ctx context.Context) <-chan struct{} {
	done := make(chan struct{})
	if f != nil {
		ctx, cancel := context.WithTimeout(ctx, fenceTime)
		defer cancel()
		select {
		case f.asked <- done:
			return done
		case <-ctx.Done():
		}
	}
	close(done)
	return done
}

// fenceTime is how long a watch may be busy before it is not waited for: it has ended, or its disk hangs.
const fenceTime = 2 * time.Second

// raise makes the file of a fence, watches it, and returns what ends it. On Linux the file has no name when it is
// watched, so that a manager that is killed leaves none.
func (w *tree) raise() (lower func()) {
	if w.notes == nil {
		return func() {}
	}
	file, err := os.CreateTemp("", "devservers-fence-")
	if err != nil {
		return func() {}
	}
	watched := file.Name()
	if runtime.GOOS == "linux" {
		_ = os.Remove(watched)
		watched = "/proc/self/fd/" + strconv.Itoa(int(file.Fd()))
	}
	if w.notes.Add(watched) == nil {
		w.fence = watched
	}
	return func() { file.Close(); _ = os.Remove(file.Name()) }
}

// pass changes the file of the fence for who asks, or once the change before was noted.
func (w *tree) pass(done chan struct{}) {
	if w.next = append(w.next, done); len(w.waiting) == 0 {
		w.passed(false)
	}
}

// passed tells who waits for the last change of the file, and changes it for those who asked since. lost: none comes.
func (w *tree) passed(lost bool) {
	for _, done := range w.waiting {
		close(done)
	}
	w.waiting, w.next = w.next, nil
	now := time.Now()
	if len(w.waiting) > 0 && (lost || w.fence == "" || os.Chtimes(w.fence, now, now) != nil) {
		w.passed(true)
	}
}
