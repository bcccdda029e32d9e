package web

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"sync"
	"time"

	"devservers/app/atomicfile"
)

const (
	sessionCookie = "devservers_session"
	sessionLife   = 30 * 24 * time.Hour
	codeLife      = 30 * time.Second
	mostSessions  = 100
	mostCodes     = 20
)

// sessions are the browsers that are signed in and the codes that let one in. Both are kept as digests; those of
// sessions also in a file, so that pages go on when the manager is started again. All methods may be called at once.
type sessions struct {
	now  func() time.Time
	file string // "" = in memory only

	mu    sync.Mutex
	live  expiring
	codes expiring
}

// digest stands for a secret: who reads it cannot sign in with it.
type digest [sha256.Size]byte

// MarshalText writes it in hex, as the key of an object.
func (d digest) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(d[:])), nil }

// UnmarshalText reads it back.
func (d *digest) UnmarshalText(text []byte) error {
	_, err := hex.Decode(d[:], text[:min(len(text), 2*len(d))])
	return err
}

// expiring are digests of secrets and when each ends.
type expiring map[digest]time.Time

func newSessions(now func() time.Time, file string) *sessions {
	s := &sessions{now: now, file: file, live: expiring{}, codes: expiring{}}
	if data, err := os.ReadFile(file); err == nil {
		if json.Unmarshal(data, &s.live) != nil || s.live == nil {
			s.live = expiring{} // everybody signs in again
		}
	}
	return s
}

// save keeps the sessions; mu is held. When that fails they end with the manager.
func (s *sessions) save() {
	if s.file == "" {
		return
	}
	if data, err := json.Marshal(s.live); err == nil {
		_ = atomicfile.Write(s.file, data)
	}
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
	key := digest(sha256.Sum256([]byte(code)))
	end, ok := s.codes[key]
	delete(s.codes, key)
	if !ok || !s.now().Before(end) {
		return "", false
	}
	defer s.save()
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
	s.save()
}

// add makes a secret of 256 bits that lives for life, and forgets the oldest when there are too many.
func (e expiring) add(now time.Time, life time.Duration, most int) string {
	var oldest digest
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
