package streams

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/record/history"
	"devservers/app/web/wire"
	"devservers/tests/apptest"
)

// world is a supervisor with one project, shop, whose terminals a server connects.
type terminals struct {
	*apptest.World
	terminals *Sockets
	history   *history.Store
	http      *httptest.Server
	stop      context.CancelFunc // the manager stops
}

func newTerminals(t *testing.T) *terminals {
	t.Helper()
	w := &terminals{World: apptest.New(t)}
	w.Project("shop", `
servers:
  web: {command: 'FC listen 127.0.0.1:$PORT', port: auto}
  chat: {command: FC echo}
tasks:
  flood: {command: FC flood 50000000}
  lines: {command: FC lines 3000}
  paint: {command: FC bytes 1b5b33316d7265641b5b306d203c623e0a736563726574206f6b0a1b5d303b7469746c65074552524f523a20626f6f6d0a}
`)
	var err error
	if w.history, err = history.Open(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	var stopping context.Context
	stopping, w.stop = context.WithCancel(context.Background())
	w.terminals = NewSockets(stopping, w.Sup, w.history, apptest.Patience)
	w.http = httptest.NewUnstartedServer(http.HandlerFunc(w.serve))
	w.http.Config.BaseContext = func(net.Listener) context.Context { return stopping }
	w.http.Start()
	t.Cleanup(func() {
		w.stop()
		w.http.Close()
		w.terminals.Wait()
		_ = w.history.Close()
	})
	return w
}

// serve answers at /NAME/RUN.
func (w *terminals) serve(out http.ResponseWriter, r *http.Request) {
	name, run, _ := strings.Cut(r.URL.Path[1:], "/")
	r.SetPathValue("run", run)
	if err := w.terminals.Socket(out, r, shop(name)); err != nil && r.Header.Get("Upgrade") == "" {
		wire.WriteProblem(out, wire.ProblemOf(err))
	}
}

func shop(name string) app.Ref { return app.Ref{Project: "shop", Name: name} }

// terminal connects to a run and reads the hello.
func (w *terminals) terminal(name, run, query string) *screen {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	w.T.Cleanup(cancel)
	conn, answer, err := websocket.Dial(ctx, w.http.URL+"/"+name+"/"+run+"?"+query,
		&websocket.DialOptions{HTTPClient: w.http.Client()})
	if err != nil {
		w.T.Fatalf("%v %v", err, answer)
	}
	conn.SetReadLimit(2 * readSize)
	s := &screen{t: w.T, ctx: ctx, conn: conn}
	w.T.Cleanup(func() { _ = conn.CloseNow() })
	if f := s.next(); f == nil || f.Hello == nil {
		w.T.Fatalf("the first frame is not a hello: %+v", f)
	}
	return s
}

// run runs a task to its end and returns its run.
func (w *terminals) run(task string) string {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	r, err := w.Sup.RunTask(ctx, shop(task), supervisor.StartOptions{Actor: apptest.Me})
	if err != nil {
		w.T.Fatal(err)
	}
	return w.Until(shop(task), "over", func(st app.Status) bool { return st.Run == r.Run && !st.State.Up() }).Run
}

// flooded returns a run that has printed 50 MB.
func (w *terminals) flooded() (run string) { return w.run("flood") }

func (w *terminals) restart(name string) (run string) {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	r, err := w.Sup.Restart(ctx, shop(name), supervisor.StartOptions{Actor: apptest.Me})
	if err != nil {
		w.T.Fatal(err)
	}
	return r.Run
}

// raw returns everything that a run printed.
func (w *terminals) raw(name, run string) string {
	w.T.Helper()
	log, err := w.Sup.OpenLog(shop(name), run)
	if err != nil {
		w.T.Fatal(err)
	}
	defer log.Close()
	var all []byte
	buf := make([]byte, readSize)
	for off := int64(0); off < log.Bounds().End; {
		n, at, err := log.Raw(off, buf)
		if err != nil {
			w.T.Fatal(err)
		}
		all, off = append(all, buf[:n]...), at+int64(n)
	}
	return string(all)
}
