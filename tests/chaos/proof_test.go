//go:build chaos

package chaos

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// bug is a fault planted in the program, which the named test must find by violations of what.
type bug struct{ name, file, old, new, what string }

// bugs are planted one at a time.
var bugs = []bug{
	{"a stop ends before the tree is gone", "app/base/process/sweep.go", "\treturn len(found)\n}",
		"\treturn 0 * len(found)\n}", "V1-V3|V1:|V2"},
	{"a new manager does not know the living run", "app/record/history/runs.go",
		"slices.Backward(s.IDs(ref)) {\n\t\tif began", "slices.Backward(s.IDs(ref)[:0]) {\n\t\tif began", "V1-V3|V1:"},
	{"a request is not on disk before it is acted on", "app/engine/supervisor/restart.go",
		"\tm.s.update(func() { m.Noted = w.Gen })", "\tm.s.restarts.Forget(m.Ref)\n\tm.s.update(func() { m.Noted = w.Gen })",
		"V13"},
	{"the terminal of a dead holder is not read", "app/run/bury.go",
		"if master := r.takeMaster(); master != nil {", "if master := r.takeMaster(); master != nil && r.Dir == \"\" {",
		"V5|V12"},
	{"pages repeat a line", "app/reading/logs/source_read.go", "s.log.After(s.at.Seq, limit)",
		"s.log.After(max(0, s.at.Seq-1), limit)", "V5"},
	{"a descriptor is left open", "app/transcript/files.go", "\t\tsyscall.Close(f.fd)\n", "", "V12"},
	{"the history lacks some acts", "app/record/history/store.go", "\t_ = s.Add(e)\n\treturn v, err",
		"\tif len(e.Actor.Client) != 4 {\n\t\t_ = s.Add(e)\n\t}\n\treturn v, err", "V14"},
	{"a changed file needs no trust", "app/project/executable.go", "case state == settings.Trusted:",
		"case state != settings.NeverTrusted:", "V10"},
	{"the end of a run is not stored", "app/run/protocol/holder.go", "err := h.record.Save(\".\")", "var err error", "V6"},
}

// proofTime is how long the chaos test may take to find one.
const proofTime = 5 * time.Minute

// TestProof builds the program with each bug, and runs the chaos test on it until that fails.
func TestProof(t *testing.T) {
	root := strings.TrimSpace(output(t, "go", "list", "-m", "-f", "{{.Dir}}"))
	for _, b := range bugs {
		t.Run(b.name, func(t *testing.T) {
			exe := b.plant(t, root)
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(self, "-test.run", "Chaos$", "-test.v")
			cmd.Env = append(os.Environ(), "DEVSERVERS="+exe, "TIME="+proofTime.String(), "SEED=1")
			out, err := cmd.CombinedOutput()
			found := regexp.MustCompile(`seed \d+: (V\d+[^\n]{0,300})`).FindStringSubmatch(string(out))
			switch {
			case err == nil || found == nil:
				t.Errorf("it was not found: %v\n%.2000s", err, out)
			case !regexp.MustCompile(b.what).MatchString(string(out)):
				t.Errorf("found for another reason than %s: %s", b.what, found[1])
			default:
				t.Log(found[1])
			}
		})
	}
}

// plant builds the program with the bug.
func (b bug) plant(t *testing.T, root string) (exe string) {
	t.Helper()
	exe = filepath.Join(t.TempDir(), "devservers")
	if err := build(exe, "-overlay", b.overlay(t, root)); err != nil {
		t.Fatal(err)
	}
	return exe
}

func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
