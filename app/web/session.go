package web

import (
	"crypto/sha256"
	"sync"
	"time"
)

const (
	sessionCookie = "devservers_session"
	sessionLife   = 30 * 24 * time.Hour
	codeLife      = 30 * time.Second
	mostSessions  = 100
	mostCodes     = 20
)

// sessions are the browsers that are signed in and the codes that let one in. Both are kept as digests, in memory
// only: a new manager asks everybody to sign in again. All methods may be called at once.
type sessions struct {
	now func() time.Time

	mu    sync.Mutex
	live  expiring
	codes expiring
}

// expiring are digests of secrets and when each ends.
type expiring map[[sha256.Size]byte]time.Time

func newSessions(now func() time.Time) *sessions {
	return &sessions{now: now, live: expiring{}, codes: expiring{}}
}

// newCode makes a code that starts one session within codeLife.
func (s *sessions) newCode() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.codes.add(s.now(), codeLife, mostCodes)
}

// redeem trades a code for a new session; a code is good for one.
func (s *sessions) redeem(code string) (session string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sha256.Sum256([]byte(code))
	end, ok := s.codes[key]
	delete(s.codes, key)
	if !ok || !s.now().Before(end) {
		return "", false
	}
	return s.live.add(s.now(), sessionLife, mostSessions), true
}

// has tells whether the session lives. Looking up a digest takes no time that depends on the secret.
func (s *sessions) has(session string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	end, ok := s.live[sha256.Sum256([]byte(session))]
	return ok && s.now().Before(end)
}

// end signs the session out.
func (s *sessions) end(session string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.live, sha256.Sum256([]byte(session)))
}

// add makes a secret of 256 bits that lives for life, and forgets the oldest when there are too many.
func (e expiring) add(now time.Time, life time.Duration, most int) string {
	var oldest [sha256.Size]byte
	for key, end := range e {
		if !now.Before(end) {
			delete(e, key)
		} else if first, ok := e[oldest]; !ok || end.Before(first) {
			oldest = key
		}
	}
	if len(e) >= most {
		delete(e, oldest)
	}
	secret := random(32)
	e[sha256.Sum256([]byte(secret))] = now.Add(life)
	return secret
}
