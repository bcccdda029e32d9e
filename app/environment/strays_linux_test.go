package environment

import (
	"net"
	"os"
	"testing"

	"devservers/app"
)

// TestConnectionToTheMainCheckoutIsTold: this process stands for a worker whose code names the main checkout's port.
func TestConnectionToTheMainCheckoutIsTold(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	redis := func(port int) app.Status { return app.Status{Name: "redis", Location: app.Location{Port: port}} }
	worker := app.Status{Name: "worker", LastRun: app.LastRun{PID: os.Getpid()}}
	main := app.ProjectView{Name: "shop", Servers: []app.Status{redis(port), {Name: "web"}}}
	own := app.ProjectView{Servers: []app.Status{redis(1), worker}}
	if got := strays(main, own); len(got) > 0 {
		t.Errorf("nothing is connected: %q", got)
	}
	conn, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if got := strays(main, own); len(got) != 1 {
		t.Errorf("%q", got)
	}
	own.Servers[0] = redis(port) // as where no worktree gets a port of its own
	if got := strays(main, own); len(got) > 0 {
		t.Errorf("it is the same server: %q", got)
	}
}
