package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/base/home"
	"devservers/tests/fc"
)

const patience = time.Minute

func newDirs(t *testing.T) home.Dirs {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	d := home.Dirs{Home: dir, Config: dir + "/.config", State: dir + "/.state", Data: dir + "/.data"}
	if err := d.Make(); err != nil {
		t.Fatal(err)
	}
	return d
}

func newManager(dirs home.Dirs, port int) (*Manager, error) {
	return New(context.Background(), Options{Dirs: dirs, Port: port, PortGiven: true, Version: "v1.2.3",
		Log: slog.New(slog.DiscardHandler)})
}

// serve runs a new manager until the test ends it; ended has its error.
func serve(t *testing.T, dirs home.Dirs) (m *Manager, ended chan error) {
	t.Helper()
	m, err := newManager(dirs, 0)
	if err != nil {
		t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- m.Run(context.Background()) }()
	return m, ended
}

func awaitEnd(t *testing.T, ended chan error) {
	t.Helper()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Fatal("the manager does not end")
	}
}

// published reads status.json.
func published(t *testing.T, dirs home.Dirs) (st home.Status) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dirs.State, "status.json"))
	if err != nil || json.Unmarshal(data, &st) != nil {
		t.Fatalf("%v: %s", err, data)
	}
	return st
}

func TestManagerServesWhatItPublishes(t *testing.T) {
	dirs := newDirs(t)
	m, ended := serve(t, dirs)
	st := published(t, dirs)
	if !st.Running || st.PID != os.Getpid() || st.Version != "v1.2.3" || st.URL != m.Status().URL || len(st.Token) < 26 {
		t.Errorf("%+v", st)
	}
	for token, want := range map[string]int{st.Token: http.StatusOK, "wrong": http.StatusUnauthorized} {
		if status, body := call(t, "GET", st.URL+"/api/status", token); status != want {
			t.Errorf("%d %s, want %d", status, body, want)
		}
	}
	if status, body := call(t, "POST", st.URL+"/api/shutdown", st.Token); status >= 300 {
		t.Fatal(status, body)
	}
	awaitEnd(t, ended)
	if st = published(t, dirs); st.Running {
		t.Errorf("after its end: %+v", st)
	}
	if _, err := net.Dial("tcp", strings.TrimPrefix(m.Status().URL, "http://")); err == nil {
		t.Error("it still listens")
	}
}

// TestSocketAnswersLikeThePort: with the same routes and guards.
func TestSocketAnswersLikeThePort(t *testing.T) {
	dirs := newDirs(t)
	m, ended := serve(t, dirs)
	st := published(t, dirs)
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", st.Socket)
	}
	over := &http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}
	for _, c := range []struct {
		url, token string
		want       int
	}{
		{st.URL + "/api/status", st.Token, http.StatusOK},
		{st.URL + "/api/status", "wrong", http.StatusUnauthorized},
		{"http://evil.example/api/status", st.Token, http.StatusForbidden},
	} {
		if status, body := callWith(t, over, "GET", c.url, c.token); status != c.want {
			t.Errorf("%s: %d %s, want %d", c.url, status, body, c.want)
		}
	}
	m.shutdown(false)
	awaitEnd(t, ended)
	if _, err := os.Lstat(st.Socket); !os.IsNotExist(err) {
		t.Error("after the end:", err)
	}
}

// TestManagerServesWithoutASocket: a file in its place is not touched.
func TestManagerServesWithoutASocket(t *testing.T) {
	dirs := newDirs(t)
	file := filepath.Join(dirs.State, "manager.sock")
	if err := os.WriteFile(file, []byte("whole"), 0o600); err != nil {
		t.Fatal(err)
	}
	m, ended := serve(t, dirs)
	st := published(t, dirs)
	if status, body := call(t, "GET", st.URL+"/api/status", st.Token); status != http.StatusOK || st.Socket != "" {
		t.Errorf("%+v: %d %s", st, status, body)
	}
	m.shutdown(false)
	awaitEnd(t, ended)
	if data, err := os.ReadFile(file); err != nil || string(data) != "whole" {
		t.Errorf("%q, %v", data, err)
	}
}

func call(t *testing.T, method, url, token string) (int, string) {
	t.Helper()
	return callWith(t, http.DefaultClient, method, url, token)
}

func callWith(t *testing.T, over *http.Client, method, url, token string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	r.Close = true
	answer, err := over.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body)
}

func TestSecondManagerIsRefused(t *testing.T) {
	dirs := newDirs(t)
	m, ended := serve(t, dirs)
	if _, err := newManager(dirs, 0); err == nil || !strings.Contains(err.Error(), fmt.Sprint(os.Getpid())) {
		t.Errorf("it must name the first one: %v", err)
	}
	if st := published(t, dirs); st.Token != m.Status().Token {
		t.Error("the second one changed what the first has published")
	}
	m.shutdown(false)
	awaitEnd(t, ended)
	next, ended := serve(t, dirs)
	if next.Status().Token == m.Status().Token {
		t.Error("the next manager has the same token")
	}
	next.shutdown(false)
	awaitEnd(t, ended)
}

func TestTakenPortNamesItsOwnerAndReleasesTheLock(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dirs := newDirs(t)
	_, err = newManager(dirs, l.Addr().(*net.TCPAddr).Port)
	var failure *app.Error
	if !errors.As(err, &failure) || failure.Code != app.CodePortInUse || failure.Owner == nil ||
		failure.Owner.PID != os.Getpid() {
		t.Fatalf("%v: %+v", err, failure)
	}
	m, ended := serve(t, dirs)
	m.shutdown(false)
	awaitEnd(t, ended)
}

func TestHangupReadsSettingsAgainAndTERMEnds(t *testing.T) {
	dirs := newDirs(t)
	m, ended := serve(t, dirs)
	if err := os.WriteFile(dirs.GlobalFile(), []byte("settings: {idle_timeout: 7}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	before := m.global.Settings().IdleTimeout
	fc.Until(t, "the settings are read again", func() bool {
		err := self.Signal(syscall.SIGHUP)
		return err == nil && m.global.Settings().IdleTimeout != before
	})
	if err := self.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	awaitEnd(t, ended)
}

// TestPortOfAHiddenManagerIsNoOrdinaryPort: a manager answers there whose files are elsewhere, as seen from a sandbox.
func TestPortOfAHiddenManagerIsNoOrdinaryPort(t *testing.T) {
	m, ended := serve(t, newDirs(t))
	_, port, err := net.SplitHostPort(strings.TrimPrefix(m.Status().URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	number, _ := strconv.Atoi(port)
	_, err = newManager(newDirs(t), number)
	var failure *app.Error
	if !errors.As(err, &failure) || failure.Code != app.CodeUnreachable {
		t.Errorf("%v", err)
	}
	m.shutdown(false)
	awaitEnd(t, ended)
}

// TestSignalsCountFromTheBeginning: who reads the published PID may send one before the manager serves.
func TestSignalsCountFromTheBeginning(t *testing.T) {
	m, err := newManager(newDirs(t), 0)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.FindProcess(os.Getpid())
	if err != nil || self.Signal(syscall.SIGHUP) != nil || self.Signal(syscall.SIGTERM) != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- m.Run(context.Background()) }()
	awaitEnd(t, ended)
}

func TestManagerEndsAfterATimeWithNothingRunning(t *testing.T) {
	dirs := newDirs(t)
	if err := os.WriteFile(dirs.GlobalFile(), []byte("settings: {manager_idle_timeout: 1s}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, ended := serve(t, dirs)
	awaitEnd(t, ended)
	if st := published(t, dirs); st.Running {
		t.Errorf("after its end: %+v", st)
	}
}
