package fc

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
)

// alone is the lock that only has taken. The kernel releases it when this process ends.
var alone *os.File

// only takes a lock for "only FILE VERB ARGS", and returns VERB ARGS. It notes each start in FILE: whether another
// process had the lock ("doubled") or not ("start"), then its PID, $GENERATION and its run.
func only(args []string) []string {
	if args[0] != "only" {
		return args
	}
	f, err := os.OpenFile(args[1], os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	check(err)
	word := "start"
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		word = "doubled"
	}
	_, err = fmt.Fprintf(f, "%s %d g%s %s\n", word, os.Getpid(), os.Getenv("GENERATION"), os.Getenv("DEVSERVERS_RUN"))
	check(err)
	alone = f
	runtime.KeepAlive(alone)
	return args[2:]
}
