// Package chromium finds the browser for tests behind the build tag real. Only tests import it.
package chromium

import (
	"os"
	"os/exec"
)

// names are the browsers that the tests can drive. The first has no windows, and needs a third of the processor time.
var names = []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"}

// Path returns the program that $CHROMIUM names, or the first one that is installed. It panics if there is none.
func Path() string {
	for _, name := range append([]string{os.Getenv("CHROMIUM")}, names...) {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	panic("there is no Chromium: apt-get install chromium-headless-shell (or make -f templ.mk tools), or set CHROMIUM " +
		"to one")
}
