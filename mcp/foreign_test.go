//go:build real && linux

package mcp_test

import (
	"bufio"
	"encoding/json"
	"io"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app/record/history"
	"devservers/tests/apptest/npm"
)

// foreign is a TypeScript client: testdata/clients/client.mjs carries out orders with an SDK that is not ours.
type foreign struct {
	*world
	in  io.Writer
	out *bufio.Scanner
}

// heardOf is what a client reports about a step.
type heardOf struct {
	Error, Question      string
	Version, Session     string
	Instructions, Text   string
	Failed               bool
	Data                 map[string]any
	Names, Progress, Log []string
}

// foreign starts a client that uses package name with the token; without one it has to ask for access.
func (w *world) foreign(name, token string) *foreign {
	w.T.Helper()
	script, err := filepath.Abs("testdata/clients/client.mjs")
	w.must(err)
	arguments := []string{script, filepath.Dir(npm.Installed(w.T, "testdata/clients")), name, w.url() + "/mcp"}
	if token != "" {
		arguments = append(arguments, token)
	}
	c := exec.Command(npm.Node(w.T), arguments...)
	in, err := c.StdinPipe()
	w.must(err)
	out, err := c.StdoutPipe()
	w.must(err)
	var complaints strings.Builder
	c.Stderr = &complaints
	w.must(c.Start())
	late := time.AfterFunc(4*patience, func() { _ = c.Process.Kill() })
	w.T.Cleanup(func() {
		_ = in.Close()
		if err := c.Wait(); err != nil || complaints.Len() > 0 {
			w.T.Errorf("the client ended with %v: %s", err, complaints.String())
		}
		late.Stop()
	})
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	return &foreign{w, in, lines}
}

// tries gives an order and waits for the outcome.
func (f *foreign) tries(order string, with given) (h heardOf) {
	f.T.Helper()
	what := given{"order": order}
	for name, value := range with {
		what[name] = value
	}
	line, err := json.Marshal(what)
	f.must(err)
	_, err = f.in.Write(append(line, '\n'))
	f.must(err)
	if !f.out.Scan() {
		f.T.Fatalf("%s: the client is gone: %v", line, f.out.Err())
	}
	f.must(json.Unmarshal(f.out.Bytes(), &h))
	return h
}

// does is an order that has to succeed.
func (f *foreign) does(order string, with given) heardOf {
	f.T.Helper()
	h := f.tries(order, with)
	if h.Error != "" {
		f.T.Fatalf("%s %v: %s", order, with, h.Error)
	}
	return h
}

func (f *foreign) calls(tool string, args given) heardOf {
	f.T.Helper()
	return f.does("call", given{"tool": tool, "args": args})
}

func TestTypeScriptClientsWork(t *testing.T) {
	for _, c := range []struct{ name, mode, version string }{
		{"sdk", "", "2025-11-25"}, {"client", "", "2025-11-25"}, {"client", "auto", "2026-07-28"},
	} {
		t.Run(c.name+c.mode, func(t *testing.T) {
			w := newWorld(t)
			closed := w.closed(w.project("shop", shop))
			f := w.foreign(c.name, token)
			begun := f.does("connect", given{"mode": c.mode})
			legacy := c.version < "2026"
			if begun.Version != c.version || (begun.Session != "") != legacy ||
				!strings.Contains(begun.Instructions, "start_server") {
				t.Errorf("%+v", begun)
			}
			if list := f.does("tools", nil); len(list.Names) != 14 || !slices.Contains(list.Names, "wait_for") {
				t.Errorf("%v", list.Names)
			}
			f.journey(legacy, closed)
			w.close(true)
			w.open()
			after := f.calls("get_server_logs", given{"server": "web", "since": "start"})
			if after.Failed || !strings.Contains(after.Text, "listening on") || after.Session != begun.Session {
				t.Errorf("after a restart: %+v", after)
			}
			f.does("end", nil)
			if legacy {
				if got := w.do("POST", "/mcp", ping, session(begun.Session)); got.StatusCode != 404 {
					t.Errorf("the session is still valid after its end: %d %s", got.StatusCode, got.body)
				}
			}
		})
	}
}

// journey starts, reads and fails, and receives the progress of a start, whose server waits until closed is removed.
func (f *foreign) journey(legacy bool, closed string) {
	f.T.Helper()
	if got := f.calls("list_projects", nil); got.Failed || !strings.Contains(got.Text, "shop/web") {
		f.T.Errorf("%+v", got)
	}
	if got := f.calls("start_server", given{"server": "web"}); got.Failed || got.Data["state"] != "ready" {
		f.T.Errorf("%+v", got)
	}
	if got := f.calls("get_server_logs", given{"server": "web"}); got.Failed ||
		!strings.Contains(got.Text, "listening on") {
		f.T.Errorf("%+v", got)
	}
	bad := f.calls("start_server", given{"server": "bad"})
	if !bad.Failed || !strings.Contains(bad.Text, "the database is missing") || bad.Data["code"] == nil {
		f.T.Errorf("%+v", bad)
	}
	const waits = "shop/late is starting: waiting for port"
	late := f.does("call", given{"tool": "start_server", "args": given{"server": "late", "timeout_s": 45}, "upon": waits,
		"remove": closed})
	if !strings.Contains(strings.Join(late.Progress, "\n"), waits) || len(late.Log) != 0 || late.Data["state"] != "ready" {
		f.T.Errorf("%+v", late)
	}
	if !legacy { // the newest revision has no setLevel
		return
	}
	f.does("level", given{"level": "info"})
	if slow := f.calls("restart_server", given{"server": "slow", "timeout_s": 1}); !strings.Contains(strings.Join(slow.Log,
		"\n"), "shop/slow is ") {
		f.T.Errorf("%+v", slow)
	}
	f.does("level", given{"level": "error"})
	if slow := f.calls("restart_server", given{"server": "slow", "timeout_s": 1}); len(slow.Log) != 0 {
		f.T.Errorf("%+v", slow)
	}
}

func TestTypeScriptClientsGetAccessByConsent(t *testing.T) {
	for _, name := range []string{"sdk", "client"} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.project("shop", shop)
			f := w.foreign(name, "")
			consent := f.does("connect", nil)
			back, err := url.Parse(w.allow(consent.Question, "TypeScript "+name))
			w.must(err)
			f.does("finish", given{"back": back.RawQuery})
			f.does("connect", nil)
			w.close(true)
			w.open()
			if got := f.calls("start_server", given{"server": "chat"}); got.Failed || got.Data["state"] != "ready" {
				t.Errorf("%+v", got)
			}
			f.does("expire", nil) // a client that has lost its access token asks for another on its own
			if got := f.calls("list_projects", nil); got.Failed {
				t.Errorf("%+v", got)
			}
			events, err := w.history.Query(history.Query{Action: "start"})
			if err != nil || len(events) != 1 || events[0].Actor.Client != "TypeScript "+name {
				t.Errorf("%v %+v", err, events)
			}
		})
	}
}
