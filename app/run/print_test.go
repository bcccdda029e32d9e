package run

import (
	"testing"

	"devservers/tests/fc"
)

func TestPrintAddsToTheOutput(t *testing.T) {
	t.Parallel()
	for _, pty := range []bool{true, false} {
		s := spec(fc.Command("say", "own"))
		s.PTY = pty
		r := startSpec(t, s)
		printed(t, r, "own")
		if err := r.Print([]byte("[browser] added\r\n")); err != nil {
			t.Fatal(err)
		}
		printed(t, r, "[browser] added")
		end(t, r)
	}
}
