package fc

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// size prints the terminal's size, now and whenever it changes.
func size([]string) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGWINCH)
	for {
		w, err := unix.IoctlGetWinsize(1, unix.TIOCGWINSZ)
		check(err)
		fmt.Printf("%d x %d\n", w.Col, w.Row)
		<-c
	}
}
