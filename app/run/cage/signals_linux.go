package cage

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// Hold blocks the signals that end a run in this thread, and in what it forks until release. bwrap, which waits for the
// command and passes its exit code on, must outlive it; and a signal that comes before the command is executed reaches
// it then.
func Hold() (release func()) {
	runtime.LockOSThread()
	set, old := ends(), unix.Sigset_t{}
	_ = unix.PthreadSigmask(unix.SIG_BLOCK, &set, &old)
	return func() {
		_ = unix.PthreadSigmask(unix.SIG_SETMASK, &old, nil)
		runtime.UnlockOSThread()
	}
}

// ends returns the signals that end a run.
func ends() (set unix.Sigset_t) {
	for _, sig := range []unix.Signal{unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT, unix.SIGUSR1, unix.SIGUSR2} {
		set.Val[0] |= 1 << (uint(sig) - 1)
	}
	return set
}
