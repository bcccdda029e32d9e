package sources

import "testing"

// TestNewProcessMustBeOfTheLanguage: a worker that starts a shell for each job does not run edited code by that.
func TestNewProcessMustBeOfTheLanguage(t *testing.T) {
	for _, c := range []struct {
		program, file string
		want          bool
	}{
		{"/usr/bin/lua5.4", "job.lua", true}, {"/usr/bin/dash", "job.lua", false}, {"/usr/bin/dash", "job.sh", true},
		{"/usr/bin/node", "limits.json", true}, {"/tmp/go-build1/exe/shop", "job.go", true},
		{"/usr/bin/sleep", "job.go", false}, {"/usr/bin/node", "App.vue", true}, {"/usr/bin/node", "job.py", false},
	} {
		if got := RunsCode(c.program, []string{c.file}); got != c.want {
			t.Errorf("%s, %s: %v", c.program, c.file, got)
		}
	}
}
