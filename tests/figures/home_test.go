//go:build figures && linux

package figures

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"devservers/tests/apptest"
)

// place is a home with a manager and a project, "figures", in whose directory commands are called.
type place struct{ *apptest.Program }

func newPlace(t *testing.T) *place {
	t.Helper()
	p := apptest.NewProgram(t)
	p.Exe, p.Env, p.In, p.Limit = binary, environment(p.Dirs.Home), "figures", 10*time.Minute
	t.Cleanup(func() { p.Must("stop", "--all") })
	return &place{p}
}

// environment is that of programs whose home is dir.
func environment(dir string) []string {
	return append(apptest.Environ(dir), "SHELL=/bin/sh", "PWD="+dir)
}

// project writes a project, registers and trusts it. The servers are lines of YAML.
func (p *place) project(name, servers string) {
	p.T.Helper()
	p.Project(name, "servers:\n"+servers)
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

// took calls devservers, and returns how long that took.
func (p *place) took(args ...string) time.Duration {
	p.T.Helper()
	began := time.Now()
	p.Must(args...)
	return time.Since(began)
}

// cpu returns what the manager's CPU time was meanwhile.
func (p *place) cpu(do func()) time.Duration {
	p.T.Helper()
	pid := p.Manager().PID
	before := cpuOf(pid)
	do()
	return cpuOf(pid) - before
}

// request sends a request with the manager's token, and returns the answer, to be closed.
func (p *place) request(method, path, body string, headers ...string) (*http.Response, error) {
	st := p.Manager()
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
	p.T.Helper()
	return p.size(p.request("GET", path, ""))
}

func (p *place) size(answer *http.Response, err error) int {
	p.T.Helper()
	if err != nil {
		p.T.Fatal(err)
	}
	defer answer.Body.Close()
	n, err := io.Copy(io.Discard, answer.Body)
	if err != nil {
		p.T.Fatal(err)
	}
	return int(n)
}
