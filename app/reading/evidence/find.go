package evidence

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// BrowserVariable names the program of the browser.
const BrowserVariable = "CHROMIUM"

// programs are what browsers that speak the protocol are called, the cheapest first.
var programs = []string{
	"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge",
	"microsoft-edge-stable",
}

// applications are where macOS has them.
var applications = []string{
	"Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium",
	"Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
}

var errNone = errors.New("no browser was found: install Chromium, Chrome or Edge, or set " + BrowserVariable +
	" to its program and restart the manager")

// FindBrowser returns the program of the browser: the one that $CHROMIUM names, else the first that is installed.
func FindBrowser() (string, error) {
	if named := os.Getenv(BrowserVariable); named != "" {
		path, err := exec.LookPath(named)
		if err != nil {
			return "", fmt.Errorf("the browser that %s names can't be run: %w", BrowserVariable, err)
		}
		return path, nil
	}
	for _, name := range candidates() {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errNone
}

func candidates() []string {
	list := programs
	if runtime.GOOS != "darwin" {
		return list
	}
	home, _ := os.UserHomeDir()
	for _, dir := range []string{"/Applications", filepath.Join(home, "Applications")} {
		for _, app := range applications {
			list = append(list, filepath.Join(dir, app))
		}
	}
	return list
}
