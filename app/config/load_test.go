package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config/command"
	"devservers/app/config/yml"
	"devservers/tests/configtest"
)

// project writes a devservers.yml into a new directory and returns its path.
func project(t *testing.T, content string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return configtest.Write(t, filepath.Join(dir, FileName), content)
}

func load(t *testing.T, content string) Project {
	t.Helper()
	p, err := Load(project(t, content))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestProblems(t *testing.T) {
	files, err := filepath.Glob("testdata/problems/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal("no test files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yml"), func(t *testing.T) {
			content, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = parseProject("/home/me/my app", "/home/me/my app/devservers.yml", content)
			var problems yml.Problems
			if !errors.As(err, &problems) {
				t.Fatalf("accepted, or not Problems: %v", err)
			}
			for _, p := range problems {
				if p.Line < 1 || p.Msg == "" || p.Hint == "" || p.Warning {
					t.Errorf("incomplete: %+v", p)
				}
			}
			configtest.Golden(t, strings.TrimSuffix(file, ".yml")+".golden", err.Error()+"\n")
		})
	}
}

func TestReadAllKeys(t *testing.T) {
	p := load(t, `
project: my-django-app
idle_timeout: 30
servers:
  django:
    command: python manage.py runserver $PORT
    working_dir: .
    port: 8000
    autostart: true
    env: {DJANGO_DEBUG: 1, B: true, C: 1.50, D: 0x1F, E: "q", F: yes}
    env_file: [.env, /etc/shared.env]
    ready: {http: /healthz, timeout: 90}
    stop: {signal: SIGINT, timeout: 10s}
    memory: 512MB
    file_size: 1GiB
    pty: false
    idle_timeout: 1h
  redis: {command: redis-server --port $PORT, port: auto}
tasks:
  migrate: {command: python manage.py migrate}
`)
	django, _ := p.Find("django")
	if django.WorkingDir != p.Dir || !django.Autostart || django.PTY || django.Port != (Port{Number: 8000}) {
		t.Errorf("%+v", django)
	}
	wantEnv := []command.Var{{Name: "DJANGO_DEBUG", Value: "1"}, {Name: "B", Value: "true"}, {Name: "C", Value: "1.50"},
		{Name: "D", Value: "0x1F"}, {Name: "E", Value: "q"}, {Name: "F", Value: "yes"}}
	if d := cmp.Diff(wantEnv, django.Env); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{filepath.Join(p.Dir, ".env"), "/etc/shared.env"}, django.EnvFiles); d != "" {
		t.Error(d)
	}
	if django.Ready.HTTP != "/healthz" || django.Ready.Timeout != 90*time.Second ||
		django.Ready.URL(8000) != "http://127.0.0.1:8000/healthz" {
		t.Errorf("%+v", django.Ready)
	}
	if django.Stop != (Stop{syscall.SIGINT, 10 * time.Second}) || django.Memory != 512<<20 || django.FileSize != 1<<30 {
		t.Errorf("%+v %d %d", django.Stop, django.Memory, django.FileSize)
	}
	if *django.IdleTimeout != time.Hour || *p.IdleTimeout != 30*time.Minute {
		t.Error(*django.IdleTimeout, *p.IdleTimeout)
	}
	redis, _ := p.Find("redis")
	if !redis.Port.Auto || redis.Autostart || !redis.PTY || redis.Memory != DefaultMemory ||
		redis.Stop != (Stop{syscall.SIGTERM, 5 * time.Second}) || redis.Ready.Timeout != time.Minute {
		t.Errorf("defaults: %+v", redis)
	}
	migrate, ok := p.Find("migrate")
	if !ok || migrate.Kind != KindTask || p.ID != "my-django-app" || len(p.Warnings) != 0 {
		t.Errorf("%+v %+v", migrate, p)
	}
}

func TestOlderFilesLoadWithWarnings(t *testing.T) {
	p := load(t, `project: old
servers:
  web:
    command: npm run dev
    working_dir: "."
    port: 3000
    autostart: yes
    prefix_logs: false
experimental:
  playwright: true
`)
	if len(p.Servers) != 1 || !p.Servers[0].Autostart || len(p.Warnings) != 2 {
		t.Errorf("%+v", p)
	}
	configtest.Golden(t, "testdata/older.golden", strings.ReplaceAll(yml.Problems(p.Warnings).Error(), p.Dir, "/p")+"\n")
}

func TestByteOrderMarkAndCRLF(t *testing.T) {
	p := load(t, "\ufeffproject: a\r\nservers:\r\n  web: {command: npm run dev}\r\n")
	if p.Name != "a" || p.Servers[0].Command.String() != "npm run dev" {
		t.Errorf("%+v", p)
	}
}

func TestBlockScalarsAndHeader(t *testing.T) {
	p := load(t, "---\nproject: a # why\nservers:\n  web:\n    command: >-\n      npm run\n      dev\n  api:\n"+
		"    command: |\n      npm start\n...\n")
	if p.Servers[0].Command.String() != "npm run dev" || p.Servers[1].Command.String() != "npm start" {
		t.Errorf("%+v", p.Servers)
	}
}

func TestBombsAreRefusedQuickly(t *testing.T) {
	keys := func(format string) string {
		var b strings.Builder
		for i := range 20_000 {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	deep := ""
	for i := range 30 {
		deep += strings.Repeat(" ", i) + "k:\n"
	}
	for name, content := range map[string]string{
		"10 MB":             strings.Repeat("a", 10<<20),
		"brackets":          strings.Repeat("[", 20_000),
		"few brackets":      strings.Repeat("[", 30),
		"braces":            strings.Repeat("{a: ", 7_000),
		"dashes":            strings.Repeat("- ", 14_000),
		"question marks":    strings.Repeat("? ", 14_000),
		"colons":            strings.Repeat("a: ", 20_000),
		"keys":              keys("k%d: v\n"),
		"keys in a mapping": "servers:\n" + keys("  k%d: v\n"),
		"keys in brackets":  "servers: {" + keys("k%d: v, ") + "}",
		"deep":              deep,
		"aliases":           "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
		"self":              "a: &a [*a]\n",
		"comments":          strings.Repeat("#\n", 120_000),
		"1500 servers":      "project: a\nservers:\n" + strings.Repeat("  x: y\n", 1500),
		"300 servers inside": func() string {
			s := "project: a\nservers: {"
			for i := range 300 {
				s += fmt.Sprintf("s%d: {command: x}, ", i)
			}
			return s + "}\n"
		}(),
	} {
		file := project(t, content)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Load(file)
		runtime.ReadMemStats(&after)
		var problems yml.Problems
		if !errors.As(err, &problems) || problems[0].Line < 1 {
			t.Errorf("%s: %v", name, err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("%s: %d MB allocated", name, used>>20)
		}
	}
}

func TestLargestFile(t *testing.T) {
	var b strings.Builder
	b.WriteString("project: big\nservers:\n")
	for i := range maxServers {
		fmt.Fprintf(&b, "  s%d:\n    command: python app.py $PORT\n    port: auto\n    env:\n", i)
		for j := range 20 {
			fmt.Fprintf(&b, "      V%d: %s\n", j, "value")
		}
	}
	if p := load(t, b.String()); len(p.Servers) != maxServers {
		t.Errorf("%d servers", len(p.Servers))
	}
}

func TestUnreadableFileDoesNotHang(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo", FileName)
	configtest.Write(t, filepath.Join(dir, "fifo", "x"), "")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	secret := configtest.Write(t, filepath.Join(dir, "secret"), "project: a\nservers: {x: {command: x}}\n")
	link := filepath.Join(dir, "link", FileName)
	configtest.Write(t, filepath.Join(dir, "link", "x"), "")
	if err := os.Symlink(secret, link); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{fifo, link, dir, filepath.Join(dir, "nope", FileName)} {
		if p, err := Load(file); err == nil {
			t.Errorf("%s was loaded: %+v", file, p)
		}
	}
}

func TestFingerprintIsBoundToPathAndBytes(t *testing.T) {
	p := load(t, "project: a\nservers: {x: {command: x}}\n")
	if p.SHA256 != Fingerprint(p.File, p.Source) || p.SHA256 == Fingerprint(p.File+"x", p.Source) ||
		p.SHA256 == Fingerprint(p.File, p.Source[1:]) {
		t.Error("the fingerprint does not tell path and bytes")
	}
}

func FuzzLoad(f *testing.F) {
	files, _ := filepath.Glob("testdata/problems/*.yml")
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Add([]byte("project: a\nservers:\n  web: {command: npm run dev, port: 1, env: {A: b}}\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		p, err := parseProject("/p", "/p/devservers.yml", content)
		var problems yml.Problems
		if err != nil && !errors.As(err, &problems) {
			t.Fatalf("not Problems: %v", err)
		}
		for _, q := range append(problems, p.Warnings...) {
			if q.Line < 1 || q.Column < 0 || q.Msg == "" || q.Hint == "" {
				t.Fatalf("incomplete: %+v", q)
			}
		}
		if err == nil && (p.Name == "" || len(p.Servers)+len(p.Tasks) > maxServers) {
			t.Fatalf("accepted: %+v", p)
		}
		_ = yml.Problems(problems).Error()
	})
}
