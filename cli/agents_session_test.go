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
	s.Env = append(only(s.Env, "HOME", "PATH", "LANG", "TMPDIR", "GORACE", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
		"XDG_DATA_HOME", "XDG_RUNTIME_DIR"),
		client.PortVariable+"="+s.port, "DISPLAY=:0", "TERM=xterm-256color",
		"HTTP_PROXY="+s.model.url, "HTTPS_PROXY="+s.model.url, "NO_PROXY=localhost,127.0.0.1")
	s.File(".gemini/settings.json", `{"security": {"auth": {"selectedType": "gemini-api-key"}}}`)
	s.File(crashProject+"/devservers.yml", agentProject)
	s.Must("register")
	s.Must("trust", "--yes")
	install := []string{"mcp", "install", "--client", a.name}
	switch form {
	case withToken:
		s.addToken()
		s.Must(install...)
	case "":
		s.Must(install...)
		s.signIn()
	default:
		s.Must(append(install, form)...)
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
	s.T.Helper()
	made := decode[struct{ Token string }](s.T, s.Must("token", "add", s.name, "--json"))
	s.File(".gemini/settings.json", `{"security": {"auth": {"selectedType": "gemini-api-key"}}, "mcpServers": {
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
	cmd.Dir, cmd.WaitDelay = filepath.Join(s.Dirs.Home, s.in), time.Second
	cmd.Env = append(s.Env[:len(s.Env):len(s.Env)], s.own(s.model)...)
	return cmd
}

// work lets the agent do what the model's script says, and gives what it prints.
func (s *agentSession) work(script ...step) string {
	s.T.Helper()
	s.model.steps, s.model.began, s.model.asked, s.model.spoke = script, 0, nil, 0
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	cmd := s.agent(ctx, s.agentCLI.work(s.model)...)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	began := time.Now()
	if failed := cmd.Run(); failed != nil {
		s.T.Errorf("%s: %v: %s%s", s.name, failed, &out, &err)
	}
	s.T.Logf("%s took %.1f s; asked for and refused: %v", s.name, time.Since(began).Seconds(), s.model.abroad)
	return out.String()
}

// signIn has the agent open the browser, and the person in it click Allow.
func (s *agentSession) signIn() {
	s.T.Helper()
	opener := s.File("bin/xdg-open", "#!/bin/sh\necho \"$1\" >\"$HOME/opened.new\" && mv \"$HOME/opened.new\" "+
		"\"$HOME/opened\"\n")
	if err := os.Chmod(opener, 0o700); err != nil {
		s.T.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), homeLimit)
	defer cancel()
	f := &following{cmd: s.agent(ctx, s.login...)}
	f.cmd.Env = append(f.cmd.Env, "PATH="+filepath.Dir(opener)+":"+os.Getenv("PATH"), "BROWSER="+opener)
	s.atTerminal(f)
	if s.asks != "" {
		f.until(s.T, s.asks)
		if _, err := io.WriteString(f.out, "y\r"); err != nil {
			s.T.Fatal(err)
		}
	}
	s.Until(s.name+" opens the browser", func() bool { return readAll(s.Dirs.Home+"/opened") != "" })
	s.allowed(readAll(s.Dirs.Home + "/opened"))
	said, _ := io.ReadAll(f.out) // it ends with the error that a terminal nobody holds has
	if err := f.cmd.Wait(); f.cmd.ProcessState.ExitCode() != s.leaves {
		s.T.Errorf("%s cannot sign in: %v: %s%s", s.name, err, f.had, said)
	}
}

// allowed clicks Allow, and leads the browser back to the agent.
func (s *agentSession) allowed(question string) {
	s.T.Helper()
	asked, err := url.Parse(question)
	if err != nil {
		s.T.Fatal(err)
	}
	b := s.browser()
	back := b.allow(question)
	answer, err := b.Get(asked.Query().Get("redirect_uri") + "?" + back.Encode())
	if err != nil {
		s.T.Fatalf("the way back to %s: %v", s.name, err)
	}
	answer.Body.Close()
}

// atTerminal starts a program in a terminal of its own.
func (s *agentSession) atTerminal(f *following) {
	s.T.Helper()
	ours, theirs := openPTY(s.T)
	f.out, f.cmd.Stdin, f.cmd.Stdout, f.cmd.Stderr = ours, theirs, theirs, theirs
	f.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := f.cmd.Start(); err != nil {
		s.T.Fatal(err)
	}
	theirs.Close()
	s.T.Cleanup(func() { ours.Close() })
}

// endManager kills the manager, and returns when nobody listens in its place: the kernel closes what a process had open
// a moment after it is dead.
func (s *agentSession) endManager() {
	s.T.Helper()
	s.KillManager()
	s.testHome.Until("nobody listens", func() bool {
		c, err := net.Dial("tcp", "127.0.0.1:"+s.port)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
}
