package guard

import (
	"sync"
	"time"
)

// waitLife is how long a consent page waits for its person to sign in.
const waitLife = 10 * time.Minute

// waiting is the consent page that a browser without a session opened last. Signing in leads there. All methods may be
// called at once.
type waiting struct {
	mu     sync.Mutex
	client string
	path   string
	ends   time.Time
}

func (w *waiting) put(client, path string, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.client, w.path, w.ends = client, path, now.Add(waitLife)
}

// Waiting returns the consent page that waits for the person to sign in, once, or "".
func (s *OAuth) Waiting(now time.Time) (path string) {
	w := &s.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Before(w.ends) {
		path = w.path
	}
	w.path = ""
	return path
}

// Pending returns the client and the consent page that waits for a person to sign in, or "".
func (s *OAuth) Pending(now time.Time) (client, path string) {
	w := &s.waiting
	w.mu.Lock()
	defer w.mu.Unlock()
	if now.Before(w.ends) {
		return w.client, w.path
	}
	return "", ""
}
