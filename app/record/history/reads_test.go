package history

import (
	"testing"
	"testing/synctest"
	"time"

	"devservers/app"
)

func TestReadsOfAMinuteAreOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, a, b := &Store{}, app.Actor{Kind: "mcp", Client: "a"}, app.Actor{Kind: "mcp", Client: "b"}
		begin := time.Now()
		s.Read(a, "errors", "shop/web")
		s.Read(b, "errors", "")
		s.Read(a, "logs", "shop/web")
		time.Sleep(readsTogether)
		s.Read(a, "errors", "shop/api")
		got := s.Reads(begin)
		if len(got) != 3 || got[0].Count != 1 || got[0].Targets[0] != "shop/api" || got[2].Count != 2 ||
			got[2].What["logs"] != 1 || len(got[2].Targets) != 1 {
			t.Errorf("%+v", got)
		}
		if got := s.Reads(begin.Add(time.Second)); len(got) != 1 {
			t.Errorf("%+v", got)
		}
		for range 2 * maxReads {
			s.Read(app.Actor{Client: time.Now().String()}, "x", "")
			time.Sleep(time.Second)
		}
		if len(s.reads) != maxReads {
			t.Errorf("%d are remembered", len(s.reads))
		}
	})
	(*Store)(nil).Read(app.Actor{}, "x", "")
}
