package app

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// why finds the finding of a kind.
func (w *world) why(ref Ref, kind string) Finding {
	w.t.Helper()
	d, err := w.sup.Diagnose(ref)
	if err != nil {
		w.t.Fatal(err)
	}
	i := slices.IndexFunc(d.Findings, func(f Finding) bool { return f.Kind == kind })
	if i < 0 {
		w.t.Fatalf("no finding of kind %s: %+v", kind, d)
	}
	return d.Findings[i]
}

// whySoon waits for a finding about a run that lives: on a busy machine it listens late, or before its last line has been kept.
func (w *world) whySoon(ref Ref, kind string) Finding {
	w.t.Helper()
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		d, _ := w.sup.Diagnose(ref)
		if slices.ContainsFunc(d.Findings, func(f Finding) bool { return f.Kind == kind }) {
			break
		}
	}
	return w.why(ref, kind)
}

func has(t *testing.T, f Finding, problem, evidence, fix string) {
	t.Helper()
	if !strings.Contains(f.Problem, problem) || !strings.Contains(strings.Join(f.Evidence, "\n"), evidence) || !strings.Contains(f.Fix, fix) {
		t.Errorf("%+v", f)
	}
}

func TestDiagnoseNamesWhatStandsInTheWayOfAStart(t *testing.T) {
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	id := w.project("shop", fmt.Sprintf(`servers:
  web: {command: FC listen 127.0.0.1:$PORT, port: %d}
  twin: {command: FC listen 127.0.0.1:$PORT, port: %d}
  gone: {command: ./no-such-program}
  foreign: {command: no-such-program-at-all}
  vars: {command: FC echo, env_file: .env.missing}
  fine: {command: FC echo}
`, port, port))
	web := Ref{id, "web"}
	_, err = w.start(web)
	failure(t, err, CodePortInUse)
	has(t, w.why(web, "port"), fmt.Sprintf("port %d is held by PID %d", port, os.Getpid()), "", "another port")
	l.Close()
	has(t, w.why(web, "other"), "the last start was refused", "nothing stands in its way now", "devservers start shop/web")
	w.mustStart(web)
	has(t, w.why(Ref{id, "twin"}, "port"), "our own shop/web", "", "devservers stop shop/web")
	has(t, w.why(Ref{id, "gone"}, "executable"), "no-such-program", "", "")
	has(t, w.why(Ref{id, "foreign"}, "executable"), "no-such-program-at-all", "", "allow")
	has(t, w.why(Ref{id, "vars"}, "env"), ".env.missing", "", "create it")
	for _, ref := range []Ref{web, {id, "fine"}} {
		if d, err := w.sup.Diagnose(ref); err != nil || len(d.Findings) != 0 {
			t.Errorf("%+v %v", d, err)
		}
	}
	w.write("shop", "servers:\n  fine: {command: FC echo, prot: 1}\n")
	has(t, w.why(Ref{id, "fine"}, "config"), "devservers.yml:3:", "", "")
	w.write("shop", "servers:\n  fine: {command: FC echo more}\n")
	has(t, w.why(Ref{id, "fine"}, "trust"), "has changed since it was trusted", "", "devservers trust")
}

func TestDiagnoseSeesWhereARunListensAndWhatHasChanged(t *testing.T) {
	w := newWorld(t)
	other := freePort(t)
	id := w.project("shop", fmt.Sprintf("servers:\n  web: {command: FC listen 127.0.0.1:%d, port: auto, ready: {timeout: 100ms}}\n", other))
	ref := Ref{id, "web"}
	_, err := w.start(ref)
	failure(t, err, CodeNotReady)
	has(t, w.whySoon(ref, "listens"), fmt.Sprintf("it listens on 127.0.0.1:%d, and not on port", other), "does not use $PORT", "declare the port")
	w.patch(ref, Change{SetEnv: map[string]string{"A": "1"}, Reason: "try"}, me)
	has(t, w.why(ref, "changed"), "has changed since it was started", "", "devservers restart")
}

func TestDiagnoseNamesWhatAStartWaitsFor(t *testing.T) {
	w := newWorld(t)
	id := w.project("shop", "servers:\n  web: {command: FC echo, depends_on: [db, cache]}\n  db: {command: FC echo, ready: {log: never}}\n  cache: {command: FC echo}\n"+
		"  api: {command: FC echo, depends_on: [bad]}\n  bad: {command: FC crash 3 STRIPE_KEY is not set, ready: {log: never}}\n")
	web, api := Ref{id, "web"}, Ref{id, "api"}
	if _, err := w.sup.Start(t.Context(), web, StartOptions{Actor: me, Wait: "none"}); err != nil {
		t.Fatal(err)
	}
	w.until(web, "waits for db alone", func(s Status) bool { return s.Reason == "waits for db: ready" })
	d, err := w.sup.Diagnose(web)
	if err != nil || len(d.Findings) != 1 {
		t.Errorf("%+v %v", d, err)
	}
	has(t, w.why(web, "dependency"), "web needs db (ready), which is starting", "waits for a line", "devservers why shop/db")
	_, err = w.start(api)
	failure(t, err, CodeDependency)
	has(t, w.why(api, "dependency"), "api needs bad (ready), which is exited", "exited with code 3", "devservers why shop/bad")
	has(t, w.why(Ref{id, "bad"}, "env"), "STRIPE_KEY is not set", "line 1", "set-env shop/bad")
}

func TestDiagnoseTellsThatARunWaitsForAnAnswer(t *testing.T) {
	w := newWorld(t)
	id := w.project("shop", "servers:\n  web: {command: \"FC ask 'Proceed? [y/N]'\", ready: {log: never}}\n")
	ref := Ref{id, "web"}
	if _, err := w.sup.Start(t.Context(), ref, StartOptions{Actor: me, Wait: "started"}); err != nil {
		t.Fatal(err)
	}
	has(t, w.whySoon(ref, "input"), "waits for somebody to answer", "Proceed? [y/N]", "devservers attach shop/web")
}

// files writes files of a project.
func (w *world) files(name string, files map[string]string) {
	w.t.Helper()
	for file, text := range files {
		path := filepath.Join(w.dirs.Home, name, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			w.t.Fatal(err)
		}
	}
}

// real runs a real tool as a server that can't work, and gives the finding.
func (w *world) real(tool, name, server, kind string, files map[string]string) Finding {
	w.t.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		w.t.Fatalf("the tests need %s: %v", tool, err)
	}
	w.files(name, files)
	ref := Ref{w.project(name, "servers:\n  web: {"+server+", ready: {log: never}}\n"), "web"}
	if _, err := w.start(ref); err == nil {
		w.t.Error("it started")
	}
	return w.why(ref, kind)
}

func TestDiagnoseUnderstandsRealNode(t *testing.T) {
	w := newWorld(t)
	shut := freePort(t)
	pkg := map[string]string{"package.json": `{"type": "module", "dependencies": {"express": "^4"}, "scripts": {"serve": "node a.mjs"}}`, "pnpm-lock.yaml": ""}
	merge := func(file, text string) map[string]string {
		all := map[string]string{file: text}
		for k, v := range pkg {
			all[k] = v
		}
		return all
	}
	has(t, w.real("node", "n1", "command: node a.mjs", "module", merge("a.mjs", "import express from 'express'")), "the package express is not installed", "package.json lists it", "pnpm install")
	has(t, w.real("node", "n2", "command: node b.cjs", "module", merge("b.cjs", "require('left-pad')")), "left-pad", "does not list it", "pnpm add left-pad")
	has(t, w.real("node", "n3", "command: node server.js", "file", map[string]string{"api/server.js": ""}), "server.js does not exist", "is in", "working_dir: api")
	has(t, w.real("node", "n4", "command: node c.mjs", "env", map[string]string{"c.mjs": "throw new Error('Missing required environment variable: STRIPE_KEY')", ".env": "STRIPE_KEY=x"}),
		"STRIPE_KEY is not set", ".env sets it", "env_file: [.env]")
	has(t, w.real("node", "n5", "command: node d.mjs", "dependency", map[string]string{"d.mjs": fmt.Sprintf("import net from 'node:net'; net.connect(%d, '127.0.0.1')", shut)}), fmt.Sprintf("127.0.0.1:%d did not answer", shut), "", "start")
	has(t, w.real("node", "n6", "command: 'node --max-old-space-size=20 e.mjs', memory: none", "memory", map[string]string{"e.mjs": "const a = []; for (;;) a.push(new Array(1e5).fill(Math.random()))"}),
		"out of memory", "", "max-old-space-size")
	has(t, w.real("npm", "n7", "command: npm run dev", "file", pkg), "no script dev", "serve", "add the script")
}

func TestDiagnoseUnderstandsRealPythonAndDjango(t *testing.T) {
	w := newWorld(t)
	const python = "/usr/bin/python3"
	has(t, w.real(python, "p1", "command: "+python+" a.py", "module", map[string]string{"a.py": "import rest_framework", "requirements.txt": "djangorestframework\n"}), "rest_framework is not installed", "requirements.txt", "pip install -r requirements.txt")
	has(t, w.real(python, "p2", "command: "+python+" b.py", "env", map[string]string{"b.py": "import os\nos.environ['SHOP_TOKEN']\n", ".env.example": "SHOP_TOKEN=\n"}), "SHOP_TOKEN is not set", ".env.example", ".env")
	has(t, w.real(python, "p3", "command: "+python+" manage.py", "file", map[string]string{"backend/manage.py": ""}), "manage.py does not exist", "is in", "working_dir: backend")
	has(t, w.real(python, "p4", "command: "+python+" -m no_such_module_here", "module", nil), "no_such_module_here is not installed", "", "pip install no-such-module-here")
	settings := "SECRET_KEY='x'\nDEBUG=True\nROOT_URLCONF='urls'\nINSTALLED_APPS=['django.contrib.contenttypes','django.contrib.auth']\nDATABASES={'default':{'ENGINE':'django.db.backends.sqlite3','NAME':'db.sqlite3'}}\n"
	manage := "import os, sys\nos.environ['DJANGO_SETTINGS_MODULE']='settings'\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n"
	files := map[string]string{"manage.py": manage, "settings.py": settings, "urls.py": "urlpatterns=[]\n"}
	has(t, w.real(python, "d1", "command: "+python+" manage.py check --database default --tag no_such_tag", "other", files), "exited with code 1", "", "logs")
	w.write("d1", "servers:\n  web: {command: "+python+" manage.py runserver --noreload $PORT, port: auto}\ntasks:\n  migrate: {command: "+python+" manage.py migrate}\n")
	w.trust("d1")
	ref := Ref{"d1", "web"}
	w.mustStart(ref)
	has(t, w.whySoon(ref, "migration"), "migrations", "unapplied migration", "devservers run d1/migrate")
	w.stop(ref)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	w.write("d1", fmt.Sprintf("servers:\n  web: {command: %s manage.py runserver --noreload %d, port: auto}\n", python, port))
	w.trust("d1")
	if _, err := w.start(ref); err == nil {
		t.Error("it started")
	}
	has(t, w.why(ref, "port"), fmt.Sprintf("port %d is held by PID %d", port, os.Getpid()), "the command does not use $PORT", "")
}
