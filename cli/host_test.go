package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

// place is a home of its own: a machine, for these tests.
type place struct {
	*apptest.Program
	home string
}

func newPlace(t *testing.T, files map[string]string) *place {
	t.Helper()
	p := apptest.NewProgram(t).As("TERM=xterm")
	for name, text := range files {
		if err := os.Chmod(p.File(name, text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		if out, code := p.Call("stop", "--all"); code != exitOK {
			t.Log("cannot stop the manager:", code, out)
		}
	})
	return &place{p, p.Dirs.Home}
}

func (p *place) command(dir string, args ...string) *exec.Cmd {
	cmd := p.Command(context.Background(), args...)
	cmd.Dir = p.Path(dir)
	return cmd
}

// run returns what a command prints; it must succeed.
func (p *place) run(dir string, args ...string) string {
	p.T.Helper()
	out, err := p.command(dir, args...).CombinedOutput()
	if err != nil {
		p.T.Fatalf("%v: %v: %s", args, err, out)
	}
	return string(out)
}

// fails returns what a command prints, and its exit code; it must fail.
func (p *place) fails(args ...string) (string, int) {
	p.T.Helper()
	out, err := p.command("", args...).CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		p.T.Fatalf("%v: %v: %s", args, err, out)
	}
	return string(out), exit.ExitCode()
}

// host returns what the manager knows of a host.
func (p *place) host() app.HostView {
	p.T.Helper()
	var list []app.HostView
	if err := json.Unmarshal([]byte(p.run("", "host", "list", "--json")), &list); err != nil || len(list) != 1 {
		p.T.Fatal(err, list)
	}
	return list[0]
}

// shop is a project with a server that counts, and one that serves.
var shop = map[string]string{
	"shop/devservers.yml": "project: shop\nservers:\n  tick: {command: ./tick}\n  web: {command: devservers demo-server web, port: auto}\n" +
		"tasks:\n  hello: {command: echo hello there}\n",
	"shop/tick": "#!/bin/sh\nn=0\nwhile :; do n=$((n+1)); echo tick $n; sleep 0.02; done\n",
	// what leads there notes its PID, which is the one of the command that it becomes
	"way": "#!/bin/sh\necho $$ >$(dirname $0)/way.pid\ncd /\nexec env $(cat $(dirname $0)/way.env) devservers dial\n",
}

// join adds there as the host box to here, and trusts its project.
func join(t *testing.T) (here, there *place) {
	t.Helper()
	there, here = newPlace(t, shop), newPlace(t, nil) // here is stopped first: it would start the manager there again
	if err := os.WriteFile(there.home+"/way.env", []byte(strings.Join(there.own(), " ")), 0o600); err != nil {
		t.Fatal(err)
	}
	there.run("shop", "trust", "--yes")
	if out := here.run("", "host", "add", "box", "exec:"+there.home+"/way"); !strings.Contains(out, "reachable") {
		t.Fatal(out)
	}
	return here, there
}

// pipe is the process that leads from here to there.
func (p *place) pipe() process.Identity {
	p.T.Helper()
	text, err := os.ReadFile(p.home + "/way.pid")
	if err != nil {
		p.T.Fatal(err)
	}
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	id, err := process.Identify(pid)
	if err != nil {
		p.T.Fatal(err)
	}
	return id
}

func TestNamesOnAHostMeanWhatIsThere(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	if out := here.run("", "start", "box:shop/web"); !strings.Contains(out, "http://web.shop.box.localhost:") {
		t.Errorf("start: %s", out)
	}
	for _, c := range []struct{ want, args string }{
		{"box:shop/web", "status box:shop/web"}, {"reachable", "status"}, {"box:shop", "status box:shop"},
		{"box:shop ", "status box:"},
		{"hello there", "run box:shop/hello"}, {"on box: shop/web is ready", "why box:shop/web"},
		{"no errors", "errors box:shop"}, {"running", "runs box:shop/web"}, {"box:shop/web", "history -p box:"},
		{"box:shop/hello", "search hello -p box:"}, {"box:shop/hello", "events box:shop/hello"},
		{"pinned", "pin box:shop/web"}, {"", "unpin box:shop/web"}, {"web", "stop box:"},
	} {
		if out := here.run("", strings.Fields(c.args)...); !strings.Contains(out, c.want) {
			t.Errorf("%s: %s", c.args, out)
		}
	}
	if out := there.run("", "history"); !strings.Contains(out, "start") || !strings.Contains(out, "shop/web") {
		t.Errorf("the history there: %s", out)
	}
	for args, want := range map[string]string{
		"start box:shop/nope": "no server or task", "start bix:shop/web": `no host "bix"`, "start box:a:b": "no further host",
		"host add box exec:true": "already", "host add Box! ssh://a": "can't be the name", "host add b2 ftp://a": "not the address",
	} {
		if out, code := here.fails(strings.Fields(args)...); !strings.Contains(out, want) || code == 0 {
			t.Errorf("%s: %d %s", args, code, out)
		}
	}
}

func TestNamedURLsAndPagesOfAHostPassThroughThePipe(t *testing.T) {
	t.Parallel()
	here, _ := join(t)
	here.run("", "start", "box:shop/web")
	port := here.Manager().URL[strings.LastIndexByte(here.Manager().URL, ':'):]
	get := func(name, path string) (int, string) {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1"+port+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = name + port
		res, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		return res.StatusCode, string(body)
	}
	if code, body := get("web.shop.box.localhost", "/"); code != http.StatusOK || !strings.Contains(body, "<html") {
		t.Errorf("%d %s", code, body)
	}
	if code, body := get("nope.shop.box.localhost", "/"); code != http.StatusNotFound || !strings.Contains(body, "not a server") {
		t.Errorf("%d %s", code, body)
	}
	if code, _ := get("devservers.box.localhost", "/settings"); code != http.StatusUnauthorized {
		t.Errorf("the pages there without a session: %d", code)
	}
	if code, _ := get("devservers.nix.localhost", "/"); code != http.StatusNotFound {
		t.Errorf("the pages of no host: %d", code)
	}
}

func TestAgentsNeedAHostToBeAllowed(t *testing.T) {
	t.Parallel()
	here, _ := join(t)
	agent := &place{here.As("CLAUDECODE=1"), here.home}
	for _, args := range []string{"start box:shop/web", "logs box:shop/tick", "status box:shop", "host remove box",
		"host allow-agents box", "host add b2 exec:true"} {
		if out, code := agent.fails(strings.Fields(args)...); code != exitTrust {
			t.Errorf("%s: %d %s", args, code, out)
		}
	}
	here.run("", "host", "allow-agents", "box")
	agent.run("", "start", "box:shop/web")
	here.run("", "host", "allow-agents", "--off", "box")
	if _, code := agent.fails("stop", "box:shop/web"); code != exitTrust {
		t.Errorf("no longer allowed: %d", code)
	}
}

// TestLinesSurviveACutPipe follows a server on a host while the pipe, the manager there and the manager here are killed,
// and the pipe is frozen: each line comes once, in order.
func TestLinesSurviveACutPipe(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "start", "box:shop/tick")
	follow := here.command("", "logs", "-f", "-n", "all", "--json", "box:shop/tick")
	var said bytes.Buffer
	follow.Stderr = &said // read after its end
	out, err := follow.StdoutPipe()
	if err == nil {
		err = follow.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = follow.Process.Kill(); _ = follow.Wait() })
	lines := make(chan app.LogLine, 1024)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(out); s.Scan(); {
			var l app.LogLine
			if json.Unmarshal(s.Bytes(), &l) == nil && l.Seq > 0 {
				lines <- l
			} else {
				t.Log(s.Text()) // an error
			}
		}
	}()
	next, faults := int64(1), 0
	more := func(n int) {
		for end := next + int64(n); next < end; next++ {
			var l app.LogLine
			ok := false
			select {
			case l, ok = <-lines:
			case <-time.After(time.Minute):
				t.Fatalf("no line %d within a minute after fault %d: %s", next, faults, here.run("", "status"))
			}
			if !ok {
				_ = follow.Wait()
				t.Fatalf("the reader ended at line %d, after fault %d: %s", next, faults, said.String())
			}
			if l.Seq != next || l.Text != fmt.Sprintf("tick %d", next) {
				t.Fatalf("line %d %q, want %d", l.Seq, l.Text, next)
			}
		}
	}
	more(20)
	for _, fault := range []func(){
		func() { _ = there.pipe().Signal(syscall.SIGKILL) },
		func() { there.KillManager() },
		func() { here.KillManager(); here.run("", "host", "list") },
		func() { _ = there.pipe().Signal(syscall.SIGTERM) },
	} {
		fault()
		faults++
		more(60)
	}
}

// block lets nothing lead to a place any more, until open is called.
func (p *place) block() (open func()) {
	p.T.Helper()
	file := filepath.Join(p.home, "way.env")
	if err := errors.Join(os.Rename(file, file+".away"), os.WriteFile(file, []byte("false"), 0o600)); err != nil {
		p.T.Fatal(err)
	}
	return func() {
		if err := os.Rename(file+".away", file); err != nil {
			p.T.Fatal(err)
		}
	}
}

// TestFrozenPipeFailsInTime: a command fails while the pipe is frozen and no other one can be opened, and works when one
// can.
func TestFrozenPipeFailsInTime(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "start", "box:shop/web")
	pipe := there.pipe()
	open := there.block()
	if err := pipe.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	out, code := here.fails("stop", "box:shop/web")
	if code != exitCutOff || !strings.Contains(out, "box") || !strings.Contains(out, "devservers host check box") {
		t.Errorf("%d %s", code, out)
	}
	if out := here.run("", "status"); !strings.Contains(out, "box") {
		t.Errorf("status: %s", out)
	}
	open()
	fc.Until(t, "it happens", func() bool { return here.command("", "stop", "box:shop/web").Run() == nil })
}

// TestSlowGreetingIsShown: a host that was never reached is shown as unreachable while the command that leads there
// still runs, and is reached when that answers.
func TestSlowGreetingIsShown(t *testing.T) {
	t.Parallel()
	here, there := newPlace(t, nil), newPlace(t, map[string]string{
		"way": "#!/bin/sh\nd=$(dirname $0)\necho $$ >$d/way.pid\nwhile [ ! -e $d/open ]; do sleep 0.1; done\n" +
			"exec env $(cat $d/way.env) devservers dial\n"})
	if err := os.WriteFile(there.home+"/way.env", []byte(strings.Join(there.own(), " ")), 0o600); err != nil {
		t.Fatal(err)
	}
	out, code := here.fails("host", "add", "box", "exec:"+there.home+"/way")
	if code != exitCutOff || !strings.Contains(out, "still trying") {
		t.Errorf("%d %s", code, out)
	}
	first := there.pipe()
	if err := os.WriteFile(there.home+"/open", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	fc.Until(t, "it happens", func() bool { return here.host().State == app.HostReachable })
	if now := there.pipe(); now != first {
		t.Error("it was reached by another try")
	}
}

func TestCutHostIsShownAndComesBack(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "start", "box:shop/web")
	run := here.host().Projects[0].Servers[1].Run
	open := there.block()
	_ = there.pipe().Signal(syscall.SIGKILL)
	fc.Until(t, "it happens", func() bool { v := here.host(); return v.State == app.HostUnreachable && v.Reason != "" && v.Fix != "" })
	if v := here.host(); len(v.Projects) != 1 || v.Projects[0].ID != "box:shop" {
		t.Errorf("what was last seen is gone: %+v", v.Projects)
	}
	if out, code := here.fails("logs", "box:shop/web"); code != exitCutOff || !strings.Contains(out, "unreachable since") {
		t.Errorf("%d %s", code, out)
	}
	open()
	if out := here.run("", "host", "check", "box"); !strings.Contains(out, "reachable") {
		t.Error(out)
	}
	if st := here.host().Projects[0].Servers[1]; st.Run != run || st.State != app.Ready {
		t.Errorf("the server there is %s, run %s, want ready and %s", st.State, st.Run, run)
	}
}

// TestHostThatIsThisManagerIsRefused: a pipe that leads back would go round in circles.
func TestHostThatIsThisManagerIsRefused(t *testing.T) {
	t.Parallel()
	here := newPlace(t, nil)
	here.run("", "status")
	if out, code := here.fails("host", "add", "me", "exec:env "+strings.Join(here.own(), " ")+
		" devservers dial"); code != exitCutOff || !strings.Contains(out, "this manager itself") {
		t.Errorf("%d %s", code, out)
	}
}

// TestCopiedStateLeadsToNoOtherManager: the files of a machine are copied while it runs, as a snapshot does it. The copy
// starts a manager of its own, and names what ran.
func TestCopiedStateLeadsToNoOtherManager(t *testing.T) {
	t.Parallel()
	there := newPlace(t, shop)
	there.run("shop", "trust", "--yes")
	there.run("shop", "start", "web")
	copied := newPlace(t, nil)
	if out, err := exec.Command("cp", "-a", there.home+"/.state", there.home+"/.config", there.home+"/shop",
		copied.home).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	hello, beat := dialOnce(t, copied)
	if hello == "" || beat == there.Manager().Token {
		t.Errorf("dial of the copy leads to the manager of the original: %s", hello)
	}
	if there.run("shop", "status", "web") == "" || copied.Manager().PID == there.Manager().PID {
		t.Error("both have the same manager")
	}
}

// dialOnce runs dial in a place, and returns its first line and the token of its manager.
func dialOnce(t *testing.T, p *place) (hello, token string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "devservers", "dial")
	cmd.Env, cmd.Dir = p.Env, p.home
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	hello, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	token = p.Manager().Token
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("dial ended with %v", err)
	}
	return hello, token
}

// TestPageOfLogsFollowsAHost reads the page of logs with a server of a host, and its stream while the pipe is killed: no
// line is missing.
func TestPageOfLogsFollowsAHost(t *testing.T) {
	t.Parallel()
	here, there := join(t)
	here.run("", "start", "box:shop/tick")
	get := func(path string) *bufio.Reader {
		st := here.Manager()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, st.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+st.Token)
		res, err := (&http.Transport{}).RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		return bufio.NewReader(res.Body)
	}
	tick, last := regexp.MustCompile(`\btick (\d+)`), 0
	follow := func(in *bufio.Reader, to int) {
		for last < to {
			line, err := in.ReadString('\n')
			for _, found := range tick.FindAllStringSubmatch(line, -1) {
				n, _ := strconv.Atoi(found[1])
				if n != last && n != last+1 && last > 0 { // a line without an end comes again
					t.Fatalf("line %d after line %d", n, last)
				}
				last = n
			}
			if err != nil && last < to {
				t.Fatal(err)
			}
		}
	}
	var page []byte
	fc.Until(t, "it happens", func() bool {
		page, _ = io.ReadAll(get("/logs?server=box:shop/tick"))
		return tick.Match(page)
	})
	follow(bufio.NewReader(bytes.NewReader(page)), 1)
	address := regexp.MustCompile(`"(/stream\?[^"]*)"`).FindSubmatch(page)
	if address == nil {
		t.Fatal("the page has no stream")
	}
	stream := get(html.UnescapeString(string(address[1])))
	follow(stream, last+50)
	_ = there.pipe().Signal(syscall.SIGKILL)
	follow(stream, last+100)
}
