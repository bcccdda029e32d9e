//go:build real && linux

package mcp_test

import (
	"os"
	"path/filepath"
	"testing"

	"devservers/tests/apptest/npm"
)

// workspace is a project of npm workspaces: an API below a watcher that lacks its package, and tests of which two fail.
func workspace(t *testing.T) *cost {
	t.Helper()
	w := newWorld(t)
	node := filepath.Dir(npm.Node(t))
	dir := w.declare("mono", `servers:
  api: {command: node --watch server.js, working_dir: api, port: auto}
tasks:
  install: {command: npm install --no-audit --no-fund}
  test: {command: node --test api}
`)
	t.Setenv("PATH", node+":"+os.Getenv("PATH"))
	w.must(os.Mkdir(filepath.Join(dir, "api"), 0o755))
	for name, text := range map[string]string{
		"package.json":     `{"name": "mono", "private": true, "workspaces": ["api"]}`,
		"api/package.json": `{"name": "api", "dependencies": {"ms": "2.1.3"}}`,
		"api/server.js": "const ms = require('ms')\n" +
			"require('http').createServer((q, r) => r.end(ms(1000))).listen(process.env.PORT, 'localhost')\n",
		"api/cart.js": "exports.total = (items) => items.length + 1\n",
		"api/cart.test.js": "const test = require('node:test'), assert = require('node:assert')\n" +
			"const { total } = require('./cart')\n" +
			"test('adds two items', () => {\n  assert.strictEqual(total(['a', 'b']), 2)\n})\n" +
			"test('an empty cart costs nothing', () => {\n  assert.strictEqual(total([]), 0)\n})\n" +
			"test('is a number', () => {\n  assert.ok(total([]) > 0)\n})\n",
	} {
		w.must(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	w.Register(dir)
	return &cost{agent: w.agent("/mcp", false)}
}

// The steps are those that each answer names, and their goals those of testdata/journey.md.
func TestMissingPackageInAWorkspaceIsCheap(t *testing.T) {
	c := workspace(t)
	t.Log(c.step("start", "start_server", given{"server": "api"}).text)
	t.Log(c.step("install", "run_task", given{"task": "install", "wait_s": 45}).text)
	t.Log(c.step("restart", "restart_server", given{"server": "api"}).text)
	c.atMost(3, 450)
}

func TestFailingTestsOfNodeAreCheap(t *testing.T) {
	c := workspace(t)
	t.Log(c.step("test", "run_task", given{"task": "test"}).text)
	c.atMost(1, 250)
}
