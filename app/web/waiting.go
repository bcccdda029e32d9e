package web

import (
	"sync"
	"time"
)

// waitLife is how long a consent page waits for its person to sign in.
const waitLife = 10 * time.Minute

// waiting remembers which consent page the person without a session wanted to see last, so that signing in leads
// there. All methods may be called at once.
type waiting struct {
	mu   sync.Mutex
	path string
	ends time.Time
}

func (w *waiting) put(path string, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.path, w.ends = path, now.Add(waitLife)
}

// take gives the page once, or "".
func (w *waiting) take(now time.Time) (path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Before(w.ends) {
		path = w.path
	}
	w.path = ""
	return path
}
