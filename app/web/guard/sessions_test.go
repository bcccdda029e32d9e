package guard

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestCodesAndSessionsExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewSessions(time.Now, "")
		late, code := s.NewCode(), s.NewCode()
		value, err := s.Redeem(code)
		if err != nil || !s.Has(value) {
			t.Fatal("a fresh code is refused")
		}
		time.Sleep(CodeLife)
		if value, _ := s.Redeem(late); value != "" {
			t.Error("a code lives too long")
		}
		time.Sleep(SessionLife)
		if s.Has(value) {
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
		if s.Has(all[0]) || !s.Has(all[1]) || !s.Has(all[maxSessions]) || len(s.live.Get()) != maxSessions {
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
	if !again.Has(value) || again.Has(value+"x") {
		t.Error("the session did not survive")
	}
	later := NewSessions(func() time.Time { return time.Now().Add(SessionLife) }, file)
	if later.Has(value) {
		t.Error("the session lives too long")
	}
	if err := again.End(value); err != nil {
		t.Fatal(err)
	}
	if NewSessions(time.Now, file).Has(value) {
		t.Error("signing out did not last")
	}
}
