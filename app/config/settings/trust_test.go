package settings

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/tests/configtest"
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
	state := configtest.TempDir(t)
	trust := OpenTrust(state)
	p := load(t, twoServers)
	if trust.State(p) != NeverTrusted || trust.Diff(p) != "" {
		t.Error("a new project is not new")
	}
	if err := trust.Add(p); err != nil {
		t.Fatal(err)
	}
	if got := OpenTrust(state).State(p); got != Trusted {
		t.Errorf("after trusting: %s", got)
	}
	elsewhere := load(t, twoServers)
	if got := trust.State(elsewhere); got != NeverTrusted {
		t.Errorf("the same bytes in another place: %s", got)
	}
	changed, err := config.Load(configtest.Write(t, p.File, strings.Replace(twoServers, "server.js", "evil.js", 1)))
	if err != nil || trust.State(changed) != Changed {
		t.Fatalf("changed content: %s, %v", trust.State(changed), err)
	}
	diff := trust.Diff(changed)
	if !strings.Contains(diff, "\n-    command: node server.js") ||
		!strings.Contains(diff, "\n+    command: node evil.js") {
		t.Errorf("the diff is\n%s", diff)
	}
	if err := trust.Add(changed); err != nil || trust.State(changed) != Trusted || trust.State(p) != Changed {
		t.Errorf("trusting the change: %v", err)
	}
}

// layOut writes what `git worktree add` leaves: a repository in main, and linked work trees. That in forged names the
// repository, which does not know it.
func layOut(t *testing.T) (base string) {
	t.Helper()
	base = configtest.TempDir(t)
	git := filepath.Join(base, "main", ".git", "worktrees")
	for _, name := range []string{"linked", "relative", "forged"} {
		configtest.Write(t, filepath.Join(configtest.Mkdir(t, base, name), ".git"), "gitdir: "+filepath.Join(git, name)+"\n")
	}
	configtest.Write(t, filepath.Join(configtest.Mkdir(t, git, "linked"), "gitdir"), filepath.Join(base, "linked", ".git")+
		"\n")
	configtest.Write(t, filepath.Join(configtest.Mkdir(t, git, "relative"), "gitdir"), "../../../../relative/.git\n")
	configtest.Write(t, filepath.Join(configtest.Mkdir(t, git, "forged"), "gitdir"), filepath.Join(base, "linked", ".git")+
		"\n")
	configtest.Mkdir(t, base, "other", ".git")
	return base
}

func TestTrustCoversOtherWorkTreesOfTheRepository(t *testing.T) {
	base, trust := layOut(t), OpenTrust(configtest.TempDir(t))
	at := func(dir, content string) config.Project {
		p, err := config.Load(configtest.Write(t, filepath.Join(configtest.Mkdir(t, base, dir), config.FileName), content))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if err := trust.Add(at("main/app", twoServers)); err != nil {
		t.Fatal(err)
	}
	for dir, want := range map[string]TrustState{
		"main/app": Trusted, "linked/app": Trusted, "relative/app": Trusted, "linked/deep/app": NeverTrusted,
		"linked":     NeverTrusted,
		"forged/app": NeverTrusted, "other/app": NeverTrusted, "none/app": NeverTrusted,
	} {
		if got := trust.State(at(dir, twoServers)); got != want {
			t.Errorf("%s is %s, not %s", dir, got, want)
		}
	}
	if got := trust.State(at("linked/app", twoServers+"# changed\n")); got != NeverTrusted {
		t.Errorf("with other content it is %s", got)
	}
}

func TestEnvFilesOfAnotherWorkTreeAreCompared(t *testing.T) {
	base, trust := layOut(t), OpenTrust(configtest.TempDir(t))
	at := func(dir, env string) config.Project {
		dir = configtest.Mkdir(t, base, dir)
		p, err := config.Load(configtest.Write(t, filepath.Join(dir, config.FileName), twoServers))
		if err != nil {
			t.Fatal(err)
		}
		file, err := command.ReadFile(configtest.Write(t, filepath.Join(dir, ".env"), env), dir)
		if err != nil {
			t.Fatal(err)
		}
		return p.WithEnvFiles([]command.File{file})
	}
	if err := trust.Add(at("main/app", "A=1\nPATH=./bin:$PATH\n")); err != nil {
		t.Fatal(err)
	}
	if got := trust.State(at("linked/app", "A=2\nPATH=./bin:$PATH\n")); got != Trusted {
		t.Errorf("with the same PATH it is %s", got)
	}
	if got := trust.State(at("linked/app", "A=1\nPATH=./other:$PATH\n")); got != NeverTrusted {
		t.Errorf("with another PATH it is %s", got)
	}
}

func TestWrongFingerprintIsNotTrusted(t *testing.T) {
	trust := OpenTrust(configtest.TempDir(t))
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

func TestDamagedTrustCountsAsNone(t *testing.T) {
	p := load(t, twoServers)
	for name, damage := range map[string]func(file string) error{
		"cut short":           func(f string) error { return os.Truncate(f, 20) },
		"empty":               func(f string) error { return os.Truncate(f, 0) },
		"writable by others":  func(f string) error { return os.Chmod(f, 0o666) },
		"a later version":     func(f string) error { return os.WriteFile(f, []byte(`{"version": 2}`), 0o600) },
		"a symlink":           func(f string) error { return os.Rename(f, f+"2") },
		"a directory instead": func(f string) error { return os.Remove(f) },
	} {
		state := configtest.TempDir(t)
		file := filepath.Join(state, "trust", "trust.json")
		if err := OpenTrust(state).Add(p); err != nil {
			t.Fatal(err)
		}
		if err := damage(file); err != nil {
			t.Fatal(err)
		}
		switch name {
		case "a symlink":
			configtest.Symlink(t, file+"2", file)
		case "a directory instead":
			configtest.Mkdir(t, file)
		}
		trust := OpenTrust(state)
		if got := trust.State(p); got != NeverTrusted {
			t.Errorf("%s: %s", name, got)
		}
		if err := trust.Add(p); err != nil || trust.State(p) != Trusted {
			t.Errorf("%s: trusting again: %v", name, err)
		}
	}
}

func TestConcurrentAdd(t *testing.T) {
	trust := OpenTrust(configtest.TempDir(t))
	var projects []config.Project
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

func TestReview(t *testing.T) {
	base := configtest.TempDir(t)
	bin, dir := configtest.Mkdir(t, base, "bin"), configtest.Mkdir(t, base, "p")
	configtest.Executable(t, filepath.Join(bin, "node-22"))
	configtest.Symlink(t, "node-22", filepath.Join(bin, "node"))
	configtest.Executable(t, filepath.Join(dir, "api", "run.sh"))
	content := strings.Replace(twoServers, "/opt/tools", bin, 1)
	p, err := config.Load(configtest.Write(t, filepath.Join(dir, config.FileName), content))
	if err != nil {
		t.Fatal(err)
	}
	got := Review(p, command.Allow{Projects: []string{p.Dir}})
	if strings.Contains(got, "secret") {
		t.Error("the value of an ordinary variable is shown")
	}
	configtest.Golden(t, "testdata/review.golden", strings.ReplaceAll(got, base, "/base"))
}

func TestReviewShowsHooks(t *testing.T) {
	p := load(t, "project: a\nservers:\n  web: {command: x, after_stop: ./end}\n")
	if text := Review(p, command.Allow{}); !strings.Contains(text, "task web.after_stop\n  command  ./end") {
		t.Errorf("a hook is missing:\n%s", text)
	}
}

func TestOpenRemovesLeftovers(t *testing.T) {
	dir := configtest.TempDir(t)
	old := configtest.Write(t, filepath.Join(dir, "trust", ".tmp-trust.json-123"), "half")
	fresh := configtest.Write(t, filepath.Join(dir, "trust", ".tmp-trust.json-456"), "being written")
	other := configtest.Write(t, filepath.Join(dir, "trust", "mine.tmp"), "not ours")
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

func TestDropForgetsOneDirectory(t *testing.T) {
	const small = "project: a\nservers:\n  web: {command: x}\n"
	dir := configtest.TempDir(t)
	trust, gone, stays := OpenTrust(dir), load(t, small), load(t, small)
	for _, p := range []config.Project{gone, stays} {
		if err := trust.Add(p); err != nil {
			t.Fatal(err)
		}
	}
	if err := trust.Drop(gone.Dir); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if trust.State(gone) != NeverTrusted || trust.State(stays) != Trusted {
			t.Errorf("%s, %s", trust.State(gone), trust.State(stays))
		}
		trust = OpenTrust(dir)
	}
	if copies, _ := filepath.Glob(filepath.Join(dir, "trust", "*.yml")); len(copies) != 1 {
		t.Errorf("what was trusted is left: %v", copies)
	}
}

// load reads a devservers.yml with this content.
func load(t *testing.T, content string) config.Project {
	t.Helper()
	p, err := config.Load(configtest.Write(t, filepath.Join(configtest.TempDir(t), config.FileName), content))
	if err != nil {
		t.Fatal(err)
	}
	return p
}
