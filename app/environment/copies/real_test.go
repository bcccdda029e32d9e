//go:build real

package copies_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/config/settings"
	"devservers/app/environment/copies"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestMain(m *testing.M) { fc.Main(m) }

// engine is a private database server of a test.
type engine struct {
	t    *testing.T
	dir  string
	port int
}

// nobody is who runs servers that refuse to be run by root.
const nobody = 65534

func newEngine(t *testing.T) engine {
	t.Helper()
	dir, err := os.MkdirTemp("", "engine") //nolint:usetesting // another user has to get there
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if os.Getuid() == 0 {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	return engine{t, dir, fc.FreePort(t)}
}

// command returns a program that runs as somebody else than root.
func (e engine) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = e.dir, append(os.Environ(), "HOME="+e.dir, "LC_ALL=C.UTF-8")
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	return cmd
}

func (e engine) run(name string, args ...string) string {
	e.t.Helper()
	out, err := e.command(name, args...).CombinedOutput()
	if err != nil {
		e.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// serve runs a server until the test ends, and waits until it accepts.
func (e engine) serve(name string, args ...string) {
	e.t.Helper()
	cmd := e.command(name, args...)
	if err := cmd.Start(); err != nil {
		e.t.Fatal(err)
	}
	e.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGQUIT)
		time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
	})
	fc.Until(e.t, "it accepts connections", func() bool { return !fc.Silent(e.port) }, name)
}

// tool returns a program of Debian, which may be outside PATH.
func (e engine) tool(pattern string) string {
	e.t.Helper()
	found, _ := filepath.Glob(pattern)
	if len(found) == 0 {
		e.t.Fatalf("%s is not installed: sh .ci/tools", pattern)
	}
	return found[len(found)-1]
}

// kindOf is what the tests of databases need of an engine.
type kindOf struct {
	url string                             // of the main data
	sql func(url, statement string) string // runs a statement
}

func (k kindOf) maker(t *testing.T, o copies.Options) copies.Maker {
	t.Helper()
	o.Tools.Env, o.ID, o.Main = append(os.Environ(), o.Tools.Env...), "shop@"+filepath.Base(o.Dir), "/main"
	m, err := copies.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// forkedAtOnce makes many forks of a table at once, changes each, and counts what is seen across.
func forkedAtOnce(t *testing.T, k kindOf, kind string, many int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*apptest.Patience)
	defer cancel()
	k.sql(k.url, "CREATE TABLE items (name varchar(50)); INSERT INTO items VALUES ('a'), ('b');")
	own := config.OwnData{Name: "db", Kind: kind, URL: k.url}
	forks, makers := make([]settings.Fork, many), make([]copies.Maker, many)
	var wg sync.WaitGroup
	for i := range many {
		makers[i] = k.maker(t, copies.Options{OwnData: own, Dir: fmt.Sprint("/w/b", i)})
		var err error
		if forks[i], err = makers[i].Plan(ctx); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			var err error
			if forks[i], err = makers[i].Make(ctx, forks[i]); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for i, f := range forks {
		wg.Go(func() {
			k.sql(f.URL, fmt.Sprintf("ALTER TABLE items ADD COLUMN own%d int; INSERT INTO items (name) VALUES ('b%d');", i, i))
		})
	}
	wg.Wait()
	for i, f := range forks {
		if got := k.sql(f.URL, "SELECT name FROM items ORDER BY 1;"); got != fmt.Sprintf("a\nb\nb%d", i) {
			t.Errorf("fork %d has %q", i, got)
		}
		if size, err := makers[i].Size(ctx, f); err != nil || size == 0 {
			t.Error(size, err)
		}
	}
	again, err := makers[0].Make(ctx, forks[0]) // as after a kill
	if got := k.sql(again.URL, "SELECT name FROM items ORDER BY 1;"); err != nil || got != "a\nb" {
		t.Errorf("made again: %q, %v", got, err)
	}
	for i, f := range forks {
		if err := errors.Join(makers[i].Drop(ctx, f), makers[i].Drop(ctx, f)); err != nil {
			t.Error(err)
		}
	}
	if got := k.sql(k.url, "SELECT name FROM items ORDER BY 1;"); got != "a\nb" {
		t.Errorf("the main data is %q", got)
	}
	main := forks[0]
	main.Own, main.URL = filepath.Base(k.url), k.url
	if err := makers[0].Drop(ctx, main); err == nil {
		t.Error("it dropped the main data")
	}
	t.Logf("%d forks by %s, 0 rows seen across", many, forks[0].How)
}

// refuses fails the test unless Plan says what is wrong.
func refuses(t *testing.T, k kindOf, kind, url, what string) {
	t.Helper()
	m := k.maker(t, copies.Options{OwnData: config.OwnData{Name: "db", Kind: kind, URL: url}, Dir: "/w/x"})
	_, err := m.Plan(context.Background())
	if fail := apptest.Failure(t, err, app.CodeDependency); !strings.Contains(fail.Detail, what) || fail.Hint == "" {
		t.Errorf("%+v", fail)
	}
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	const bin = "/usr/lib/postgresql/*/bin/"
	e.run(e.tool(bin+"initdb"), "-D", "d", "-A", "trust", "-U", "me")
	e.serve(e.tool(bin+"postgres"), "-D", "d", "-p", fmt.Sprint(e.port), "-k", e.dir, "-c", "fsync=off", "-h", "127.0.0.1")
	url := func(user, db string) string { return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s", user, e.port, db) }
	k := kindOf{url: url("me", "shop"), sql: func(url, statement string) string {
		out, err := e.command("psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", url, "-c", statement).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", statement, err, out)
		}
		return strings.TrimSpace(string(out))
	}}
	for accepts := time.Now().Add(apptest.Patience); e.command("psql", "-d", url("me", "postgres"), "-c", "SELECT 1").Run() !=
		nil && time.Now().Before(accepts); {
		time.Sleep(20 * time.Millisecond) // it listens before it answers
	}
	k.sql(url("me", "postgres"), "CREATE DATABASE shop")
	k.sql(url("me", "postgres"), "CREATE ROLE guest LOGIN")
	forkedAtOnce(t, k, config.Postgres, 8)
	refuses(t, k, config.Postgres, url("guest", "shop"), "may not create databases")
	refuses(t, k, config.Postgres, url("me", "gone"), `database "gone" does not exist`)

	session := e.command("psql", "-X", "-q", "-d", k.url, "-c", "SELECT pg_sleep(600)") // the main server is connected
	if err := session.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Process.Kill(); _ = session.Wait() }()
	for k.sql(url("me", "postgres"), "SELECT count(*) FROM pg_stat_activity WHERE datname = 'shop'") == "0" {
		time.Sleep(10 * time.Millisecond)
	}
	m := k.maker(t, copies.Options{OwnData: config.OwnData{Name: "db", Kind: config.Postgres, URL: k.url}, Dir: "/w/used"})
	f, err := m.Plan(context.Background())
	if err != nil || f.How != "dump" {
		t.Fatal(f, err)
	}
	f.How = "template" // somebody connects after the plan
	if f, err = m.Make(context.Background(), f); err != nil || f.How != "dump" || k.sql(f.URL, "SELECT count(*) FROM items") != "2" {
		t.Error(f, err)
	}
}

func TestMariaDB(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	e.run(e.tool("/usr/bin/mariadb-install-db"), "--no-defaults", "--datadir="+e.dir+"/d", "--auth-root-authentication-method=normal",
		"--skip-test-db")
	e.serve(e.tool("/usr/sbin/mariadbd"), "--no-defaults", "--datadir="+e.dir+"/d", "--port="+fmt.Sprint(e.port),
		"--socket="+e.dir+"/s", "--bind-address=127.0.0.1", "--innodb-flush-log-at-trx-commit=0", "--pid-file="+e.dir+"/pid")
	sql := func(db, statement string) string {
		out, err := e.command("mariadb", "--no-defaults", "--socket="+e.dir+"/s", "--user=root", "--batch", "--skip-column-names", "-e",
			statement, db).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", statement, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	sql("mysql", "CREATE DATABASE shop; CREATE USER me@'%' IDENTIFIED BY 'p@ss'; GRANT ALL ON *.* TO me@'%'; CREATE USER guest@'%'; GRANT ALL ON shop.* TO guest@'%'")
	url := fmt.Sprintf("mysql2://me:p%%40ss@127.0.0.1:%d/shop", e.port)
	k := kindOf{url: url, sql: func(url, statement string) string { return sql(filepath.Base(url), statement) }}
	forkedAtOnce(t, k, config.MySQL, 6)
	refuses(t, k, config.MySQL, fmt.Sprintf("mysql://guest@127.0.0.1:%d/shop", e.port), "may not create the database")
}

func TestRedis(t *testing.T) {
	t.Parallel()
	e := newEngine(t)
	e.serve("redis-server", "--port", fmt.Sprint(e.port), "--save", "", "--bind", "127.0.0.1", "--databases", "4")
	cli := func(args ...string) string {
		return e.run("redis-cli", append([]string{"-p", fmt.Sprint(e.port)}, args...)...)
	}
	cli("set", "visits", "7")
	cli("-n", "2", "set", "theirs", "1")
	cli("hset", "h", "a", "b")
	url := fmt.Sprintf("redis://127.0.0.1:%d/0", e.port)
	k := kindOf{url: url}
	taken := map[string]bool{}
	options := copies.Options{OwnData: config.OwnData{Name: "cache", Kind: config.Redis, URL: url}, Dir: "/w/a",
		Taken: func(own string) bool { return taken[own] }}
	ctx := context.Background()
	m := k.maker(t, options)
	f, err := m.Plan(ctx)
	if err != nil || f.Own != "1" {
		t.Fatal(f, err)
	}
	taken[f.URL] = true
	other, err := k.maker(t, options).Plan(ctx)
	if err != nil || other.Own != "3" {
		t.Fatal("2 has keys of something else:", other, err)
	}
	if f, err = m.Make(ctx, f); err != nil || cli("-n", "1", "get", "visits") != "7" || cli("-n", "1", "hget", "h", "a") != "b" {
		t.Fatal(f, err)
	}
	cli("-n", "1", "incr", "visits")
	cli("-n", "3", "set", "somebody", "1")
	if _, err := m.Make(ctx, other); err == nil || cli("-n", "3", "get", "somebody") != "1" {
		t.Error("it emptied what somebody has begun to use:", err)
	}
	if err := m.Drop(ctx, other); err != nil || cli("-n", "3", "get", "somebody") != "1" {
		t.Error("it dropped what it has not made:", err)
	}
	f.Done = true
	if err := m.Drop(ctx, f); err != nil || cli("-n", "1", "dbsize") != "0" || cli("get", "visits") != "7" {
		t.Error(err)
	}
	taken[other.URL] = true
	refuses(t, k, config.Redis, "redis://127.0.0.1:1/0", "connection refused")
	_, err = k.maker(t, options).Plan(ctx)
	if err != nil { // 1 is taken by the record, 2 and 3 have keys
		apptest.Failure(t, err, app.CodeDependency)
	} else {
		t.Error("it found a number where there is none")
	}
}

func TestSQLiteIsCopiedWhileOthersWrite(t *testing.T) {
	t.Parallel()
	for _, path := range []string{os.Getenv("PATH"), t.TempDir()} { // with and without the program sqlite3
		main, dir := t.TempDir(), t.TempDir()
		file := filepath.Join(main, "db.sqlite3")
		sqlite := func(file, sql string) string {
			out, err := exec.Command("sqlite3", file, sql).CombinedOutput()
			if err != nil {
				t.Fatalf("%v %s", err, out)
			}
			return strings.TrimSpace(string(out))
		}
		sqlite(file, "CREATE TABLE t(x); INSERT INTO t VALUES (1)")
		m, err := copies.New(copies.Options{OwnData: config.OwnData{Name: "db", Kind: config.SQLite, URL: "sqlite:///db.sqlite3"},
			Main: main, Dir: dir, Tools: copies.Tools{Env: []string{"PATH=" + path}}})
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Plan(context.Background())
		if err != nil || f.Path != filepath.Join(dir, "db.sqlite3") || f.URL != "sqlite:///db.sqlite3" {
			t.Fatalf("%+v, %v", f, err)
		}
		if f, err = m.Make(context.Background(), f); err != nil || sqlite(f.Path, "SELECT x FROM t") != "1" {
			t.Errorf("%+v, %v", f, err)
		}
		if err := m.Drop(context.Background(), f); err != nil || sqlite(file, "SELECT x FROM t") != "1" {
			t.Error(err)
		}
		if _, err := os.Stat(f.Path); !os.IsNotExist(err) {
			t.Error("it is left:", err)
		}
	}
}
