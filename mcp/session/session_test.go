package session

import (
	"fmt"
	"path/filepath"
	"testing"
)

func open(t *testing.T, file string) *IDs {
	t.Helper()
	ids, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

func TestNextManagerKnowsItsSessions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mcp-key")
	id := open(t, file).Of("me").Generate()
	if ended, err := open(t, file).Of("me").Validate(id); ended || err != nil {
		t.Error(ended, err)
	}
	if _, err := open(t, filepath.Join(t.TempDir(), "mcp-key")).Of("me").Validate(id); err == nil {
		t.Error("another person's manager takes it, too")
	}
	if _, err := open(t, file).Of("you").Validate(id); err == nil {
		t.Error("another client's credential opens it, too")
	}
}

func TestOnlyItsClientEndsASession(t *testing.T) {
	all := open(t, filepath.Join(t.TempDir(), "mcp-key"))
	ids := all.Of("me")
	id, other := ids.Generate(), ids.Generate()
	all.Spare(id)
	for i, want := range []bool{false, true} { // the first is the library, which forgets an idle session
		if _, err := ids.Terminate(id); err != nil {
			t.Error(err)
		}
		if ended, err := ids.Validate(id); ended != want || err != nil {
			t.Errorf("call %d: %v, %v", i, ended, err)
		}
	}
	if ended, err := ids.Validate(other); ended || err != nil {
		t.Error(ended, err)
	}
	if _, err := ids.Terminate("made up"); err == nil {
		t.Error("ended a session that does not exist")
	}
}

func TestRecentForgetsTheOldest(t *testing.T) {
	r := NewRecent(2)
	var gone []string
	for _, name := range []string{"a", "b", "a", "c", "d"} {
		gone = append(gone, r.Add(name))
	}
	if got := fmt.Sprintf("%q", gone); got != `["" "" "" "a" "b"]` || r.Has("a") || !r.Has("c") || !r.Has("d") {
		t.Error(got, r)
	}
}
