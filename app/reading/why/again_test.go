package why

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app"
)

// TestPackageInstalledMeanwhileIsNoCause: what is so now decides, not what was printed: the step is a restart.
func TestPackageInstalledMeanwhileIsNoCause(t *testing.T) {
	t.Parallel()
	c := printedCase{argv: []string{"node", "--watch", "app.js"}, env: map[string]string{}, files: map[string]string{
		"package.json": `{"dependencies": {"express": "4"}}`, "app.js": "require('express')\n"},
		said: "Error: Cannot find module 'express'\nRequire stack:\n- $DIR/app.js"}
	r := c.reads(t)
	if list := r.claims(); len(list) == 0 || !strings.Contains(list[0].Finding().Problem, "is not installed") {
		t.Fatalf("%+v", list)
	}
	r.Started = time.Now().Add(-time.Minute)
	if err := os.MkdirAll(filepath.Join(r.Dir, "node_modules", "express"), 0o755); err != nil {
		t.Fatal(err)
	}
	list := r.claims()
	if len(list) == 0 || list[0].Finding().Step == nil || list[0].Finding().Step.Do != app.StepRestart {
		t.Errorf("%+v", list)
	}
}

// TestDeclaredServerThatIsDownIsStarted: it comes before what follows from it.
func TestDeclaredServerThatIsDownIsStarted(t *testing.T) {
	t.Parallel()
	c := printedCase{argv: []string{"node", "app.js"}, env: map[string]string{},
		files: map[string]string{"app.js": "\n\n\n"},
		said:  "redis error connect ECONNREFUSED 127.0.0.1:6379\nTypeError: cache is undefined\n    at main ($DIR/app.js:3:5)"}
	r := c.reads(t)
	r.Declared = func(port int) (string, bool) { return "shop/redis", port != 6379 }
	list := r.claims()
	if len(list) == 0 || list[0].Finding().Step == nil || list[0].Finding().Step.Command() != "devservers start shop/redis" {
		t.Errorf("%+v", list)
	}
}

// TestTaskIsTheStep: a declared task that does what a claim wants is preferred to its command.
func TestTaskIsTheStep(t *testing.T) {
	t.Parallel()
	c := printedCase{argv: []string{"node", "app.js"}, env: map[string]string{}, files: map[string]string{
		"package.json": `{"dependencies": {"express": "4"}}`, "app.js": "require('express')\n"},
		said: "Error: Cannot find module 'express'"}
	r := c.reads(t)
	r.Tasks = append(r.Tasks, task("install", "npm ci", r.Dir))
	list := r.claims()
	if len(list) == 0 || list[0].Finding().Step == nil || list[0].Finding().Step.Server != "shop/install" {
		t.Errorf("%+v", list)
	}
}

// TestLinesOfFixedErrorsPointNowhere: what a rebuild has ended is no cause.
func TestLinesOfFixedErrorsPointNowhere(t *testing.T) {
	t.Parallel()
	c := printedCase{argv: []string{"python3", "app.py"}, env: map[string]string{},
		files: map[string]string{"app.py": "import yaml\n"},
		said:  "ModuleNotFoundError: No module named 'yaml'\nreloading\nboom"}
	r := c.reads(t)
	r.gone, r.errors = r.errors, nil
	if list := r.claims(); len(list) != 0 {
		t.Errorf("%+v", list)
	}
}

// TestAddressesAreCompared: a server that listens on one address of this machine does not answer on the other.
func TestAddressesAreCompared(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	for said, want := range map[string]string{
		"::1:" + port:       "and ::1 was asked",
		"127.0.0.1:" + port: "something listens there now",
	} {
		c := printedCase{argv: []string{"run"}, env: map[string]string{}, said: "Error: connect ECONNREFUSED " + said}
		r := c.reads(t)
		r.Owner = func(n int) *app.PortOwner { return &app.PortOwner{Port: n, PID: 7, Address: l.Addr().String()} }
		list := r.claims()
		if len(list) == 0 || !strings.Contains(list[0].Finding().Problem, want) {
			t.Errorf("%s: %+v", said, list)
		}
	}
}

// TestLineThatKillsIsNamed: a signal that the project itself sends is no sign of memory that ran out.
func TestLineThatKillsIsNamed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#!/bin/sh\necho stopping hard\nkill -9 $$\n":                 "app:3",
		"import os\nos.kill(os.getpid(),9)\n":                         "app:2",
		"process.kill(child.pid, 'SIGKILL')\n":                        "app:1",
		"#!/bin/sh\n# kill -9 does not help\nkill -TERM 9; sleep 9\n": "",
	} {
		c := printedCase{argv: []string{"./app"}, env: map[string]string{}, files: map[string]string{"app": text}}
		if got := c.reads(t).kills(); got.String() != want {
			t.Errorf("%q: %s", text, got)
		}
	}
}
