package supervisor_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/config"
	"devservers/tests/apptest"
	"devservers/tests/fc"
)

func TestProjectMustNotContainOurFolders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, dir := range []string{w.Dirs.Home, filepath.Dir(w.Dirs.State), w.Dirs.State, w.Dirs.Config,
		filepath.Join(w.Dirs.State, "runs")} {
		if err := errors.Join(os.MkdirAll(dir, 0o700),
			os.WriteFile(filepath.Join(dir, config.FileName), []byte("project: x\nservers: {}\n"), 0o600)); err != nil {
			t.Fatal(err)
		}
		_, _, err := w.Sup.Register(dir)
		if e := apptest.Failure(t, err, app.CodeForbidden); e.Hint == "" {
			t.Errorf("%s: no hint in %+v", dir, e)
		}
	}
}

func TestProjectWithoutFolderCanOnlyBeStopped(t *testing.T) {
	t.Parallel()
	for name, remove := range map[string]func(dir string) error{
		"deleted":  os.RemoveAll,
		"moved":    func(dir string) error { return os.Rename(dir, dir+"2") },
		"replaced": func(dir string) error { return errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o700)) },
	} {
		says := "/app is gone"
		if name == "replaced" {
			says = "devservers.yml is missing"
		}
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}}\n"), Name: "a"}
			r := w.MustStart(ref)
			if err := remove(filepath.Join(w.Dirs.Home, "app")); err != nil {
				t.Fatal(err)
			}
			v, err := w.Sup.Project("app")
			if err != nil || v.Problem == nil || !strings.Contains(v.Problem.Detail, says) {
				t.Errorf("the project says %+v, %v", v.Problem, err)
			}
			if st, err := w.Sup.Status(ref); err != nil || st.State != app.Ready || st.Run != r.Run {
				t.Errorf("status %+v, %v", st, err)
			}
			if s := w.Stop(ref); s.State != app.Stopped {
				t.Errorf("stopped as %+v", s)
			}
			_, err = w.Start(ref)
			if e := apptest.Failure(t, err, app.CodeNotFound); !strings.Contains(e.Detail, says) || e.Hint == "" {
				t.Errorf("the error says %+v", e)
			}
		})
	}
}

func TestOddFolderNamesWork(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"with space", "Ünïcödé", "e\u0301", "it's \"quoted\"", "100%41", "-dash", "a;b&c|d",
		"$HOME", "*", strings.Repeat("x", 200)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			dir := filepath.Join(w.Dirs.Home, name)
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			text := "project: odd\nservers:\n  a: {command: " + strings.Join(fc.Command(), " ") + " env, ready: {log: never}}\n"
			if err := os.WriteFile(filepath.Join(dir, config.FileName), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			v, _, err := w.Sup.Register(dir)
			if err == nil {
				err = w.Sup.Files.Trust(v.ID, v.SHA256, apptest.Me)
			}
			if err != nil {
				t.Fatal(err)
			}
			_, _ = w.Start(app.Ref{Project: v.ID, Name: "a"})
			if got := w.lines(app.Ref{Project: v.ID, Name: "a"}); !slices.Contains(got, "PWD="+dir) {
				t.Errorf("it ran in %q", got)
			}
			w.Close(true)
			w.Open()
			if again, err := w.Sup.Project(dir); err != nil || again.Path != dir {
				t.Errorf("after a restart: %+v, %v", again, err)
			}
		})
	}
}
