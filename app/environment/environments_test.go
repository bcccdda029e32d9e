//go:build real

package environment_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/app/environment"
	"devservers/tests/apptest"
)

// childVariable makes the test binary a manager that dies in a step: see killed.
const childVariable = "ENVIRONMENT_TEST_CHILD"

func TestMain(m *testing.M) {
	if text := os.Getenv(childVariable); text != "" {
		child(text)
		return
	}
	apptest.Main(m)
}

// world is a repository shop with a project, and a manager.
type world struct {
	*apptest.World
	envs *environment.Environments
	id   string
}

const shopFile = `servers:
  web: {command: FC say up, ready: {log: up}}
tasks:
  install: {command: ./install, inputs: [package-lock.json]}
  migrate: {command: ./migrate}
  bye: {command: ./bye}
worktree:
  copy: [.env.local, node_modules]
  setup: [install, migrate]
  cleanup: bye
  data:
    db: {kind: sqlite, path: db.sqlite3}
    media: {kind: directory, path: media}
`

func newWorld(t *testing.T, file string) *world {
	t.Helper()
	w := &world{World: apptest.New(t)}
	w.repository(file)
	w.open()
	return w
}

func (w *world) repository(file string) {
	w.T.Helper()
	w.Files("shop", map[string]string{".gitignore": "node_modules\n.env.local\n*.sqlite3\nmedia/\nran*\n", "package-lock.json": "1",
		".env.local": "SECRET=1\n", "node_modules/a/index.js": "a", "media/cat.png": "cat"})
	w.Script("shop", "install", "echo install >> ran")
	w.Script("shop", "migrate", "echo migrate >> ran")
	w.Script("shop", "bye", "echo bye >> ../../said-bye")
	w.id = w.Project("shop", file)
	w.sqlite(w.at("shop/db.sqlite3"), "CREATE TABLE t(x); INSERT INTO t VALUES (1), (2);")
	w.git("init", "-q", "-b", "main")
	w.git("add", "-A")
	w.git("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "begin")
}

func (w *world) open() {
	w.envs = environment.New(w.Sup, environment.Options{State: w.Dirs.State, Home: w.Dirs.Home,
		Log: slog.New(slog.DiscardHandler)})
}

func (w *world) at(path string) string { return w.Path(path) }

func (w *world) run(name string, args ...string) string {
	w.T.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		w.T.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (w *world) git(args ...string) string {
	w.T.Helper()
	return w.run("git", append([]string{"-C", w.at("shop")}, args...)...)
}

func (w *world) sqlite(file, sql string) string {
	w.T.Helper()
	return w.run("sqlite3", file, sql)
}

// up makes an environment and waits for it.
func (w *world) up(a environment.Wanted) (app.Environment, error) {
	a.Project, a.Actor = w.id, apptest.Me
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	env, err := w.envs.Up(ctx, a)
	if err != nil {
		return env, err
	}
	env, err = w.envs.Wait(ctx, env.Path)
	if err == nil && env.Problem != nil {
		err = env.Problem
	}
	return env, err
}

func (w *world) mustUp(branch string) app.Environment {
	w.T.Helper()
	env, err := w.up(environment.Wanted{Branch: branch, Servers: true})
	if err != nil {
		w.T.Fatal(err)
	}
	if env.State != app.EnvironmentReady {
		w.T.Fatalf("%+v", env)
	}
	return env
}

func (w *world) down(e environment.Removal) (app.Environment, error) {
	e.Actor = apptest.Me
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	env, err := w.envs.Down(ctx, e)
	if err == nil {
		env, err = w.envs.Wait(ctx, env.Path)
	}
	if err == nil && env.Problem != nil {
		err = env.Problem
	}
	return env, err
}

func (w *world) read(path string) string {
	text, _ := os.ReadFile(path)
	return string(text)
}

// whole fails the test unless the environment has all that it should have.
func (w *world) whole(env app.Environment) {
	w.T.Helper()
	dir := env.Path
	for path, want := range map[string]string{".env.local": "SECRET=1\n", "node_modules/a/index.js": "a",
		"media/cat.png": "cat", "package-lock.json": "1"} {
		if got := w.read(filepath.Join(dir, path)); got != want {
			w.T.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := w.sqlite(filepath.Join(dir, "db.sqlite3"), "SELECT count(*) FROM t"); got != "2" {
		w.T.Errorf("%s rows", got)
	}
	if got := w.read(filepath.Join(dir, "ran")); !strings.Contains(got, "migrate\n") || strings.Contains(got, "install") {
		w.T.Errorf("ran %q: install is not needed, since its input is the main checkout's", got)
	}
	if len(env.Servers) != 1 || env.Servers[0].State != app.Ready {
		w.T.Errorf("%+v", env.Servers)
	}
	w.tidy()
}

// tidy fails the test if something half made is left.
func (w *world) tidy() {
	w.T.Helper()
	for _, pattern := range []string{".devservers-*", "*/.devservers-*", "*/*.devservers-part", "*/*/*.devservers-part"} {
		if left, _ := filepath.Glob(w.at(pattern)); len(left) > 0 {
			w.T.Errorf("left: %q", left)
		}
	}
}

// none fails the test if anything of an environment is left.
func (w *world) none(env app.Environment) {
	w.T.Helper()
	if _, err := os.Lstat(env.Path); !os.IsNotExist(err) {
		w.T.Error("the checkout is left:", err)
	}
	if list := w.git("worktree", "list"); strings.Contains(list, "shop.worktrees") || strings.Contains(list, "\n") {
		w.T.Error("git lists", list)
	}
	if list, err := w.envs.List(context.Background(), w.id, true); err != nil || len(list) > 0 {
		w.T.Errorf("%+v, %v", list, err)
	}
	if _, err := w.Sup.Files.Find(env.ID); err == nil {
		w.T.Error("its project is still known")
	}
	w.tidy()
}

func TestBranchIsAnEnvironment(t *testing.T) {
	t.Parallel()
	w := newWorld(t, shopFile)
	w.Script("shop", ".git/hooks/post-checkout", "[ $DEVSERVERS_UP = 1 ] && echo hook >> \"$0.ran\"")
	env := w.mustUp("feature/x")
	w.whole(env)
	if w.read(w.at("shop/.git/hooks/post-checkout.ran")) != "hook\n" {
		t.Error("a hook of git doesn't learn that up makes the worktree")
	}
	if env.ID != "shop@feature-x" || !env.Made || env.Path != w.at("shop.worktrees/feature-x") || len(env.Data) != 2 {
		t.Errorf("%+v", env)
	}
	w.sqlite(env.Path+"/db.sqlite3", "DELETE FROM t")
	if rows := w.sqlite(w.at("shop/db.sqlite3"), "SELECT count(*) FROM t"); rows != "2" {
		t.Error("the main data has", rows)
	}
	again := w.mustUp("feature/x")
	if rows := w.sqlite(again.Path+"/db.sqlite3", "SELECT count(*) FROM t"); rows != "0" {
		t.Error("a second call replaced its data:", rows)
	}
	if list, err := w.envs.List(context.Background(), w.id, true); err != nil || len(list) != 1 || list[0].Disk == 0 ||
		list[0].Data[0].Size == 0 {
		t.Errorf("%+v, %v", list, err)
	}
	gone, err := w.down(environment.Removal{Dir: env.Path})
	if err != nil || len(gone.Removed) != 4 || gone.State != app.EnvironmentRemoved {
		t.Errorf("%+v, %v", gone, err)
	}
	w.none(env)
	if w.read(w.at("said-bye")) != "bye\n" || w.git("branch", "--list", "feature/x") == "" {
		t.Error("cleanup didn't run, or the branch is gone")
	}
	if w.read(w.at("shop/media/cat.png")) != "cat" || w.sqlite(w.at("shop/db.sqlite3"), "SELECT count(*) FROM t") != "2" {
		t.Error("the main data is gone")
	}
}

func TestDownRefusesToLoseWork(t *testing.T) {
	t.Parallel()
	w := newWorld(t, shopFile)
	env := w.mustUp("feature")
	refused := func(what string) {
		t.Helper()
		fail := apptest.Failure(t, second(w.down(environment.Removal{Dir: env.Path})), app.CodeConflict)
		if !strings.Contains(fail.Detail, what) {
			t.Errorf("%+v", fail)
		}
		if _, err := os.Stat(env.Path + "/db.sqlite3"); err != nil {
			t.Error("its data is gone:", err)
		}
	}
	if err := os.WriteFile(env.Path+"/new.txt", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("uncommitted work: 1 file")
	w.run("git", "-C", env.Path, "add", "-A")
	w.run("git", "-C", env.Path, "checkout", "-q", "--detach")
	w.run("git", "-C", env.Path, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "n")
	refused("on no branch")
	agent := environment.Removal{Dir: env.Path, Force: true, Actor: app.Actor{Kind: app.ActorMCP}}
	_, err := w.envs.Down(context.Background(), agent)
	apptest.Failure(t, err, app.CodeNeedsHuman)
	if _, err := w.down(environment.Removal{Dir: env.Path, Force: true}); err != nil {
		t.Error(err)
	}
	w.none(env)
}

func second[T any](_ T, err error) error { return err }

func TestWhatCanNotBeDoneIsSaidBeforeAnythingStarts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, shopFile+"    pg: {kind: postgres, url: \"postgres://me@db.example.com/shop\"}\n")
	_, err := w.up(environment.Wanted{Branch: "feature"})
	if fail := apptest.Failure(t, err, app.CodeDependency); !strings.Contains(fail.Detail, "another host") {
		t.Errorf("%+v", fail)
	}
	if list := w.git("worktree", "list"); strings.Contains(list, "feature") {
		t.Error(list)
	}
	if list, err := w.envs.List(context.Background(), w.id, false); err != nil || len(list) > 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

// TestVariableOfAnEnvFileThatTheFrameworkReads: no server declares it, and each of the worktree's gets the fork's.
func TestVariableOfAnEnvFileThatTheFrameworkReads(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `servers:
  web: {command: "FC say ${data.db.url} $DATABASE_URL", ready: {log: sqlite}}
worktree: {copy: .env, data: {db: {kind: sqlite, url: $DATABASE_URL}}}
`)
	w.Files("shop", map[string]string{".env": "DATABASE_URL=sqlite:///" + w.at("shop/db.sqlite3") + "\n"})
	env := w.mustUp("feature")
	want := "sqlite:///" + env.Path + "/db.sqlite3"
	if got := w.Sup.Files.Declared(env.ID); got == nil {
		t.Fatal("it is not known")
	}
	vars, err := w.Sup.NextEnv(env.Servers[0].Ref())
	if err != nil || vars["DATABASE_URL"] != want || vars["DEVSERVERS_DATA_DB_URL"] != want {
		t.Errorf("%q, want %q, %v", vars["DATABASE_URL"], want, err)
	}
}

// TestNothingRunsInAWorktreeWithoutItsData: it would use the main checkout's, or make an empty one in its place.
func TestNothingRunsInAWorktreeWithoutItsData(t *testing.T) {
	t.Parallel()
	for name, data := range map[string]string{"url": "{kind: sqlite, url: $DATABASE_URL}",
		"file": "{kind: sqlite, path: db.sqlite3}", "directory": "{kind: directory, path: media}"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, `servers:
  web: {command: FC say up, ready: {log: up}, env: {DATABASE_URL: "sqlite:///db.sqlite3"}}
worktree: {data: {db: `+data+`}}
`)
			w.MustStart(app.Ref{Project: w.id, Name: "web"})
			w.git("worktree", "add", "-q", "-b", "theirs", w.at("theirs"))
			v, _, err := w.Sup.Register(w.at("theirs"))
			if err != nil {
				t.Fatal(err)
			}
			_, err = w.Start(app.Ref{Project: v.ID, Name: "web"})
			fail := apptest.Failure(t, err, app.CodeEnvironment)
			if !strings.Contains(fail.Detail, "has no data db of its own yet") || !strings.Contains(fail.Hint, "setup") {
				t.Errorf("%+v", fail)
			}
			w.mustUp("theirs")
		})
	}
}

// TestWorktreesOfOthers: git or an editor has made it, and it stays when its data goes.
func TestWorktreesOfOthers(t *testing.T) {
	t.Parallel()
	w := newWorld(t, shopFile)
	dir := w.at("theirs")
	w.git("worktree", "add", "-q", "-b", "theirs", dir)
	list, err := w.envs.List(context.Background(), w.id, false)
	if err != nil || len(list) != 1 || list[0].State != app.EnvironmentBare {
		t.Fatalf("%+v, %v", list, err)
	}
	env := w.mustUp("theirs")
	w.whole(env)
	if env.Path != dir || env.Made {
		t.Errorf("%+v", env)
	}
	gone, err := w.down(environment.Removal{Dir: dir})
	if did := strings.Join(gone.Removed, "\n"); err != nil || !strings.Contains(did, "stopped web") ||
		!strings.Contains(did, "dropped db") || !strings.Contains(did, "left the checkout") {
		t.Fatal(did, err)
	}
	if _, err := os.Stat(dir + "/package-lock.json"); err != nil {
		t.Error("the checkout is gone:", err)
	}
	if _, err := os.Stat(dir + "/db.sqlite3"); !os.IsNotExist(err) {
		t.Error("its data is left")
	}
}

// TestUpMakesARemovedWorktreeAgain: with its data, and with nothing that still runs from the removed one.
func TestUpMakesARemovedWorktreeAgain(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(w *world, dir string){
		"git": func(w *world, dir string) { w.git("worktree", "remove", "--force", dir) },
		"rm":  func(_ *world, dir string) { _ = os.RemoveAll(dir) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, shopFile)
			env := w.mustUp("feature")
			remove(w, env.Path)
			again := w.mustUp("feature")
			w.whole(again)
			if again.ID != env.ID || again.Servers[0].Run == env.Servers[0].Run {
				t.Errorf("%+v", again)
			}
		})
	}
}

// TestDataOfRemovedWorktreesIsListedAndDroppedOnAWord: git has removed the checkout.
func TestDataOfRemovedWorktreesIsListedAndDroppedOnAWord(t *testing.T) {
	t.Parallel()
	w := newWorld(t, shopFile)
	env := w.mustUp("feature")
	w.Stop(app.Ref{Project: env.ID, Name: "web"})
	w.git("worktree", "remove", "--force", env.Path)
	list, err := w.envs.List(context.Background(), w.id, true)
	if err != nil || len(list) != 1 || list[0].State != app.EnvironmentRemoved || len(list[0].Data) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := w.down(environment.Removal{Dir: env.Path}); err != nil {
		t.Error(err)
	}
	w.none(env)
}

// TestEnvironmentsAreMadeAtOnce: with data and tasks of their own.
func TestEnvironmentsAreMadeAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t, shopFile)
	var wg sync.WaitGroup
	made := make([]app.Environment, 6)
	for i := range made {
		wg.Go(func() { made[i] = w.mustUp(fmt.Sprint("b", i)) })
	}
	wg.Wait()
	for i, env := range made {
		w.whole(env)
		w.sqlite(env.Path+"/db.sqlite3", fmt.Sprintf("INSERT INTO t VALUES ('b%d')", i))
	}
	for i, env := range made {
		got := w.sqlite(env.Path+"/db.sqlite3", "SELECT group_concat(x) FROM t")
		if want := fmt.Sprintf("1,2,b%d", i); got != want {
			t.Errorf("%s has %s, want %s", env.ID, got, want)
		}
	}
}

const composedFile = `servers:
  db: {command: docker compose up db, port: 5432, ready: {log: up}}
worktree: {copy: .env.local}
`

// TestComposeStacksAreApart: with a Docker that notes what it is called with.
func TestComposeStacksAreApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, composedFile)
	w.Files("shop", map[string]string{"compose.yml": "services:\n  db:\n    container_name: db\n    ports: [\"5432:5432\"]\n" +
		"  mail:\n    ports: [\"127.0.0.1:1025:1025\", 8025, \"8026:8025\"]\n"})
	w.Script("tools", "docker", "echo \"$@\" $COMPOSE_PROJECT_NAME $COMPOSE_FILE >> \"$(dirname $0)/../calls\"\ncase $2 in up) exec FC say up;; esac")
	w.git("add", "-A")
	w.git("-c", "user.name=Ann", "-c", "user.email=ann@example.com", "commit", "-q", "-m", "compose")
	env, err := w.up(environment.Wanted{Branch: "feature", Servers: true,
		Env: map[string]string{"PATH": w.at("tools") + ":" + os.Getenv("PATH"), "HOME": w.Dirs.Home}})
	if err != nil {
		t.Fatalf("%v %q", err, app.AsError(err, "").Output)
	}
	db := env.Servers[0]
	files := strings.Split(strings.Fields(w.read(w.at("calls")))[4], ":")
	if env.Compose == "" || !strings.HasPrefix(env.Compose, "shop-feature-") || files[0] != env.Path+"/compose.yml" {
		t.Errorf("%+v: %q", env, files)
	}
	want := fmt.Sprintf("  \"db\":\n    container_name: !reset null\n    ports: !override\n      - \"%d:5432\"\n", db.Port)
	got := w.read(files[1])
	if db.Port == 5432 || !strings.Contains(got, want) || !strings.Contains(got, "- \"127.0.0.1:31") {
		t.Errorf("%d: %s", db.Port, got)
	}
	if given := regexp.MustCompile(`31\d\d\d`).FindAllString(got, -1); len(given) != 2 || given[0] == given[1] {
		t.Errorf("two ports of the host: %q", given)
	}
	if _, err := w.down(environment.Removal{Dir: env.Path}); err != nil {
		t.Fatal(err)
	}
	if got := w.read(w.at("calls")); !strings.Contains(got, "compose -p "+env.Compose+" down --volumes --remove-orphans") {
		t.Error(got)
	}
}

// childWorld is what a manager that dies is started with.
type childWorld struct {
	Dirs      home.Dirs
	ID, Dying string
	Down      string // directory of the environment to remove; "" = up
}

// child is a manager that makes or removes an environment, and is killed in a step.
func child(text string) {
	var c childWorld
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		panic(err)
	}
	environment.OnStep(func(step string) {
		if step == c.Dying {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	t := &testing.T{}
	w := &world{World: &apptest.World{Home: apptest.Home{T: t, Dirs: c.Dirs}}, id: c.ID}
	w.Open()
	w.open()
	var err error
	if c.Down != "" {
		_, err = w.down(environment.Removal{Dir: c.Down})
	} else {
		_, err = w.up(environment.Wanted{Branch: "feature", Servers: true})
	}
	fmt.Println("it lived:", err)
	os.Exit(3)
}

// killed runs a manager on w's directories until it is killed in a step. w must be closed.
func (w *world) killed(step, down string) {
	w.T.Helper()
	text, err := json.Marshal(childWorld{w.Dirs, w.id, step, down})
	if err != nil {
		w.T.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+string(text), "HOME="+w.Dirs.Home)
	output, err := os.CreateTemp(w.T.TempDir(), "") // no pipe: servers that it has started outlive it
	if err != nil {
		w.T.Fatal(err)
	}
	defer output.Close()
	cmd.Stdout, cmd.Stderr = output, output
	err = cmd.Run()
	if cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		w.T.Errorf("in %q: %v\n%s", step, err, w.read(output.Name()))
	}
}

// reopen starts another manager.
func (w *world) reopen() {
	w.Open()
	w.open()
}

// stepsOf returns the steps that work goes through, in order.
func stepsOf(do func()) (steps []string) {
	var mu sync.Mutex
	environment.OnStep(func(step string) {
		mu.Lock()
		defer mu.Unlock()
		if !slices.Contains(steps, step) {
			steps = append(steps, step)
		}
	})
	do()
	environment.OnStep(func(string) {})
	return steps
}

// TestKillInEachStep: what a killed manager leaves of up is finished by the next up, or removed by down; and what it
// leaves of down is removed by the next down.
func TestKillInEachStep(t *testing.T) {
	w := newWorld(t, shopFile)
	var env app.Environment
	ups := stepsOf(func() { env = w.mustUp("feature") })
	downs := stepsOf(func() { w.mustDown(env) })
	if len(ups) < 16 || len(downs) < 14 {
		t.Fatalf("%q, %q", ups, downs)
	}
	for _, step := range ups {
		w.dies(step, "")
		w.whole(w.mustUp("feature"))
		w.mustDown(env)
		w.none(env)
		w.dies(step, "")
		w.mustDown(env)
		w.none(env)
	}
	for _, step := range downs {
		w.mustUp("feature")
		w.dies(step, env.Path)
		if _, known := w.Sup.Files.Branches.At(env.Path); known {
			w.mustDown(env)
		}
		w.none(env)
	}
	t.Logf("%d kills of up, resumed or undone; %d kills of down", 2*len(ups), len(downs))
}

// dies lets another manager die in a step, in place of w's.
func (w *world) dies(step, down string) {
	w.T.Helper()
	w.Close(true)
	w.killed(step, down)
	w.reopen()
	if w.T.Failed() {
		w.T.Fatalf("killed in %q", step)
	}
}

func (w *world) mustDown(env app.Environment) {
	w.T.Helper()
	if _, err := w.down(environment.Removal{Dir: env.Path}); err != nil {
		w.T.Fatalf("%v %q", err, app.AsError(err, "").Output)
	}
}
