package fc

import (
	"testing"
	"time"
)

// Until waits for what nothing announces to this process. If that doesn't come in a minute, the test fails and prints
// what was awaited, and what was seen: a pointer shows it as it is then.
func Until(t testing.TB, what string, is func() bool, seen ...any) {
	t.Helper()
	for limit := time.Now().Add(time.Minute); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("timed out: %s %+v", what, seen)
		}
	}
}
