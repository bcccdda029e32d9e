package app

import (
	"fmt"
	"strings"
	"testing"
)

func TestAFailedStartAlwaysHasTheLastLines(t *testing.T) {
	w := newWorld(t)
	ref := Ref{w.project("app", "servers:\n  a: {command: FC crash 7 'the database is missing'}\n"), "a"}
	for range 40 {
		_, err := w.start(ref)
		if e := failure(t, err, CodeExited); strings.Join(e.Output, "") != "the database is missing" {
			t.Errorf("the last lines are %q", e.Output)
		}
	}
	_ = fmt.Sprint()
}
