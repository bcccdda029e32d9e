package supervisor_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/config/settings"
	"devservers/app/project"
	"devservers/tests/apptest"
)

func (w *world) mkdir(name string) {
	w.T.Helper()
	if err := os.MkdirAll(filepath.Join(w.Dirs.Home, name), 0o755); err != nil {
		w.T.Fatal(err)
	}
}

func (w *world) changed(ref app.Ref, want ...string) {
	w.T.Helper()
	w.Until(ref, "names "+strings.Join(want, ", "), func(s app.Status) bool {
		return slices.Equal(s.ChangedSinceStart, want) && s.ConfigChanged == (len(want) > 0)
	})
}

func TestRunNamesChangesSinceItsStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const before = "servers:\n  web: {command: FC echo, env: {DEBUG: \"0\", SAME: x}, env_file: .env}\n"
	w.mkdir("shop")
	w.file("shop/.env", "DATABASE_URL=postgres://me:hidden@db/x\nOTHER=1\n")
	ref := app.Ref{Project: w.Project("shop", before), Name: "web"}
	w.MustStart(ref)
	w.changed(ref)
	w.file("shop/.env", "DATABASE_URL=postgres://me:hidden2@db/x\nOTHER=1\n")
	w.changed(ref, "DATABASE_URL")
	w.Write("shop", strings.Replace(before, `"0"`, `"1"`, 1))
	w.changed(ref, "DATABASE_URL", "DEBUG")
	w.patch(ref, "env.NEW", "1", "env.OTHER", "", "port", "8123")
	w.changed(ref, "DATABASE_URL", "DEBUG", "NEW", "OTHER", "port")
	w.Close(true)
	w.Open() // the next manager knows it, too
	w.changed(ref, "DATABASE_URL", "DEBUG", "NEW", "OTHER", "port")
	if _, err := w.Sup.Files.Overlays.Remove(ref.Project, func(settings.Patch) bool { return true }); err != nil {
		t.Fatal(err)
	}
	w.Sup.Files.Repatch(ref.Project)
	w.file("shop/.env", "DATABASE_URL=postgres://me:hidden@db/x\nOTHER=1\n")
	w.Write("shop", "# a comment\n"+before+"  more: {command: FC echo}\n")
	w.changed(ref)
	w.Write("shop", strings.Replace(before, "FC echo", "FC env 1h", 1))
	w.changed(ref, "command")
}

func TestFileChangeWakesWaiters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mkdir("shop")
	w.file("shop/.env", "A=1\n")
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo, env_file: .env}\n"), Name: "web"}
	w.MustStart(ref)
	w.file("shop/.env", "A=22\n")
	ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
	defer cancel()
	if w.Sup.Await(ctx, func() bool { return len(w.Sup.DriftOf(ref)) == 1 }) != nil {
		t.Error("nobody told of it")
	}
}

func TestBrokenFileIsReportedWhileServersRun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mkdir("shop")
	w.file("shop/.env", "A=1\n")
	const file = "servers:\n  web: {command: FC echo, env_file: .env}\n"
	ref := app.Ref{Project: w.Project("shop", file), Name: "web"}
	run := w.MustStart(ref).Run
	w.file("shop/.env", "A=1\nB=\"open\n")
	v, err := w.Sup.Project("shop")
	if err != nil || len(v.Warnings) != 1 || !strings.Contains(v.Warnings[0], ".env: line 2") {
		t.Errorf("%q %v", v.Warnings, err)
	}
	w.changed(ref, "env_file")
	w.Write("shop", strings.Replace(file, "command", "comand", 1))
	if v, err = w.Sup.Project("shop"); err != nil || v.Problem == nil ||
		!strings.Contains(v.Problem.Detail, "devservers.yml:3:9") {
		t.Errorf("%+v %v", v.Problem, err)
	}
	if st, err := w.Sup.Status(ref); err != nil || st.State != app.Ready || st.Run != run {
		t.Errorf("%+v %v", st, err)
	}
	w.Write("shop", file)
	w.file("shop/.env", "A=1\n")
	w.changed(ref)
	if v, err = w.Sup.Project("shop"); err != nil || v.Problem != nil || len(v.Warnings) != 0 {
		t.Errorf("%+v %v", v, err)
	}
}

func TestEveryChangedKeyIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const file = "servers:\n  web: {command: FC echo}\n  db: {command: FC echo}\n"
	ref := app.Ref{Project: w.Project("shop", file), Name: "web"}
	w.MustStart(ref)
	for key, value := range map[string]string{
		"alive": "{tcp: 1}", "watch": "src", "restart": "always", "depends_on": "[db]", "before_start": "FC echo",
		"after_stop": "FC echo",
	} {
		w.Write("shop", strings.Replace(file, "FC echo}", "FC echo, "+key+": "+value+"}", 1))
		w.changed(ref, key)
	}
	w.Write("shop", file)
	w.changed(ref)
}

func TestKeyMissingInOldRecordIsNotDrift(t *testing.T) {
	t.Parallel()
	before := map[string]string{"command": "1", "env.A": "1", "gone": "1"}
	now := map[string]string{"command": "2", "env.A": "1", "env.B": "1", "alive": "1"}
	if got := project.Differing(before, now); !slices.Equal(got, []string{"B", "command"}) {
		t.Errorf("%q", got)
	}
}
