// Package chromium starts the browser for tests behind the build tag real. Only tests import it.
package chromium

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/chromedp/chromedp"
)

// names are the browsers that the tests can drive. The first has no windows, and needs a third of the processor time.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Exec starts the program that $CHROMIUM names, or the first one that is installed. It ends with this process, however
// that ends. Exec panics if there is none.
func Exec() chromedp.ExecAllocatorOption {
	path := find()
	return func(a *chromedp.ExecAllocator) {
		chromedp.ExecPath(path)(a)
		chromedp.ModifyCmdFunc(leash)(a)
	}
}

func find() string {
	for _, name := range append([]string{os.Getenv("CHROMIUM")}, names...) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	panic("there is no Chromium: apt-get install chromium-headless-shell (or make -f templ.mk tools), or set CHROMIUM " +
		"to one")
}

// watched runs a program, and kills all of its process group when its input ends.
const watched = `exec 3<&0; (read -r _ <&3; kill -KILL 0) >/dev/null 2>&1 & exec "$0" "$@" 3<&- </dev/null`

// leash lets a command end when the pipe breaks that only this process holds. A signal at this process's end would not
// reach the browser: what is installed can be a script that starts it.
func leash(cmd *exec.Cmd) {
	cmd.Args = append([]string{"sh", "-c", watched, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if _, err := cmd.StdinPipe(); err != nil {
		panic(err)
	}
}
