package process

import (
	"slices"
	"syscall"
)

// signalNames are the names of signals without SIG: signal(7).
var signalNames = [...]string{
	syscall.SIGHUP: "HUP", syscall.SIGINT: "INT", syscall.SIGQUIT: "QUIT", syscall.SIGILL: "ILL", syscall.SIGTRAP: "TRAP",
	syscall.SIGABRT: "ABRT", syscall.SIGBUS: "BUS", syscall.SIGFPE: "FPE", syscall.SIGKILL: "KILL",
	syscall.SIGUSR1: "USR1",
	syscall.SIGSEGV: "SEGV", syscall.SIGUSR2: "USR2", syscall.SIGPIPE: "PIPE", syscall.SIGALRM: "ALRM",
	syscall.SIGTERM:   "TERM",
	syscall.SIGSTKFLT: "STKFLT", syscall.SIGCHLD: "CHLD", syscall.SIGCONT: "CONT", syscall.SIGSTOP: "STOP",
	syscall.SIGTSTP: "TSTP",
	syscall.SIGTTIN: "TTIN", syscall.SIGTTOU: "TTOU", syscall.SIGURG: "URG", syscall.SIGXCPU: "XCPU",
	syscall.SIGXFSZ:   "XFSZ",
	syscall.SIGVTALRM: "VTALRM", syscall.SIGPROF: "PROF", syscall.SIGWINCH: "WINCH", syscall.SIGIO: "IO",
	syscall.SIGPWR: "PWR",
	syscall.SIGSYS: "SYS",
}

// signalName returns the name of a signal, "" if it has none.
func signalName(s syscall.Signal) string {
	if s < 0 || int(s) >= len(signalNames) {
		return ""
	}
	return signalNames[s]
}

// signalNumber returns the signal with a name; at most 0 if there is none.
func signalNumber(name string) syscall.Signal {
	return syscall.Signal(max(0, slices.Index(signalNames[:], name)))
}
