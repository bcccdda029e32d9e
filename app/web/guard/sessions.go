package guard

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"devservers/app/base/home"
	"devservers/app/web/wire"
)

// How long sessions and the codes that start them live, and how many there can be.
const (
	SessionLife = 30 * 24 * time.Hour
	CodeLife    = 2 * time.Minute
	maxSessions = 100
	maxCodes    = 20
)

// cookieName returns the name of the session's cookie. Cookies ignore ports, so that of another manager on this machine
// has another name.
func cookieName(port int) string { return cookiePrefix + strconv.Itoa(port) }

const cookiePrefix = "devservers_session_"

// OwnCookie reports whether a cookie of this name may be a manager's session.
func OwnCookie(name string) bool { return strings.HasPrefix(name, cookiePrefix) }

// Sessions are the browsers that are signed in, and the codes that sign one in. It stores both as digests, and sessions
// also in a file, so that they survive a restart of the manager. All methods can be called concurrently.
type Sessions struct {
	now  func() time.Time
	live *home.Store[expiring]
	open open

	mu    sync.Mutex
	codes expiring
}

// NewSessions returns the sessions in file; "" keeps them in memory only. If the file is damaged, everybody signs in
// again.
func NewSessions(now func() time.Time, file string) *Sessions {
	return &Sessions{now: now, live: home.OpenStore[expiring](file, home.Write), codes: expiring{}}
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
	s.open.end(s.live.Get())
	return session, err
}

// take uses a code up.
func (s *Sessions) take(code string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer delete(s.codes, digestOf(code))
	return s.codes.has(code, s.now())
}

// End signs the session out, and ends what it has open: streams and terminals.
func (s *Sessions) End(session string) error {
	err := s.live.Change(func(live *expiring) error {
		delete(*live, digestOf(session))
		return nil
	})
	s.open.end(s.live.Get())
	return err
}

type sessionKey struct{}

// bind returns a request of a browser that is signed in, with its session and a context that ends with it, or nil.
// Every cookie of the name is tried: a page under our name and another port can plant one that is sent before ours.
// Looking up a digest takes no time that depends on the secret.
func (s *Sessions) bind(r *http.Request, port int) *http.Request {
	for _, cookie := range r.CookiesNamed(cookieName(port)) {
		key := digestOf(cookie.Value)
		ends, ok := s.live.Get()[key]
		if !ok || !s.now().Before(ends) {
			continue
		}
		ctx := s.open.add(r.Context(), key, ends)
		s.open.end(s.live.Get()) // it may have ended meanwhile
		return r.WithContext(context.WithValue(ctx, sessionKey{}, cookie.Value))
	}
	return nil
}

// SessionOf returns the session of a request that passed the guards, or "".
func SessionOf(r *http.Request) string {
	session, _ := r.Context().Value(sessionKey{}).(string)
	return session
}

// SetSession gives a browser its session. Only this host gets the cookie, scripts cannot read it, and other sites
// cannot send it. A browser that uses TLS sends it over nothing else.
func (s *Site) SetSession(w http.ResponseWriter, r *http.Request, session string) {
	s.setCookie(w, r, session, int(SessionLife.Seconds()))
}

// ClearSession makes a browser forget its session.
func (s *Site) ClearSession(w http.ResponseWriter, r *http.Request) { s.setCookie(w, r, "", -1) }

func (s *Site) setCookie(w http.ResponseWriter, r *http.Request, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(s.Port()), Value: value, Path: "/", MaxAge: maxAge, HttpOnly: true,
		SameSite: http.SameSiteStrictMode, Secure: overTLS(r),
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
