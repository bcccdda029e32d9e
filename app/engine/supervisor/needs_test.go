package supervisor_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

// chain declares web, which needs api and the task migrate, which both need db. Each server waits for the file with its
// name before it prints that it is up. All write to the file "order" when they begin.
func (w *world) chain() func(name string) app.Ref {
	w.T.Helper()
	id := w.Project("app", `servers:
  web: {command: ./server web, ready: {log: up}, depends_on: [api, migrate]}
  api: {command: ./server api, ready: {log: up}, depends_on: {db: ready, migrate: completed}}
  db: {command: ./server db, ready: {log: up}}
tasks:
  migrate: {command: ./server migrate, depends_on: [db]}
`)
	w.Script("app", "server", `echo $1 >> order
trap 'echo end $1 >> order; exit 0' TERM
until [ -e $1.go ]; do sleep 0.01; done
[ $1 = migrate ] && exit $(cat migrate.go)
echo up
while :; do sleep 0.01; done`)
	return func(name string) app.Ref { return app.Ref{Project: id, Name: name} }
}

func (w *world) put(name, text string) {
	w.T.Helper()
	if err := os.WriteFile(filepath.Join(w.Dirs.Home, "app", name), []byte(text), 0o644); err != nil {
		w.T.Fatal(err)
	}
}

func (w *world) order() []string {
	data, _ := os.ReadFile(filepath.Join(w.Dirs.Home, "app", "order"))
	return strings.Fields(strings.ReplaceAll(string(data), "end ", "end-"))
}

func (w *world) release(names ...string) {
	for _, name := range names {
		w.put(name+".go", "0")
	}
}

func waitsForText(text string) func(app.Status) bool {
	return func(s app.Status) bool { return s.State == app.Waiting && s.Reason == text }
}

func TestStartStartsDependenciesFirst(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	of := w.chain()
	var r app.Result
	var err error
	var started sync.WaitGroup
	started.Go(func() { r, err = w.Start(of("web")) })
	w.Until(of("web"), "waits for both", waitsForText("needs api to be ready and migrate to complete"))
	w.Until(of("api"), "waits for both", waitsForText("needs db to be ready and migrate to complete"))
	w.Until(of("migrate"), "waits for the database", waitsForText("needs db to be ready"))
	w.release("db")
	w.Until(of("api"), "waits for the task", waitsForText("needs migrate to complete"))
	w.release("migrate")
	w.Until(of("web"), "waits for the api", waitsForText("needs api to be ready"))
	w.release("api", "web")
	started.Wait()
	if err != nil || r.State != app.Ready || !slices.Equal(r.Started, []string{"db", "migrate", "api"}) &&
		!slices.Equal(r.Started, []string{"db", "api", "migrate"}) {
		t.Fatalf("%+v, %v", r, err)
	}
	if !strings.HasSuffix(r.Message, "; also started, because it needs them: "+strings.Join(r.Started, ", ")) {
		t.Errorf("message %q", r.Message)
	}
	if got := w.order(); !slices.Equal(got, []string{"db", "migrate", "api", "web"}) {
		t.Errorf("began in the order %v", got)
	}
	if st, _ := w.Sup.Status(of("db")); st.Actor.Kind != "cli" || st.Want != "up" {
		t.Errorf("db: %+v", st)
	}
	if r := w.MustStart(of("web")); r.Changed || len(r.Started) > 0 {
		t.Errorf("a second start: %+v", r)
	}
}

func TestProjectStopsInReverseOrder(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(*world, func(string) app.Ref){
		"request": func(w *world, of func(string) app.Ref) {
			ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
			defer cancel()
			if _, err := w.Sup.Stop(ctx, of("db"), supervisor.StartOptions{Actor: apptest.Me, With: []string{"web", "api"}}); err != nil {
				w.T.Error(err)
			}
			if r := w.Stop(of("web")); !r.Changed || r.State != app.Stopped {
				w.T.Errorf("its own request says %+v", r)
			}
			if r := w.Stop(of("web")); r.Changed {
				w.T.Errorf("a second one says %+v", r)
			}
		},
		"manager": func(w *world, _ func(string) app.Ref) { w.Close(false) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			of := w.chain()
			w.release("db", "api", "web", "migrate")
			w.MustStart(of("web"))
			stop(w, of)
			got := w.order()
			if !slices.Equal(got[len(got)-3:], []string{"end-web", "end-api", "end-db"}) {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestStopNamesRunningDependents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	of := w.chain()
	w.release("db", "api", "web", "migrate")
	w.MustStart(of("web"))
	if r := w.Stop(of("db")); !strings.HasSuffix(r.Message, "; still running although they need it: api") {
		t.Errorf("message %q", r.Message)
	}
	if st, _ := w.Sup.Status(of("api")); st.State != app.Ready {
		t.Errorf("api: %+v", st)
	}
}

func TestFailedDependencyFailsStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	of := w.chain()
	w.release("db", "api", "web")
	w.put("migrate.go", "3")
	_, err := w.Start(of("web"))
	e := apptest.Failure(t, err, app.CodeDependency)
	if !strings.HasPrefix(e.Detail, "migrate, which web needs, did not complete: exited with code 3") &&
		!strings.Contains(e.Detail, "migrate, which api needs, did not complete: exited with code 3") ||
		e.Exit == nil || *e.Exit.Code != 3 {
		t.Errorf("%+v", e)
	}
	st := w.Until(of("web"), "down", func(s app.Status) bool { return s.Want == "down" })
	if st.State != app.Failed || st.Failure == nil || slices.Contains(w.order(), "web") {
		t.Errorf("%+v, began %v", st, w.order())
	}
	id := w.Project("other", "servers:\n  a: {command: FC say up, depends_on: [b]}\n"+
		"  b: {command: FC crash 4 'no such table'}\n")
	_, err = w.Start(app.Ref{Project: id, Name: "a"})
	if e := apptest.Failure(t, err, app.CodeDependency); !strings.HasPrefix(e.Detail,
		"b, which a needs, is not ready: exited with code 4") || !slices.Contains(e.Output, "no such table") {
		t.Errorf("%+v", e)
	}
}

func TestStopEndsWaitForDependency(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	of := w.chain()
	var err error
	var started sync.WaitGroup
	started.Go(func() { _, err = w.Start(of("web")) })
	w.Until(of("web"), "waits", waitsForText("needs api to be ready and migrate to complete"))
	if r := w.Stop(of("web")); r.State != app.Stopped || r.Reason != "" {
		t.Errorf("%+v", r)
	}
	started.Wait()
	apptest.Failure(t, err, app.CodeConflict)
	if st, _ := w.Sup.Status(of("db")); st.Want != "up" {
		t.Errorf("db: %+v", st)
	}
}

func TestStartContinuesAfterDependencyRestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("app", "servers:\n  a: {command: FC say up, ready: {log: up}, depends_on: [b]}\n"+
		"  b: {command: ./b, ready: {log: up}, restart: on-failure}\n")
	w.Script("app", "b", "[ -e once ] && exec FC say up\ntouch once\nexit 7")
	if r := w.MustStart(app.Ref{Project: id, Name: "a"}); r.State != app.Ready {
		t.Errorf("%+v", r)
	}
}
