package guard

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// signedIn reports whether a request with the cookie of a session passes for one of a browser that is signed in.
func signedIn(t *testing.T, s *Sessions, session string) bool {
	ctx, end := context.WithCancel(t.Context())
	defer end()
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/", nil)
	r.AddCookie(&http.Cookie{Name: cookieName(1), Value: session})
	return s.bind(r, 1) != nil
}

func TestCodesAndSessionsExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSessions(time.Now, "")
		late, code := s.NewCode(), s.NewCode()
		value, err := s.Redeem(code)
		if err != nil || !signedIn(t, s, value) {
			t.Fatal("a fresh code is refused")
		}
		time.Sleep(CodeLife)
		if value, _ := s.Redeem(late); value != "" {
			t.Error("a code lives too long")
		}
		time.Sleep(SessionLife)
		if signedIn(t, s, value) {
			t.Error("a session lives too long")
		}
	})
}

func TestOldestSessionIsEvicted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSessions(time.Now, "")
		var all []string
		for range maxSessions + 1 {
			value, _ := s.Redeem(s.NewCode())
			all = append(all, value)
			time.Sleep(time.Second)
		}
		if signedIn(t, s, all[0]) || !signedIn(t, s, all[1]) || !signedIn(t, s, all[maxSessions]) ||
			len(s.live.Get()) != maxSessions {
			t.Errorf("%d sessions", len(s.live.Get()))
		}
	})
}

func TestSessionsSurviveARestartAndEndWithSignOut(t *testing.T) {
	file := t.TempDir() + "/sessions.json"
	s := NewSessions(time.Now, file)
	value, err := s.Redeem(s.NewCode())
	if err != nil || value == "" {
		t.Fatal("the code is refused")
	}
	again := NewSessions(time.Now, file)
	if !signedIn(t, again, value) || signedIn(t, again, value+"x") {
		t.Error("the session did not survive")
	}
	later := NewSessions(func() time.Time { return time.Now().Add(SessionLife) }, file)
	if signedIn(t, later, value) {
		t.Error("the session lives too long")
	}
	if err := again.End(value); err != nil {
		t.Fatal(err)
	}
	if signedIn(t, NewSessions(time.Now, file), value) {
		t.Error("signing out did not last")
	}
}
