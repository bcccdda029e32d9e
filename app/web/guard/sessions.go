package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"sync"
	"time"

	"devservers/app/atomicfile"
	"devservers/app/web/wire"
)

// How long sessions and the codes that start them live, and how many there can be.
const (
	SessionLife = 30 * 24 * time.Hour
	CodeLife    = 30 * time.Second
	maxSessions = 100
	maxCodes    = 20
)

const sessionCookie = "devservers_session"

// Sessions are the browsers that are signed in, and the codes that sign one in. It stores both as digests, and sessions
// also in a file, so that they survive a restart of the manager. All methods may be called at once.
type Sessions struct {
	now  func() time.Time
	live *atomicfile.Store[expiring]

	mu    sync.Mutex
	codes expiring
}

// NewSessions returns the sessions in file; "" keeps them in memory only. If the file is damaged, everybody signs in
// again.
func NewSessions(now func() time.Time, file string) *Sessions {
	return &Sessions{now: now, live: atomicfile.OpenStore[expiring](file, atomicfile.Write), codes: expiring{}}
}

// NewCode makes a code that starts one session within CodeLife.
func (s *Sessions) NewCode() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.codes.add(s.now(), CodeLife, maxCodes)
}

// Redeem trades a code for a new session, and returns "" if the code is used up, too old or unknown.
func (s *Sessions) Redeem(code string) (session string, err error) {
	if !s.take(code) {
		return "", nil
	}
	err = s.live.Change(func(live *expiring) error {
		if *live == nil {
			*live = expiring{}
		}
		session = live.add(s.now(), SessionLife, maxSessions)
		return nil
	})
	return session, err
}

// take uses a code up.
func (s *Sessions) take(code string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer delete(s.codes, digestOf(code))
	return s.codes.has(code, s.now())
}

// Has reports whether the session lives. Looking up a digest takes no time that depends on the secret.
func (s *Sessions) Has(session string) bool { return s.live.Get().has(session, s.now()) }

// End signs the session out.
func (s *Sessions) End(session string) error {
	return s.live.Change(func(live *expiring) error {
		delete(*live, digestOf(session))
		return nil
	})
}

// SessionOf returns the session that a browser sent, or "".
func SessionOf(r *http.Request) string {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return ""
	}
	return cookie.Value
}

// SetSession gives a browser its session. Only this host gets the cookie, scripts cannot read it, and other sites cannot
// send it.
func SetSession(w http.ResponseWriter, session string) {
	setCookie(w, session, int(SessionLife.Seconds()))
}

// ClearSession makes a browser forget its session.
func ClearSession(w http.ResponseWriter) { setCookie(w, "", -1) }

func setCookie(w http.ResponseWriter, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: sessionCookie, Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// digest is the SHA-256 of a secret, in hex, which does not give the secret away.
type digest string

func digestOf(secret string) digest {
	sum := sha256.Sum256([]byte(secret))
	return digest(hex.EncodeToString(sum[:]))
}

// expiring holds the digests of secrets, and when each ends.
type expiring map[digest]time.Time

func (e expiring) has(secret string, now time.Time) bool {
	end, ok := e[digestOf(secret)]
	return ok && now.Before(end)
}

// add makes a secret of 256 bits that lives for life. It drops what has ended, and the oldest if there are too many.
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
	secret := wire.Random(32)
	e[digestOf(secret)] = now.Add(life)
	return secret
}
