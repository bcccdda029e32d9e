package history

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/run/protocol"
)

// FuzzRecord puts bytes into run.json. What is shown of the run may be wrong, but nothing fails.
func FuzzRecord(f *testing.F) {
	for _, s := range []string{
		`{"id":"a","project":"shop","server":"web","argv":["x"],"started":"2026-08-01T12:00:00Z"}`,
		`{"id":"a","end":{"at":"2026-08-01T12:00:00Z","code":7,"signal":"KILL","cause":"asked"},"gone":{"left":-1}}`,
		`{"leader":{"pid":-1},"holder":{"pid":1},"ready":"0001-01-01T00:00:00Z","stop":"x"}`, `[]`, `{"argv":null,"end":{}}`,
		`{`,
	} {
		f.Add([]byte(s))
	}
	ref := app.Ref{Project: "shop", Name: "web"}
	f.Fuzz(func(t *testing.T, record []byte) {
		s := Runs{Root: t.TempDir(), URL: "http://localhost"}
		dir := filepath.Join(s.Dir(ref), "a")
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "run.json"), record, 0o600); err != nil {
			t.Fatal(err)
		}
		s.List(ref)
		s.Recent(ref, nil, time.Now())
		_, _ = s.Get(ref, "a")
		s.Open(ref)
		s.Strays(func(string) bool { return false })
		rec, err := protocol.Load(dir)
		if err != nil || rec.End == nil {
			return
		}
		End(rec)
		EndedEarly(ref, dir, rec)
		ExecFailure(rec)
	})
}
