//go:build real && linux

package cli

import (
	"os/exec"
	"testing"
)

// toolsPresent fails and names what is missing and how to get it, so that the test does not pass without checking
// anything.
func toolsPresent(t *testing.T) {
	t.Helper()
	for _, tool := range []struct{ packages, program, arg, code string }{
		{"redis-server", "redis-server", "--version", ""},
		{"nodejs npm", "npm", "--version", ""},
		{"git", "git", "--version", ""},
		{"python3-django", "/usr/bin/python3", "-c", "import django"},
		{"python3-celery python3-redis", "/usr/bin/python3", "-c", "import celery, redis"},
	} {
		args := []string{tool.arg}
		if tool.code != "" {
			args = append(args, tool.code)
		}
		if out, err := exec.Command(tool.program, args...).CombinedOutput(); err != nil {
			t.Errorf("%s %v: %v: %s\ninstall it: sh .ci/tools as root, or apt-get install %s", tool.program, args, err, out,
				tool.packages)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}
