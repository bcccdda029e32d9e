//go:build chaos

package chaos

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// mutation is a change of the code behind a promise, and the test that docs/reliability.md or docs/security.md names for
// it: that must fail.
type mutation struct{ test, in, file, old, new string }

// mutations are made one at a time.
var mutations = []mutation{
	// files
	{"WriteFailureLeavesNothingBehind", "app/base/home", "app/base/home/atomicfile.go",
		"errors.Join(err, os.Remove(f.Name()))", "err"},
	{"KilledSavesLeaveNothing", "app/base/home", "app/base/home/atomicfile.go",
		"\t\tif e.IsDir() {\n", "\t\tif e.IsDir() && dir == \"\" {\n"},
	{"EachLossIsTold", "app/base/home", "app/base/home/store.go", "\tif now.problem != nil {\n",
		"\tif now.problem != nil && file == \"\" {\n"},
	{"PublishKeepsTheFilePrivate", "app/base/home", "app/base/home/atomicfile.go",
		"os.CreateTemp(dir, tempPrefix+base+\"-*\")", "os.OpenFile(path.Join(dir, tempPrefix+base), os.O_CREATE|os.O_RDWR, 0o644)"},
	{"SocketTakesThePlaceOfAKilledManagers", "app/base/home", "app/base/home/socket.go", "\treturn os.Remove(path)\n", "\treturn nil\n"},
	// trust and callers
	{"AgentStartsNoUnknownBranch", "app/engine/supervisor", "app/project/survey/branch.go",
		"return b.Commits == 0 && len(b.Runs) == 0", "return b.Commits == 0"},
	{"AgentStartsNoUnknownBranch", "app/engine/supervisor", "app/project/survey/branch.go",
		"return b.Commits == 0 && len(b.Runs) == 0", "return len(b.Runs) == 0"},
	{"AgentStartsNoUnknownBranch", "app/engine/supervisor", "app/config/settings/trust.go",
		"known && branch == yml.WorktreeBranch(p.Dir)", "known && branch != \"\""},
	{"RunTellsChangedCode", "app/engine/supervisor", "app/project/survey/changed.go", "at.After(since)", "at.Before(since)"},
	{"AgentCannotStopWhatAPinnedServerNeeds", "mcp", "app/engine/supervisor/pin.go",
		"names = append(names, user.UsedBy(user.p)...)", "names = append(names, user.UsedBy(user.p)[:0]...)"},
	{"OnlyThisUserAndRootAreAllowedAsPeers", "app/web/guard", "app/web/guard/peer.go", "p.uid == self || p.uid == 0", "p.uid == self || p.uid >= 0"},
	// sandbox
	{"AutomaticStartsStayInSandbox", "app/engine/supervisor", "app/engine/server/facts.go",
		"(a.Automatic() || a.Kind == app.ActorVisit) && f.For != nil", "a.Kind == app.ActorVisit && f.For != nil"},
	{"AgentsStartInSandbox", "app/engine/supervisor", "app/project/cage.go", "(!a.IsAgent() || ", "(a.Kind != app.ActorMCP || "},
	{"NoSandboxNoStart", "app/engine/supervisor", "app/project/cage.go",
		"return \"\", app.Failf(app.CodeExecutable, cage.Install,", "return \"\", nil\n\t\treturn \"\", app.Failf(app.CodeExecutable, cage.Install,"},
	{"SandboxHoldsToOwnProject", "app/engine/supervisor", "app/project/cage.go",
		"p.Others = append(p.Others, port)", "p.Others = append(p.Others, port+1)"},
	{"CageHoldsFiles", "app/run", "app/run/cage/bwrap.go", "add(hide, p.Hidden...)", "add(hide, p.Hidden[:0]...)"},
	{"CageHoldsFiles", "app/run", "app/run/cage/bwrap.go", "\tadd(readOnly, p.Locked...)\n", ""},
	{"CageHoldsNetworkAndProcesses", "app/run", "app/run/cage/cage.go",
		"if addr.IsLoopback() || addr.IsUnspecified() {", "if addr.IsLoopback() && addr.Is4() {"},
	{"CageHoldsNetworkAndProcesses", "app/run", "app/run/cage/bwrap.go", "\"--unshare-pid\", ", ""},
	{"CageRefusalIsRecorded", "app/run", "app/run/cage/refusal.go", "\tif err == nil { // a full disk", "\tif err != nil { // a full disk"},
	{"PlanReaches", "app/run/cage", "app/run/cage/cage.go", "addr.IsLinkLocalUnicast(), ", ""},
	// runs
	{"FrozenHolderIsNoticed", "app/run", "app/run/heartbeat.go", "\tr.silent = r.pulse.heard\n", ""},
	{"RestartThatCanNotStoreKeepsTheServer", "app/engine/supervisor", "app/engine/supervisor/prepare.go",
		"if err := run.Rehearse(m.s.Kept.Dir(m.Ref)); err != nil {", "if err := run.Rehearse(m.s.Kept.Dir(m.Ref)); err != nil && up != up {"},
	{"SweepEndsThoughAnotherUsersProcessIsLeft", "app/base/process", "app/base/process/sweep.go",
		"return len(found) - len(s.denied)", "return len(found)"},
	{"StopReportsKill", "app/engine/supervisor", "app/base/process/sweep.go", "\t\t\ts.killed[id] = true\n", "\t\t\t_ = id\n"},
	{"StopEndsTheWholeTree", "app/run", "app/base/process/sweep.go",
		"\t\ts.Left = len(found)\n\t}\n\treturn n\n", "\t\ts.Left = len(found)\n\t}\n\treturn 0 * n\n"},
	// output and disk
	{"LacksHaveOneVocabulary", "app", "app/lacking.go", "syscall.EDQUOT: {CodeDiskFull,", "syscall.EDQUOT: {CodeDiskFailed,"},
	{"MachineTellsWhatItLackedForAMinute", "app/engine/server", "app/engine/server/machine.go",
		"m.noted[lack.Code] = notedLack{*lack, time.Now()}", "m.noted[lack.Code] = notedLack{*lack, m.began.Add(-time.Hour)}"},
	{"MachineNoticesThatTheClockHasGoneBack", "app/engine/server", "app/engine/server/machine.go",
		"if back < leastBack {", "if back < leastBack || back > 0 {"},
	{"EditsAreNoticedWithoutWatches", "app/project/sources", "app/project/sources/tree.go",
		"errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE)", "errors.Is(err, syscall.EBADF)"},
	{"WriterWaitsForDescriptors", "app/transcript", "app/transcript/recover.go",
		"errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)", "errors.Is(err, syscall.ENFILE)"},
	// named URLs
	{"ForeignPagesDoNotWake", "app/web/proxy", "app/web/proxy/wait.go", "!socket(r) && !p.foreign(r)", "!socket(r)"},
	{"UntrustedProjectTakesNoName", "app/web/proxy", "app/web/proxy/names.go", "if taken && trusted[host] && rank(v) > 0 {",
		"if taken && trusted[host] && rank(v) > 1 {"},
	{"ClientCannotSayItsOwnAddress", "app/web/proxy", "app/web/proxy/proxy.go", "r.Out.Header.Set(\"X-Real-IP\", client)", "_ = client"},
}

// TestMutations makes each change, and runs the named test on it. ONLY chooses some, by their test.
func TestMutations(t *testing.T) {
	root := strings.TrimSpace(output(t, "go", "list", "-m", "-f", "{{.Dir}}"))
	for _, m := range mutations {
		if !strings.Contains(m.test, os.Getenv("ONLY")) {
			continue
		}
		t.Run(m.test, func(t *testing.T) {
			overlay := (bug{name: m.test, file: m.file, old: m.old, new: m.new}).overlay(t, root)
			cmd := exec.Command("go", "test", "-overlay", overlay, "-count", "1", "-timeout", "2m", "-run", "^Test"+m.test+"$",
				"./"+m.in)
			cmd.Dir = root
			cmd.WaitDelay = 1 << 30 // what a failed test leaves may hold the output open
			out, err := cmd.CombinedOutput()
			switch text := string(out); {
			case err == nil:
				t.Errorf("%s survives: %q\n%.500s", m.file, m.new, text)
			case strings.Contains(text, "[build failed]") || strings.Contains(text, "[setup failed]"):
				t.Errorf("it does not compile: %.800s", text)
			case !strings.Contains(text, "FAIL"):
				t.Errorf("the test did not run: %.500s", text)
			}
		})
	}
}

// overlay writes what makes go build the program with the bug, without touching the source.
func (b bug) overlay(t *testing.T, root string) string {
	t.Helper()
	dir, file := t.TempDir(), filepath.Join(root, b.file)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), b.old) != 1 {
		t.Fatalf("%s has changed: it says %d times %q", b.file, strings.Count(string(data), b.old), b.old)
	}
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{changed: strings.Replace(string(data), b.old, b.new, 1),
		overlay: string(text)} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return overlay
}
