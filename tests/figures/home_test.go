//go:build figures && linux

package figures

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/app/base/home"
	"devservers/cli/client"
)

// place is a home with a manager and a project, "figures", in whose directory commands are called.
type place struct {
	t    *testing.T
	dir  string
	dirs home.Dirs
	env  []string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &place{t: t, dir: dir, dirs: home.Dirs{Home: dir, Config: dir + "/.config/devservers", State: dir +
		"/.state/devservers"}}
	p.env = environment(dir)
	t.Cleanup(func() { endAll(dir) }) // also after a stop that fails
	t.Cleanup(func() { p.must("stop", "--all") })
	return p
}

// environment is that of programs whose home is dir.
func environment(dir string) []string {
	return append(client.CleanEnv(os.Environ()), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/.config", "XDG_STATE_HOME="+dir+
		"/.state",
		"XDG_DATA_HOME="+dir+"/.data", "XDG_RUNTIME_DIR=", "LANG=C.UTF-8", "SHELL=/bin/sh", "PWD="+dir, client.PortVariable+
			"=0")
}

// project writes a project, registers and trusts it. The servers are lines of YAML.
func (p *place) project(name, servers string) {
	p.t.Helper()
	p.write(name+"/devservers.yml", "project: "+name+"\nservers:\n"+servers)
	p.must("register", filepath.Join(p.dir, name))
	p.must("trust", "--yes", filepath.Join(p.dir, name))
}

func (p *place) write(name, text string) {
	p.t.Helper()
	write(p.t, filepath.Join(p.dir, name), text, 0o600)
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(file), 0o700)
	if err == nil {
		err = os.WriteFile(file, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// command prepares a call of devservers in the project.
func (p *place) command(args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = p.env, p.dir, time.Second
	if dir := filepath.Join(p.dir, "figures"); exists(dir) {
		cmd.Dir = dir
	}
	return cmd
}

func exists(file string) bool { _, err := os.Stat(file); return err == nil }

// must calls devservers, and returns what it printed and how long it took.
func (p *place) must(args ...string) (out string, took time.Duration) {
	p.t.Helper()
	began := time.Now()
	data, err := p.command(args...).CombinedOutput()
	if took = time.Since(began); err != nil {
		p.t.Fatalf("devservers %.100s: %v\n%s", strings.Join(args, " "), err, data)
	}
	return string(data), took
}

// manager returns the address and the process of the manager.
func (p *place) manager() home.Status {
	p.t.Helper()
	st, running, err := home.ReadStatus(p.dirs)
	if err != nil || !running {
		p.t.Fatal("no manager runs", err)
	}
	return st
}

// cpu returns what the manager's CPU time was meanwhile.
func (p *place) cpu(do func()) time.Duration {
	p.t.Helper()
	pid := p.manager().PID
	before := cpuOf(pid)
	do()
	return cpuOf(pid) - before
}

// request sends a request with the manager's token, and returns the answer, to be closed.
func (p *place) request(method, path, body string, headers ...string) (*http.Response, error) {
	st := p.manager()
	r, err := http.NewRequest(method, st.URL+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+st.Token)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err == nil && answer.StatusCode != http.StatusOK {
		answer.Body.Close()
		return nil, fmt.Errorf("%s %s: %s", method, path, answer.Status)
	}
	return answer, err
}

// get reads all of a page, and returns its size.
func (p *place) get(path string) int {
	p.t.Helper()
	return p.size(p.request("GET", path, ""))
}

func (p *place) size(answer *http.Response, err error) int {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return int(n)
}
