//go:build real && agents && linux && amd64

package cli

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/cli/client"
	"devservers/tests/fc"
)

// agentSession is a home in which an agent is connected to the manager, and to a model.
type agentSession struct {
	*testHome
	agentCLI
	modules string
	port    string
	model   *model
	in      string // the directory in which it works, below the home
}

// newAgentSession makes a project that is trusted, and connects the agent as mcp install does with form, an option of
// it, or withToken. With none it is told the address, and a person allows it in the browser.
func newAgentSession(t *testing.T, a agentCLI, modules, form string) *agentSession {
	t.Helper()
	s := &agentSession{in: crashProject, testHome: newHome(t), agentCLI: a, modules: modules,
		port: strconv.Itoa(fc.FreePort(t)), model: newModel(t, a.words)}
	s.env = append(only(s.env, "HOME", "PATH", "LANG", "TMPDIR", "GORACE", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
		"XDG_DATA_HOME", "XDG_RUNTIME_DIR"),
		client.PortVariable+"="+s.port, "DISPLAY=:0", "TERM=xterm-256color",
		"HTTP_PROXY="+s.model.url, "HTTPS_PROXY="+s.model.url, "NO_PROXY=localhost,127.0.0.1")
	s.write(".gemini/settings.json", `{"security": {"auth": {"selectedType": "gemini-api-key"}}}`)
	s.write(crashProject+"/devservers.yml", agentProject)
	s.must("register")
	s.must("trust", "--yes")
	install := []string{"mcp", "install", "--client", a.name}
	switch form {
	case withToken:
		s.addToken()
		s.must(install...)
	case "":
		s.must(install...)
		s.signIn()
	default:
		s.must(append(install, form)...)
	}
	return s
}

// agentProject has a server that is never ready.
const agentProject = `project: crash
servers:
  web: {command: devservers demo-server web, port: auto}
  slow: {command: devservers demo-server web, port: auto, ready: {log: never}}
`

// withToken is the form in which a person has written a token into the entry.
const withToken = "--token"

// addToken makes a token and writes it into the configuration, as the README says for clients that cannot ask.
func (s *agentSession) addToken() {
	s.t.Helper()
	made := decode[struct{ Token string }](s.t, s.must("token", "add", s.name, "--json"))
	s.write(".gemini/settings.json", `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "mcpServers": {
	"devservers": {"headers": {"Authorization": "Bearer `+made.Token+`"}}}}`)
}

// only keeps the variables of these names: those of a person hold keys, and tell agents of configurations elsewhere.
func only(env []string, names ...string) (kept []string) {
	for _, pair := range env {
		if name, _, _ := strings.Cut(pair, "="); slices.Contains(names, name) {
			kept = append(kept, pair)
		}
	}
	return kept
}

// agent prepares a call of the agent in the project.
func (s *agentSession) agent(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, filepath.Join(s.modules, s.program), args...)
	cmd.Dir, cmd.WaitDelay = filepath.Join(s.dir, s.in), time.Second
	cmd.Env = append(s.env[:len(s.env):len(s.env)], s.own(s.model)...)
	return cmd
}

// work lets the agent do what the model's script says, and gives what it prints.
func (s *agentSession) work(script ...step) string {
	s.t.Helper()
	s.model.steps, s.model.began, s.model.asked, s.model.spoke = script, 0, nil, 0
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	cmd := s.agent(ctx, s.agentCLI.work(s.model)...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	began := time.Now()
	if failed := cmd.Run(); failed != nil {
		s.t.Errorf("%s: %v: %s%s", s.name, failed, &out, &err)
	}
	s.t.Logf("%s took %.1f s; asked for and refused: %v", s.name, time.Since(began).Seconds(), s.model.abroad)
	return out.String()
}

// signIn has the agent open the browser, and the person in it click Allow.
func (s *agentSession) signIn() {
	s.t.Helper()
	opener := s.write("bin/xdg-open", "#!/bin/sh\necho \"$1\" >\"$HOME/opened.new\" && mv \"$HOME/opened.new\" "+
		"\"$HOME/opened\"\n")
	if err := os.Chmod(opener, 0o700); err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	f := &following{cmd: s.agent(ctx, s.login...)}
	f.cmd.Env = append(f.cmd.Env, "PATH="+filepath.Dir(opener)+":"+os.Getenv("PATH"), "BROWSER="+opener)
	s.atTerminal(f)
	if s.asks != "" {
		f.until(s.t, s.asks)
		if _, err := io.WriteString(f.out, "y\r"); err != nil {
			s.t.Fatal(err)
		}
	}
	s.until(s.name+" opens the browser", func() bool { return readAll(s.dir+"/opened") != "" })
	s.allowed(readAll(s.dir + "/opened"))
	said, _ := io.ReadAll(f.out) // it ends with the error that a terminal nobody holds has
	if err := f.cmd.Wait(); f.cmd.ProcessState.ExitCode() != s.leaves {
		s.t.Errorf("%s cannot sign in: %v: %s%s", s.name, err, f.had, said)
	}
}

// allowed clicks Allow, and leads the browser back to the agent.
func (s *agentSession) allowed(question string) {
	s.t.Helper()
	asked, err := url.Parse(question)
	if err != nil {
		s.t.Fatal(err)
	}
	b := s.browser()
	back := b.allow(question)
	answer, err := b.Get(asked.Query().Get("redirect_uri") + "?" + back.Encode())
	if err != nil {
		s.t.Fatalf("the way back to %s: %v", s.name, err)
	}
	answer.Body.Close()
}

// atTerminal starts a program in a terminal of its own.
func (s *agentSession) atTerminal(f *following) {
	s.t.Helper()
	ours, theirs := openPTY(s.t)
	f.out, f.cmd.Stdin, f.cmd.Stdout, f.cmd.Stderr = ours, theirs, theirs, theirs
	f.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := f.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	theirs.Close()
	s.t.Cleanup(func() { ours.Close() })
}

// endManager kills the manager, and returns when nobody listens in its place: the kernel closes what a process had open
// a moment after it is dead.
func (s *agentSession) endManager() {
	s.t.Helper()
	s.killManager()
	s.testHome.until("nobody listens", func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
}
