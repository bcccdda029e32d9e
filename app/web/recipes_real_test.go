//go:build real

package web

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"devservers/app/web/guard"
	"devservers/tests/fc"
)

// recipe returns the example of docs/configuration.md that begins with a line, with the port of this manager.
func (m *manager) recipe(first string) string {
	m.t.Helper()
	text, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		m.t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```text\n"+first)
	block, _, end := strings.Cut(rest, "```")
	if !ok || !end {
		m.t.Fatalf("docs/configuration.md has no recipe %s", first)
	}
	return strings.ReplaceAll(first+block, "7912", strconv.Itoa(m.Port()))
}

// program runs a program beside the test, with directories of its own.
func (m *manager) program(dir, name string, args ...string) {
	m.t.Helper()
	cmd := exec.Command(fc.Needs(m.t, name), args...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	out := &safeBuffer{}
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if m.t.Failed() {
			m.t.Logf("%s: %s", name, out)
		}
	})
}

// outside is a browser that reaches a manager at an address of something in between.
type outside struct {
	*testing.T
	http  http.Client
	base  string // without a slash at its end
	token *http.Cookie
}

func (o *outside) do(method, path, body string, header ...string) (*http.Response, string) {
	o.Helper()
	r, err := http.NewRequest(method, o.base+path, strings.NewReader(body))
	if err != nil {
		o.Fatal(err)
	}
	r.Header.Set("Origin", r.URL.Scheme+"://"+r.URL.Host)
	r.Header.Set("Accept", "text/html")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	if o.token != nil {
		r.AddCookie(o.token)
	}
	var answer *http.Response
	for until := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) { // it may not listen yet
		if answer, err = o.http.Do(r); err == nil || time.Now().After(until) {
			break
		}
		r.Body = io.NopCloser(strings.NewReader(body))
	}
	if err != nil {
		o.Fatal(err)
	}
	defer answer.Body.Close()
	if strings.HasPrefix(answer.Header.Get("Content-Type"), "text/event-stream") {
		line, err := bufio.NewReader(answer.Body).ReadString('\n')
		if err != nil {
			o.Error(err)
		}
		return answer, line
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		o.Error(err)
	}
	return answer, string(text)
}

// journey signs in, and looks whether pages, files, the stream and buttons work below a path.
func (o *outside) journey(m *manager, prefix string, secure bool) {
	o.Helper()
	o.base += prefix
	o.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, text := o.do("POST", "/login", `{"code":"`+m.sessions.NewCode()+`"}`, "Content-Type", "application/json")
	if len(answer.Cookies()) != 1 || answer.Cookies()[0].Secure != secure {
		o.Fatalf("%d %s: %v", answer.StatusCode, text, answer.Cookies())
	}
	o.token = answer.Cookies()[0]
	if _, text = o.do("GET", "/", ""); !strings.Contains(text, `href="`+prefix+`/p/shop"`) ||
		!strings.Contains(text, `src="`+prefix+`/static/js/shell.js"`) {
		o.Errorf("the page: %.300s", text)
	}
	if answer, text = o.do("GET", "/static/js/shell.js", ""); answer.StatusCode != 200 ||
		!strings.Contains(text, "import") {
		o.Errorf("a script: %d %.100s", answer.StatusCode, text)
	}
	answer, text = o.do("GET", "/stream?page=1:on=servers", "", "Accept", "text/event-stream")
	if answer.StatusCode != 200 || text == "" {
		o.Errorf("the stream: %d %s", answer.StatusCode, text)
	}
	answer, text = o.do("POST", "/p/shop/web/pin", "", "Content-Type", "application/x-www-form-urlencoded", "Referer",
		o.base+"/p/shop")
	if answer.StatusCode != 303 || answer.Header.Get("Location") != prefix+"/p/shop" {
		o.Errorf("a button: %d %s %s", answer.StatusCode, answer.Header.Get("Location"), text)
	}
}

func (m *manager) visitor(base string) *outside {
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}
	m.t.Cleanup(transport.CloseIdleConnections)
	return &outside{T: m.t.(*testing.T), base: base, http: http.Client{Transport: transport, Timeout: patience}}
}

func trusting(o *Options) { o.Trusts = func(string) bool { return true } }

// TestCaddyRecipe serves the pages over TLS, at the top and below a path.
func TestCaddyRecipe(t *testing.T) {
	t.Parallel()
	m, dir := serve(t, trusting), t.TempDir()
	top, below := fc.FreePort(t), fc.FreePort(t)
	text := "{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n" +
		strings.NewReplacer("box.example.com", fmt.Sprintf("https://localhost:%d", top), "work.example.com",
			fmt.Sprintf("https://localhost:%d", below)).Replace(m.recipe("# Caddyfile"))
	m.program(dir, "caddy", "run", "--config", write(t, dir, "Caddyfile", text), "--adapter", "caddyfile")
	m.visitor(fmt.Sprintf("https://localhost:%d", top)).journey(m, "", true)
	m.visitor(fmt.Sprintf("https://localhost:%d", below)).journey(m, "/dev", true)
}

// TestNginxRecipe serves the pages without TLS, at the top and below a path.
func TestNginxRecipe(t *testing.T) {
	t.Parallel()
	m, dir := serve(t, trusting), t.TempDir()
	top, below := fc.FreePort(t), fc.FreePort(t)
	text := m.recipe("# nginx")
	path := strings.NewReplacer("location / {", "location /dev/ {",
		fmt.Sprintf(":%d;", m.Port()), fmt.Sprintf(":%d/;", m.Port()), "proxy_buffering", "proxy_set_header X-Forwarded-Prefix /dev; proxy_buffering").Replace(text)
	text = fmt.Sprintf("user root; daemon off; pid %[1]s/pid; error_log stderr; events {}\nhttp { access_log off; "+
		"client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; "+
		"scgi_temp_path %[1]s/s; map $http_upgrade $upgrade { default upgrade; '' close; }\n"+
		"server { listen 127.0.0.1:%[2]d;\n%[3]s\n}\nserver { listen 127.0.0.1:%[4]d;\n%[5]s\n} }\n",
		dir, top, text, below, path)
	m.program(dir, "nginx", "-c", write(t, dir, "nginx.conf", text), "-p", dir)
	m.visitor(fmt.Sprintf("http://127.0.0.1:%d", top)).journey(m, "", false)
	m.visitor(fmt.Sprintf("http://127.0.0.1:%d", below)).journey(m, "/dev", false)
}

// TestTunnelRecipe forwards the port of a manager by ssh to the same port of another address, as of another machine.
func TestTunnelRecipe(t *testing.T) {
	t.Parallel()
	fc.Needs(t, "/usr/sbin/sshd")
	m, dir, port := serve(t), t.TempDir(), fc.FreePort(t)
	for _, name := range []string{"host", "mine"} {
		keygen := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", dir+"/"+name)
		if out, err := keygen.CombinedOutput(); err != nil {
			t.Fatalf("%s %v", out, err)
		}
	}
	_ = os.MkdirAll("/run/sshd", 0o755) // sshd of root needs it
	conf := fmt.Sprintf("Port %d\nListenAddress 127.0.0.1\nHostKey %[2]s/host\nAuthorizedKeysFile %[2]s/mine.pub\n"+
		"StrictModes no\nPidFile none\nUsePAM no\nPermitRootLogin yes\n", port, dir)
	m.program(dir, "/usr/sbin/sshd", "-D", "-e", "-f", write(t, dir, "sshd_config", conf))
	awaitPort(t, port)
	m.program(dir, "ssh", "-N", "-F", "none", "-p", strconv.Itoa(port), "-i", dir+"/mine",
		"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "ExitOnForwardFailure=yes", "-L",
		fmt.Sprintf("127.0.0.2:%d:127.0.0.1:%[1]d", m.Port()), "127.0.0.1")
	o := m.visitor(m.origin(guard.UIHost))
	o.http.Transport.(*http.Transport).DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", fmt.Sprintf("127.0.0.2:%d", m.Port()))
	}
	o.journey(m, "", false)
}

// awaitPort waits until something listens on a port.
func awaitPort(t *testing.T, port int) {
	t.Helper()
	fc.Until(t, "something listens", func() bool { return !fc.Silent(port) }, port)
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
