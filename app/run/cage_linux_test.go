package run

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"devservers/app/base/process"
	"devservers/app/run/cage"
	"devservers/app/run/protocol"
	"devservers/tests/fc"
)

// plan returns the cage of a project in an empty home. It needs a bwrap that may make namespaces.
func plan(t *testing.T) *cage.Plan {
	t.Helper()
	bwrap := fc.Needs(t, cage.Engine, cage.Try...)
	home := t.TempDir()
	for _, dir := range []string{"shop/.git/hooks", "other", ".ssh", ".aws", ".config/gh", "state"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	dir := filepath.Join(home, "shop")
	return &cage.Plan{Engine: bwrap, Dir: dir, Hidden: append(cage.Others(), home), Network: cage.NetworkAll,
		Read: []string{os.Args[0]}, Locked: []string{filepath.Join(dir, ".git"), filepath.Join(dir, "devservers.yml")}}
}

// caged runs a command in a cage.
func caged(t *testing.T, p *cage.Plan, argv ...string) *Run {
	t.Helper()
	s := spec(argv)
	path, err := exec.LookPath(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	if s.Path = path; p != nil {
		s.Dir, s.Cage = p.Dir, p
	}
	return startSpec(t, s)
}

// says returns what a command prints in a cage when it has ended.
func says(t *testing.T, p *cage.Plan, argv ...string) string {
	t.Helper()
	r := caged(t, p, argv...)
	await(t, r, "to end", func(rec protocol.Record) bool { return rec.Gone != nil })
	return strings.Join(output(t, r), "\n")
}

// TestCageHoldsFiles: each command prints what it reached outside of its project, if it could.
func TestCageHoldsFiles(t *testing.T) {
	p := plan(t)
	home := filepath.Dir(p.Dir)
	put := func(name, content string) string {
		file := filepath.Join(home, name)
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	const secret = "the secret"
	for _, name := range []string{".ssh/id", ".aws/credentials", ".config/gh/hosts.yml", "state/status.json", "other/app.js",
		".bashrc", ".netrc"} {
		put(name, secret)
	}
	put("shop/devservers.yml", "project: shop")
	put("shop/app.js", "mine\n")
	outside, err := os.CreateTemp("/tmp", "outside")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(outside.Name()) })
	_, _ = outside.WriteString(secret)
	_ = outside.Close()
	if err := os.Symlink(filepath.Join(home, ".ssh"), filepath.Join(p.Dir, "keys")); err != nil {
		t.Fatal(err)
	}
	pid := strconv.Itoa(os.Getpid())
	for _, command := range []string{
		"cat ~/.ssh/id", "cat ~/.aws/credentials", "cat ~/.config/gh/hosts.yml", "cat ~/state/status.json", "cat ~/.netrc",
		"cat ~/other/app.js", "cat " + outside.Name(), "cat keys/id", "ln ~/.ssh/id mine; cat mine",
		"ln -s ~/.aws/credentials link; cat link", "cat /proc/" + pid + "/root" + home + "/.ssh/id",
		"cat /proc/1/root" + home + "/.ssh/id", "cat /proc/self/root" + home + "/.ssh/id",
		"umount " + home + "; cat ~/.ssh/id", "unshare -Ur sh -c 'umount -l " + home + "; cat ~/.ssh/id'",
		"unshare -Urm sh -c 'mount -t proc proc /proc; cat /proc/1/root" + home + "/.ssh/id'",
		"echo secret >> ~/.bashrc; mkdir -p ~/.ssh; echo a secret > ~/.ssh/authorized_keys; cat ~/.bashrc ~/.ssh/*|wc -c",
		"echo 'the'' secret' > ~/other/app.js", "echo x > /etc/devservers-cage", "echo x > /usr/bin/devservers-cage",
		"echo x > .git/hooks/pre-commit", "echo x > devservers.yml", "mv .git git; mv devservers.yml other.yml",
		"rm -rf .git; ls -d .git", "dd if=/dev/sda count=1 of=disk; dd if=/dev/vda count=1 of=disk; dd if=/dev/mem count=1",
		"mknod disk b 254 0; cat disk", "echo 1 > /proc/sys/kernel/core_pattern",
	} {
		if got := says(t, p, "env", "HOME="+home, "sh", "-c", command); strings.Contains(got, secret) {
			t.Errorf("%s:\n%s", command, got)
		}
	}
	for file, want := range map[string]string{".bashrc": secret, "other/app.js": secret, "shop/devservers.yml": "project: shop"} {
		if got, err := os.ReadFile(filepath.Join(home, file)); err != nil || string(got) != want {
			t.Errorf("%s was changed: %q, %v", file, got, err)
		}
	}
	for _, file := range []string{"/etc/devservers-cage", "/usr/bin/devservers-cage", home + "/.ssh/authorized_keys",
		p.Dir + "/.git/hooks/pre-commit", p.Dir + "/git"} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("%s was made", file)
		}
	}
	if got := says(t, p, "sh", "-c", "cat app.js; echo next > next.js; echo x > /tmp/own && cat /tmp/own"); !strings.Contains(got,
		"mine\nx") {
		t.Errorf("it can't use its own files: %s", got)
	}
}

// TestCageHoldsNetworkAndProcesses: each child prints REACHED if it got out.
func TestCageHoldsNetworkAndProcesses(t *testing.T) {
	p := plan(t)
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		_ = http.Serve(l, http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})) //nolint:gosec // of a test
	}()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	udp := answering(t, "udp", "127.0.0.1:0")
	socket := filepath.Join(filepath.Dir(p.Dir), "state", "manager.sock")
	listening(t, "unix", socket)
	listening(t, "unix", "@devservers-x11-"+port)
	p.Others = []int{free(t)}
	pid := strconv.Itoa(os.Getpid())
	key := 1<<20 + os.Getpid()
	shared, err := unix.SysvShmGet(key, 4096, unix.IPC_CREAT|0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = unix.SysvShmCtl(shared, unix.IPC_RMID, nil) })
	tries := [][]string{
		{"dial", "tcp", "127.0.0.1:" + port}, {"dial", "udp", udp}, {"dial", "unix", socket},
		{"dial", "unix", "@devservers-x11-" + port}, {"system", "kill", pid}, {"system", "shm", strconv.Itoa(key)},
		{"dial", "tcp", "0.0.0.0:" + port}, {"dial", "tcp", "[::1]:" + port}, {"dial", "tcp", "127.9.9.9:" + port},
		{"dial", "tcp", "[::ffff:127.0.0.1]:" + port}, {"dial", "tcp", "169.254.169.254:80"},
		{"dial", "tcp", "[fd00:ec2::254]:80"}, {"dial", "unix", "/run/docker.sock"},
		{"dial", "unix", "/tmp/.X11-unix/X0"}, {"dial", "unix", "/run/user/" + strconv.Itoa(os.Getuid()) + "/bus"},
		{"bind", "tcp", "127.0.0.1:" + strconv.Itoa(p.Others[0])}, {"bind", "tcp", ":" + strconv.Itoa(p.Others[0])},
		{"system", "kill", strconv.Itoa(os.Getppid())}, {"system", "ptrace", pid},
		{"system", "ptrace", "1"}, {"system", "vsock", "2"}, {"system", "io_uring", "0"}, {"system", "fastopen", port},
		{"system", "again", port},
	}
	if addrs, err := net.InterfaceAddrs(); err == nil {
		for _, a := range addrs {
			if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && !n.IP.IsLoopback() {
				tries = append(tries, []string{"dial", "tcp", n.IP.String() + ":" + port})
			}
		}
	}
	for _, try := range tries[:6] { // without a cage they get out, so the test can fail
		if got := says(t, nil, fc.Command(try...)...); !strings.Contains(got, "REACHED") {
			t.Errorf("without a cage, %s: %s", try, got)
		}
	}
	for _, try := range tries {
		if got := says(t, p, fc.Command(try...)...); !strings.Contains(got, "held:") {
			t.Errorf("%s: %s", try, got)
		}
	}
	n, _ := strconv.Atoi(port)
	p.Ports = []int{n}
	if got := says(t, p, "sh", "-c", strings.Join(fc.Command("dial", "tcp", "localhost:"+port), " ")); !strings.Contains(got,
		`REACHED "HTTP/1.1 400`) {
		t.Errorf("a declared port: %s", got)
	}
}

// answering answers each datagram, and returns its address.
func answering(t *testing.T, network, address string) string {
	t.Helper()
	c, err := net.ListenPacket(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	go func() {
		buf := make([]byte, 100)
		for {
			_, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			_, _ = c.WriteTo([]byte("answer"), from)
		}
	}()
	return c.LocalAddr().String()
}

// listening answers each connection.
func listening(t *testing.T, network, address string) {
	t.Helper()
	l, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 100))
			_, _ = c.Write([]byte("answer"))
			_ = c.Close()
		}
	}()
}

func free(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// TestCagedServerListensOnTheHost: it has its real port, also after its manager has gone, and answers from there.
func TestCagedServerListensOnTheHost(t *testing.T) {
	r := caged(t, plan(t), fc.Command("listen", "127.0.0.1:0")...)
	line := printed(t, r, "listening on")[0]
	r.Release()
	again, err := Adopt(r.Dir)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get("http://" + strings.TrimSpace(strings.TrimPrefix(line, "listening on")))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if err := again.Stop(protocol.StopRequest{Signal: syscall.SIGTERM, Timeout: patience}); err != nil {
		t.Fatal(err)
	}
	if rec := gone(t, again); rec.Gone.Killed != 0 {
		t.Errorf("it was killed: %+v", rec.Gone)
	}
}

// TestCagedTerminal: what is typed reaches the command, and an interrupt from the keyboard ends it and not bwrap.
func TestCagedTerminal(t *testing.T) {
	r := caged(t, plan(t), "sh", "-c", `trap 'echo tidy; exit 4' INT; test -t 0 && read line && echo "got $line"
		while :; do sleep 0.05; done`) // a shell in a long sleep would note an interrupt that came before it, and wait on
	if err := r.Input([]byte("hello\n")); err != nil {
		t.Fatal(err)
	}
	printed(t, r, "got hello")
	if err := r.Input([]byte{3}); err != nil {
		t.Fatal(err)
	}
	if rec := gone(t, r); rec.End.Code != 4 {
		t.Errorf("it ended with %+v", rec.End)
	}
}

// TestCageRefusalIsRecorded: the holder writes down what it refused, once.
func TestCageRefusalIsRecorded(t *testing.T) {
	p := plan(t)
	p.Network, p.Hosts = cage.NetworkLoopback, []string{"api.example.com"}
	port := strconv.Itoa(free(t))
	dial := strings.Join(fc.Command("dial", "tcp", "127.0.0.1:"+port), " ")
	r := caged(t, p, "sh", "-c", dial+";"+dial+";"+strings.Join(fc.Command("dial", "tcp", "evil.example.com:443"), " "))
	await(t, r, "to end", func(rec protocol.Record) bool { return rec.Gone != nil })
	var got []string
	for _, refusal := range cage.RefusedIn(r.Dir) {
		got = append(got, refusal.What+" "+refusal.To)
	}
	want := []string{"connect 127.0.0.1:" + port, "lookup evil.example.com"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %q, want %q; it printed %q", got, want, output(t, r))
	}
}

// TestCagedRunEndsAsItsCommandDoes: bwrap stands between the holder and the command.
func TestCagedRunEndsAsItsCommandDoes(t *testing.T) {
	p := plan(t)
	r := caged(t, p, "sh", "-c", "exit 7")
	await(t, r, "to end", func(rec protocol.Record) bool { return rec.Gone != nil })
	if end := r.Record().End; end.Code != 7 || end.Signal != "" {
		t.Errorf("it ended with %+v", end)
	}
	r = caged(t, p, "sh", "-c", `trap 'echo tidy; exit 3' TERM; echo up; while :; do sleep 0.05; done`)
	printed(t, r, "up")
	if err := r.Stop(protocol.StopRequest{Signal: syscall.SIGTERM, Timeout: patience, Cause: protocol.CauseAsked}); err != nil {
		t.Fatal(err)
	}
	await(t, r, "to be gone", func(rec protocol.Record) bool { return rec.Gone != nil })
	if got := strings.Join(output(t, r), "\n"); !strings.Contains(got, "tidy") || r.Record().End.Code != 3 {
		t.Errorf("stopped: %q, %+v", got, r.Record().End)
	}
}

// TestSignalReachesCommandInCage: not bwrap, which stands above it.
func TestSignalReachesCommandInCage(t *testing.T) {
	r := caged(t, plan(t), "sh", "-c", `trap 'echo noted' USR1; echo up; while :; do sleep 0.05; done`)
	printed(t, r, "up")
	if err := r.Signal(syscall.SIGUSR1); err != nil {
		t.Fatal(err)
	}
	printed(t, r, "noted")
}

// TestCagedRunIsStoppedWhileItBegins: a stop that comes before the command is there ends it too.
func TestCagedRunIsStoppedWhileItBegins(t *testing.T) {
	p := plan(t)
	for range 5 {
		r := caged(t, p, "sleep", "1000")
		if err := r.Stop(protocol.StopRequest{Signal: syscall.SIGTERM, Timeout: patience, Cause: protocol.CauseAsked}); err != nil {
			t.Fatal(err)
		}
		if rec := gone(t, r); rec.Gone.Killed != 0 {
			t.Errorf("it was killed: %+v", rec.Gone)
		}
	}
}

// TestCagedTreeIsEnded: what a command in a cage leaves, and what ignores TERM, is ended, and after the death of its
// holder too.
func TestCagedTreeIsEnded(t *testing.T) {
	p := plan(t)
	r := caged(t, p, fc.Command("leave", "3", "setsid")...)
	await(t, r, "to be gone", func(rec protocol.Record) bool { return rec.Gone != nil })
	if left := leftOf(t, r); len(left) > 0 {
		t.Errorf("left: %+v", left)
	}
	r = caged(t, p, fc.Command("ignore")...)
	printed(t, r, "deaf")
	if err := r.Record().Holder.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	await(t, r, "to be buried", func(protocol.Record) bool { return r.Gone() })
	if left, err := (process.Tree{ID: r.Record().ID}).Members(); err != nil || len(left) > 0 {
		t.Errorf("left: %+v, %v", left, err)
	}
}
