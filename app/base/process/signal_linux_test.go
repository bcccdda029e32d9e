package process

import (
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

func TestSignalsHaveTheirUsualNames(t *testing.T) {
	t.Parallel()
	for s := syscall.Signal(-1); s < 70; s++ {
		name := unix.SignalName(s)
		if got := signalName(s); name != "" && "SIG"+got != name || name == "" && got != "" {
			t.Errorf("signal %d is %q, not %q", s, got, name)
		}
		if got, ok := ParseSignal(name); ok != (name != "") || ok && got != s {
			t.Errorf("%q is signal %d", name, got)
		}
	}
}
