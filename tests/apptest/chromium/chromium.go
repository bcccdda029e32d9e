// Package chromium starts the browser for tests behind the build tag real. Only tests import it.
package chromium

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"syscall"

	"github.com/chromedp/cdproto"
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

// Leave evaluates JavaScript that leads away from the page: the page can be gone before its answer is, which Chromium
// reports as a target that navigated. Where it led to is for the caller to see.
func Leave(expression string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		err := chromedp.Evaluate(expression, nil).Do(ctx)
		var answer *cdproto.Error
		if errors.As(err, &answer) && answer.Message == "Inspected target navigated or closed" {
			return nil
		}
		return err
	})
}
