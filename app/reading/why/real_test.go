//go:build real

package why

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net"
	"os"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// wheel is a Python package that wants a Python that there is not.
func wheel(t *testing.T) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{
		"shop-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: shop\nVersion: 1.0\nRequires-Python: >=3.99\n",
		"shop-1.0.dist-info/WHEEL":    "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
		"shop-1.0.dist-info/RECORD":   "",
	} {
		f, err := z.Create(name)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRealVersions(t *testing.T) {
	w := newWorld(t)
	has(t, w.real("npm", "v1", "command: npm install", "version",
		map[string]string{"package.json": `{"name": "shop", "version": "1.0.0", "engines": {"node": ">=99"}}`,
			".npmrc": "engine-strict=true\n", ".nvmrc": "99\n"}),
		"Node has the wrong version: >=99 is wanted", "package.json asks for >=99", "Node >=99")
	has(t, w.real("go", "v2", "command: go run ., env: {GOTOOLCHAIN: local}", "version",
		map[string]string{"go.mod": "module shop\n\ngo 1.99\n", "main.go": "package main\n\nfunc main() {}\n"}),
		"Go has the wrong version: 1.99 is wanted", "go.mod", "Go 1.99")
	has(t, w.real("/usr/bin/python3", "v3",
		"command: /usr/bin/python3 -m pip install --no-index --target lib ./shop-1.0-py3-none-any.whl", "version",
		map[string]string{"shop-1.0-py3-none-any.whl": wheel(t), ".python-version": "3.99\n"}),
		"Python has the wrong version: 3.99 is wanted", ".python-version asks for 3.99", "Python 3.99")
}

func TestRealMemory(t *testing.T) {
	w := newWorld(t)
	has(t, w.real("/usr/bin/python3", "m1", "command: /usr/bin/python3 a.py", "memory",
		map[string]string{"a.py": "import resource\nresource.setrlimit(resource.RLIMIT_AS, (1 << 28, 1 << 28))\n" +
			"bytearray(1 << 30)\n"}),
		"it asked for more memory than there is in a.py:3", "MemoryError", "memory:")
}

// asks waits until the diagnosis tells that a real tool waits for an answer.
func (w *world) asks(name, command string, files map[string]string) app.Finding {
	w.T.Helper()
	w.Files(name, files)
	ref := app.Ref{Project: w.Project(name, "servers:\n  web: {command: "+command+", ready: {log: never}}\n"), Name: "web"}
	if _, err := w.Sup.Start(w.T.Context(), ref, supervisor.StartOptions{Actor: apptest.Me, Wait: "started"}); err != nil {
		w.T.Fatal(err)
	}
	defer w.Stop(ref)
	return w.whySoon(ref, "input")
}

func TestRealQuestions(t *testing.T) {
	w := newWorld(t)
	manage := "import os, sys\nos.environ['DJANGO_SETTINGS_MODULE']='settings'\n" +
		"from django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)\n"
	settings := "SECRET_KEY='x'\nINSTALLED_APPS=['django.contrib.contenttypes','django.contrib.auth']\n" +
		"DATABASES={'default':{'ENGINE':'django.db.backends.sqlite3','NAME':':memory:'}}\n"
	has(t, w.asks("q1", "npm init", nil), "waiting for an answer", "package name: (q1)", "devservers attach q1/web")
	has(t, w.asks("q2", "/usr/bin/python3 manage.py flush", map[string]string{"manage.py": manage,
		"settings.py": settings}), "waiting for an answer", "Type 'yes' to continue", "devservers attach q2/web")
}

func TestRealListenElsewhere(t *testing.T) {
	w := newWorld(t)
	other := fc.FreePort(t)
	id := w.Project("shop",
		fmt.Sprintf("servers:\n  web: {command: /usr/bin/python3 -m http.server --bind 127.0.0.1 %d, port: auto, ready: "+
			"{timeout: 3s}}\n", other))
	ref := app.Ref{Project: id, Name: "web"}
	_, err := w.Start(ref)
	apptest.Failure(t, err, app.CodeNotReady)
	w.hasSoon(ref, "listens", fmt.Sprintf("it listens on 127.0.0.1:%d, not on port", other), "does not use $PORT",
		"declare the port")
}

func TestRealPorts(t *testing.T) {
	w := newWorld(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	held := fmt.Sprintf("PID %d (", os.Getpid())
	has(t, w.real("node", "o1", "command: node a.mjs, port: auto", "port",
		map[string]string{"a.mjs": fmt.Sprintf("import http from 'node:http'\nhttp.createServer().listen(%d, '127.0.0.1')\n",
			port)}),
		held, "the command does not use $PORT", "")
	has(t, w.real("go", "o2", "command: go run ., port: auto", "port",
		map[string]string{"go.mod": "module shop\n\ngo 1.21\n",
			"main.go": fmt.Sprintf("package main\n\nimport (\n\t\"log\"\n\t\"net\"\n)\n\nfunc main() {\n"+
				"\t_, err := net.Listen(\"tcp\", \"127.0.0.1:%d\")\n\tlog.Fatal(err)\n}\n", port)}),
		held, "the command does not use $PORT", "")
}
