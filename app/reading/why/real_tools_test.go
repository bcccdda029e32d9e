//go:build real

package why

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"testing"

	"devservers/app"
	"devservers/tests/fc"
)

// real runs a real tool as a server that can't work, and gives the finding.
func (w *world) real(tool, name, server string, kind app.FindingKind, files map[string]string) app.Finding {
	w.T.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		w.T.Fatalf("the tests need %s: %v", tool, err)
	}
	w.Files(name, files)
	ref := app.Ref{Project: w.Project(name, "servers:\n  web: {"+server+", ready: {log: never}}\n"), Name: "web"}
	if _, err := w.Start(ref); err == nil {
		w.T.Error("it started")
	}
	return w.why(ref, kind)
}

func TestRealNode(t *testing.T) {
	w := newWorld(t)
	shut := fc.FreePort(t)
	pkg := map[string]string{"package.json": `{"type": "module", "dependencies": {"express": "^4"}, "scripts": {"serve": "node a.mjs"}}`, "pnpm-lock.yaml": ""}
	merge := func(file, text string) map[string]string {
		all := map[string]string{file: text}
		for k, v := range pkg {
			all[k] = v
		}
		return all
	}
	has(t, w.real("node", "n1", "command: node a.mjs", "module", merge("a.mjs", "import express from 'express'")),
		"the package express is not installed", "package.json lists it", "pnpm install")
	has(t, w.real("node", "n2", "command: node b.cjs", "module", merge("b.cjs", "require('left-pad')")), "left-pad",
		"pnpm-lock.yaml does not list it", "adding left-pad")
	has(t, w.real("node", "n3", "command: node server.js", "file", map[string]string{"api/server.js": ""}),
		"server.js does not exist", "is in", "working_dir: api")
	has(t, w.real("node", "n4", "command: node c.mjs", "env",
		map[string]string{"c.mjs": "throw new Error('Missing required environment variable: STRIPE_KEY')",
			".env": "STRIPE_KEY=x"}),
		"STRIPE_KEY is not set", ".env sets it", "env_file: [.env]")
	has(t, w.real("node", "n5", "command: node d.mjs", "dependency",
		map[string]string{"d.mjs": fmt.Sprintf("import net from 'node:net'; net.connect(%d, '127.0.0.1')", shut)}),
		fmt.Sprintf("does not answer on port %d", shut), "", "start")
	has(t, w.real("node", "n6", "command: 'node --max-old-space-size=20 e.mjs', memory: none", "memory",
		map[string]string{"e.mjs": "const a = []; for (;;) a.push(new Array(1e5).fill(Math.random()))"}),
		"out of memory", "", "max-old-space-size")
	has(t, w.real("npm", "n7", "command: npm run dev", "file", pkg), "no script dev", "serve", "add the script")
}

func TestRealPythonAndDjango(t *testing.T) {
	w := newWorld(t)
	const python = "/usr/bin/python3"
	has(t, w.real(python, "p1", "command: "+python+" a.py", "module", map[string]string{"a.py": "import rest_framework",
		"requirements.txt": "djangorestframework\n"}), "rest_framework is not installed", "requirements.txt",
		"pip install -r requirements.txt")
	has(t, w.real(python, "p2", "command: "+python+" b.py", "env",
		map[string]string{"b.py": "import os\nos.environ['SHOP_TOKEN']\n", ".env.example": "SHOP_TOKEN=\n"}),
		"SHOP_TOKEN is not set", ".env.example", ".env")
	has(t, w.real(python, "p3", "command: "+python+" manage.py", "file", map[string]string{"backend/manage.py": ""}),
		"manage.py does not exist", "is in", "working_dir: backend")
	has(t, w.real(python, "p4", "command: "+python+" -m no_such_module_here", "module", nil),
		"no_such_module_here is not installed", "", "a person's decision")
	settings := "SECRET_KEY='x'\nDEBUG=True\nROOT_URLCONF='urls'\n" +
		"INSTALLED_APPS=['django.contrib.contenttypes','django.contrib.auth']\n" +
		"DATABASES={'default':{'ENGINE':'django.db.backends.sqlite3','NAME':'db.sqlite3'}}\n"
	manage := "import os, sys\nos.environ['DJANGO_SETTINGS_MODULE']='settings'\n" +
		"from django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n"
	files := map[string]string{"manage.py": manage, "settings.py": settings, "urls.py": "urlpatterns=[]\n"}
	has(t, w.real(python, "d1", "command: "+python+" manage.py check --database default --tag no_such_tag", "config",
		files), "it does not accept no_such_tag", "the command has no_such_tag", "correct the command")
	w.Write("d1", "servers:\n  web: {command: "+python+
		" manage.py runserver --noreload $PORT, port: auto}\ntasks:\n  migrate: {command: "+python+" manage.py migrate}\n")
	w.Trust("d1")
	ref := app.Ref{Project: "d1", Name: "web"}
	w.MustStart(ref)
	w.hasSoon(ref, "migration", "migrations", "unapplied migration", "devservers run d1/migrate")
	w.Stop(ref)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	w.Write("d1", fmt.Sprintf("servers:\n  web: {command: %s manage.py runserver --noreload %d, port: auto}\n", python,
		port))
	w.Trust("d1")
	if _, err := w.Start(ref); err == nil {
		t.Error("it started")
	}
	has(t, w.why(ref, "port"), fmt.Sprintf("PID %d (", os.Getpid()),
		"the command does not use $PORT", "")
}
