//go:build real

package proxy

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"devservers/tests/apptest/npm"
)

func init() { others = append(others, portless) }

// portless starts portless from npm, without TLS, before a port.
func portless(b *testing.B, port string) way {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	own := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	_ = l.Close()
	cli := filepath.Join(npm.Installed(b, "testdata/portless"), "portless/dist/cli.js")
	home := b.TempDir()
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(npm.Node(b), append([]string{cli}, args...)...)
		cmd.Env = append(os.Environ(), "HOME="+home, "PORTLESS_STATE_DIR="+home+"/state", "PORTLESS_PORT="+own,
			"PORTLESS_HTTPS=0", "PORTLESS_SYNC_HOSTS=0", "CI=1")
		cmd.Stderr = os.Stderr
		return cmd
	}
	proxy := command("proxy", "start", "--foreground", "--no-tls", "--port", own)
	if err := proxy.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = proxy.Process.Signal(syscall.SIGTERM); _ = proxy.Wait() })
	if out, err := command("alias", "shop", port).Output(); err != nil {
		b.Fatalf("portless alias: %v: %s", err, out)
	}
	at := way{"portless", "http://127.0.0.1:" + own, "shop.localhost:" + own}
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		request, _ := http.NewRequestWithContext(b.Context(), http.MethodHead, at.url, nil)
		request.Host = at.host
		if answer, err := http.DefaultClient.Do(request); err == nil && answer.StatusCode == http.StatusOK {
			return at
		}
		if time.Now().After(limit) {
			b.Fatal("portless does not answer")
		}
	}
}
