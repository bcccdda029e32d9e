package config

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const twoServers = `project: shop
servers:
  web:
    command: node server.js "a b" $PORT
    port: auto
    autostart: true
    env: {DEBUG: secret, NODE_OPTIONS: --require ./x.js, PATH: /opt/tools}
    env_file: .env
  api: {command: ./run.sh, working_dir: api, ready: {command: ./check.sh}}
tasks:
  build: {command: bash build.sh}
`

func TestTrustIsBoundToPathAndContent(t *testing.T) {
	state := tempDir(t)
	trust := OpenTrust(state)
	p := load(t, twoServers)
	if trust.State(p) != New || trust.Diff(p) != "" {
		t.Error("a new project is not new")
	}
	if err := trust.Add(p); err != nil {
		t.Fatal(err)
	}
	if got := OpenTrust(state).State(p); got != Trusted {
		t.Errorf("after trusting: %s", got)
	}
	elsewhere := load(t, twoServers)
	if got := trust.State(elsewhere); got != New {
		t.Errorf("the same bytes in another place: %s", got)
	}
	changed, err := Load(write(t, p.File, strings.Replace(twoServers, "server.js", "evil.js", 1)))
	if err != nil || trust.State(changed) != Changed {
		t.Fatalf("changed content: %s, %v", trust.State(changed), err)
	}
	diff := trust.Diff(changed)
	if !strings.Contains(diff, "\n-    command: node server.js") || !strings.Contains(diff, "\n+    command: node evil.js") {
		t.Errorf("the diff is\n%s", diff)
	}
	if err := trust.Add(changed); err != nil || trust.State(changed) != Trusted || trust.State(p) != Changed {
		t.Errorf("trusting the change: %v", err)
	}
	if err := trust.Revoke(p.File); err != nil || trust.State(changed) != New || trust.State(p) != New {
		t.Errorf("revoking: %v", err)
	}
	if err := trust.Revoke(p.File); err != nil {
		t.Errorf("revoking twice: %v", err)
	}
}

func TestAProjectWhoseFingerprintLiesIsNotTrusted(t *testing.T) {
	trust := OpenTrust(tempDir(t))
	p := load(t, twoServers)
	if err := trust.Add(p); err != nil {
		t.Fatal(err)
	}
	p.Source = append([]byte("# other\n"), p.Source...)
	if trust.State(p) == Trusted {
		t.Error("other bytes under a trusted fingerprint count as trusted")
	}
	if trust.Add(p) == nil {
		t.Error("other bytes than the fingerprint's were trusted")
	}
}

func TestDamagedOrForeignTrustCountsAsNone(t *testing.T) {
	p := load(t, twoServers)
	for name, damage := range map[string]func(file string) error{
		"cut short":           func(f string) error { return os.Truncate(f, 20) },
		"empty":               func(f string) error { return os.Truncate(f, 0) },
		"writable by others":  func(f string) error { return os.Chmod(f, 0o666) },
		"a later version":     func(f string) error { return os.WriteFile(f, []byte(`{"version": 2}`), 0o600) },
		"a symlink":           func(f string) error { return os.Rename(f, f+"2") },
		"a directory instead": func(f string) error { return os.Remove(f) },
	} {
		state := tempDir(t)
		file := filepath.Join(state, "trust", "trust.json")
		if err := OpenTrust(state).Add(p); err != nil {
			t.Fatal(err)
		}
		if err := damage(file); err != nil {
			t.Fatal(err)
		}
		switch name {
		case "a symlink":
			symlink(t, file+"2", file)
		case "a directory instead":
			mkdir(t, file)
		}
		trust := OpenTrust(state)
		if got := trust.State(p); got != New {
			t.Errorf("%s: %s", name, got)
		}
		if err := trust.Add(p); err != nil || trust.State(p) != Trusted {
			t.Errorf("%s: trusting again: %v", name, err)
		}
	}
}

func TestManyMayTrustAtOnce(t *testing.T) {
	trust := OpenTrust(tempDir(t))
	var projects []Project
	for range 8 {
		projects = append(projects, load(t, twoServers))
	}
	var wait sync.WaitGroup
	for _, p := range projects {
		wait.Go(func() {
			if err := trust.Add(p); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	for _, p := range projects {
		if trust.State(p) != Trusted {
			t.Error("one was lost")
		}
	}
}

func TestReviewShowsWhatWouldRun(t *testing.T) {
	base := tempDir(t)
	bin, dir := mkdir(t, base, "bin"), mkdir(t, base, "p")
	executable(t, filepath.Join(bin, "node-22"))
	symlink(t, "node-22", filepath.Join(bin, "node"))
	executable(t, filepath.Join(dir, "api", "run.sh"))
	content := strings.Replace(twoServers, "/opt/tools", bin, 1)
	p, err := Load(write(t, filepath.Join(dir, FileName), content))
	if err != nil {
		t.Fatal(err)
	}
	got := Review(p, Allow{Projects: []string{p.Dir}})
	if strings.Contains(got, "secret") {
		t.Error("the value of an ordinary variable is shown")
	}
	golden(t, "testdata/review.golden", strings.ReplaceAll(got, base, "/base"))
}

func TestLeftoversOfKilledSavesAreRemoved(t *testing.T) {
	dir := tempDir(t)
	old := write(t, filepath.Join(dir, "trust", ".tmp-trust.json-123"), "half")
	fresh := write(t, filepath.Join(dir, "trust", ".tmp-trust.json-456"), "being written")
	other := write(t, filepath.Join(dir, "trust", "mine.tmp"), "not ours")
	hourAgo := time.Now().Add(-time.Hour)
	for _, file := range []string{old, other} {
		if err := os.Chtimes(file, hourAgo, hourAgo); err != nil {
			t.Fatal(err)
		}
	}
	OpenTrust(dir)
	for file, want := range map[string]bool{old: false, fresh: true, other: true} {
		if _, err := os.Lstat(file); (err == nil) != want {
			t.Errorf("%s: %v", file, err)
		}
	}
}
