package access_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }

var agent = app.Actor{Kind: "mcp", Client: "some agent"}

type world struct{ *apptest.World }

// envOf returns the value that a run of fc's `env` printed for a variable, or "missing" if it was not set.
func (w world) envOf(ref app.Ref, name string) string {
	w.T.Helper()
	l, err := w.Sup.OpenLog(ref, "")
	if err != nil {
		w.T.Fatal(err)
	}
	defer l.Close()
	page, err := l.Tail(500)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, line := range page.Lines {
		if value, ok := strings.CutPrefix(strings.TrimRight(string(line.Text), "\r"), name+"="); ok {
			return value
		}
	}
	return "missing"
}

func (w world) restart(ref app.Ref) app.Result {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), apptest.Patience)
	defer cancel()
	r, err := w.Sup.Restart(ctx, ref, supervisor.StartOptions{Actor: apptest.Me})
	if err != nil {
		w.T.Fatal(err)
	}
	return r
}

func (w world) patch(ref app.Ref, c app.Change, a app.Actor) app.Overlay {
	w.T.Helper()
	o, err := access.AddPatch(w.Sup, ref, c, a)
	if err != nil {
		w.T.Fatal(err)
	}
	return o
}

func overlaid(t *testing.T) (world, app.Ref) {
	w := world{apptest.New(t)}
	id := w.Project("shop", "servers:\n  web: {command: FC env 1h, env: {DEBUG: \"0\", API_KEY: old-secret}, env_file: "+
		"vars, ready: {log: DEVSERVERS_RUN}}\n  api: {command: FC echo}\n")
	w.Files("shop", map[string]string{"vars": "FROM_FILE=1\nDEBUG=7\n", ".env.example": "OTHER=\n"})
	return w, app.Ref{Project: id, Name: "web"}
}

func TestOverlayChangesNextStartNotFile(t *testing.T) {
	t.Parallel()
	w, ref := overlaid(t)
	w.MustStart(ref)
	before, _ := os.ReadFile(filepath.Join(w.Dirs.Home, "shop", "devservers.yml"))
	o := w.patch(ref, app.Change{SetEnv: map[string]string{"DEBUG": "1", "NEW": "a b"}, UnsetEnv: []string{"FROM_FILE"},
		Reason: "see more"}, apptest.Me)
	if len(o.Patches) != 3 || len(o.Restart) != 1 || !strings.Contains(o.Diff, "-DEBUG=0\n+DEBUG=1\n") ||
		!strings.Contains(o.Diff, "-FROM_FILE=1\n #") {
		t.Errorf("%+v", o)
	}
	st, _ := w.Sup.Status(ref)
	if !st.ConfigChanged || len(st.Overlay) != 3 {
		t.Errorf("%+v", st)
	}
	w.restart(ref)
	for name, want := range map[string]string{"DEBUG": "1", "NEW": "a b", "FROM_FILE": "missing",
		"API_KEY": "old-secret"} {
		if got := w.envOf(ref, name); got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
	w.Close(true)
	w.Open() // the next manager knows it
	if o, err := access.ResetPatch(w.Sup, ref, "", apptest.Me); err != nil || len(o.Patches) != 0 || o.Diff != "" {
		t.Errorf("%+v %v", o, err)
	}
	w.restart(ref)
	if got := w.envOf(ref, "DEBUG") + w.envOf(ref, "FROM_FILE") + w.envOf(ref, "NEW"); got != "01missing" {
		t.Errorf("after the reset: %s", got)
	}
	if after, _ := os.ReadFile(filepath.Join(w.Dirs.Home, "shop", "devservers.yml")); string(after) != string(before) {
		t.Error("devservers.yml was written")
	}
}

func TestSecretIsMaskedOutsideItsFile(t *testing.T) {
	t.Parallel()
	w, ref := overlaid(t)
	o := w.patch(ref, app.Change{SetEnv: map[string]string{"API_KEY": "new-secret",
		"DATABASE_URL": "postgres://me:new-secret@db/x"}, Reason: "try"}, apptest.Me)
	st, _ := w.Sup.Status(ref)
	if text := fmt.Sprintf("%+v %s", st, o.Diff) + *o.Patches[0].New +
		*o.Patches[0].Old; strings.Contains(text, "secret@") || strings.Contains(text, "-secret") {
		t.Error(text)
	}
	if !o.Patches[0].Secret || !strings.Contains(o.Diff, "+DATABASE_URL=postgres://me:••••••@db/x\n") {
		t.Errorf("%+v", o)
	}
	files, _ := filepath.Glob(filepath.Join(w.Dirs.State, "overlay", "*.json"))
	if len(files) != 1 {
		t.Fatal(files)
	}
	if info, _ := os.Stat(files[0]); info.Mode() != 0o600 {
		t.Error(info.Mode())
	}
	w.MustStart(ref)
	if got := w.envOf(ref, "API_KEY"); got != "new-secret" {
		t.Error(got)
	}
}

func TestAgentsCannotUndoPatchesOfPersons(t *testing.T) {
	t.Parallel()
	w, ref := overlaid(t)
	mine := w.patch(ref, app.Change{SetEnv: map[string]string{"DEBUG": "1"}, Reason: "mine"}, apptest.Me).Patches[0]
	w.patch(ref, app.Change{SetEnv: map[string]string{"DEBUG": "2"}, Reason: "first"}, agent)
	o := w.patch(ref, app.Change{SetEnv: map[string]string{"DEBUG": "3", "OTHER": "x"}, Reason: "second"}, agent)
	if len(o.Patches) != 3 || *o.Patches[1].Old != "1" || *o.Patches[1].New != "3" {
		t.Fatalf("an agent's second change stands beside its first: %+v", o.Patches)
	}
	_, err := access.ResetPatch(w.Sup, ref, mine.ID, agent)
	apptest.Failure(t, err, app.CodeNeedsHuman)
	_, err = access.ResetPatch(w.Sup, ref, "nothing", agent)
	apptest.Failure(t, err, app.CodeNotFound)
	if o, err = access.ResetPatch(w.Sup, ref, mine.ID, apptest.Me); err != nil || *o.Patches[0].Old != "0" ||
		*o.Patches[0].New != "3" {
		t.Errorf("%+v %v", o.Patches, err)
	}
	w.patch(ref, app.Change{Port: "8123", Reason: "mine"}, apptest.Me)
	if st, _ := w.Sup.Status(ref); st.Port != 8123 {
		t.Errorf("port %d", st.Port)
	}
	if o, err = access.ResetPatch(w.Sup, app.Ref{Project: "shop"}, "", agent); err != nil || len(o.Patches) != 1 ||
		o.Patches[0].Field != "port" {
		t.Errorf("%+v %v", o.Patches, err)
	}
}

func TestForbiddenPatchesAreRefused(t *testing.T) {
	t.Parallel()
	w, ref := overlaid(t)
	long := strings.Repeat("x", 40<<10)
	for name, c := range map[string]app.Change{
		"nothing":      {Reason: "r"},
		"no reason":    {SetEnv: map[string]string{"A": "1"}},
		"ours":         {SetEnv: map[string]string{"DEVSERVERS_RUN": "1"}, Reason: "r"},
		"bad name":     {SetEnv: map[string]string{"A B": "1"}, Reason: "r"},
		"PORT":         {SetEnv: map[string]string{"PORT": "1"}, Reason: "r"},
		"NUL":          {SetEnv: map[string]string{"A": "\x00"}, Reason: "r"},
		"large":        {SetEnv: map[string]string{"A": long}, Reason: "r"},
		"bad port":     {Port: "70000", Reason: "r"},
		"one is wrong": {SetEnv: map[string]string{"A": "1"}, Port: "x", Reason: "r"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := access.AddPatch(w.Sup, ref, c, apptest.Me)
			if e := apptest.Failure(t, err, app.CodeInvalid); e.Hint == "" {
				t.Error("no hint")
			}
		})
	}
	_, err := access.AddPatch(w.Sup, ref, app.Change{SetEnv: map[string]string{"NODE_OPTIONS": "--require x"},
		Reason: "r"}, agent)
	apptest.Failure(t, err, app.CodeNeedsHuman)
	if _, err := w.Sup.Pin(ref, true, apptest.Me); err != nil {
		t.Fatal(err)
	}
	_, err = access.AddPatch(w.Sup, ref, app.Change{SetEnv: map[string]string{"A": "1"}, Reason: "r"}, agent)
	apptest.Failure(t, err, app.CodeNeedsHuman)
	if o, err := access.Patches(w.Sup, ref); err != nil || len(o.Patches) != 0 {
		t.Errorf("%+v %v", o, err)
	}
}

func TestDamagedOverlayIsReportedAndSetAside(t *testing.T) {
	t.Parallel()
	w, ref := overlaid(t)
	w.patch(ref, app.Change{SetEnv: map[string]string{"A": "1"}, Reason: "r"}, apptest.Me)
	files, _ := filepath.Glob(filepath.Join(w.Dirs.State, "overlay", "*.json"))
	if err := os.WriteFile(files[0], []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	w.Close(true)
	w.Open()
	v, err := w.Sup.Project(ref.Project)
	if err != nil || len(v.Warnings) != 1 || !strings.Contains(v.Warnings[0], "damaged") {
		t.Errorf("%+v %v", v.Warnings, err)
	}
	w.patch(ref, app.Change{SetEnv: map[string]string{"B": "1"}, Reason: "r"}, apptest.Me)
	if _, err := os.Stat(files[0] + ".damaged"); err != nil {
		t.Error(err)
	}
}

func TestEnvironmentIsExplained(t *testing.T) {
	t.Parallel()
	w := world{apptest.New(t)}
	w.Files("shop", map[string]string{".env": "A=file\nB=file\nTOKEN=hidden\n"})
	ref := app.Ref{Project: w.Project("shop", "servers:\n  web: {command: FC echo, port: 8123, env_file: .env, env: {B: "+
		"declared, C: declared}}\n"), Name: "web"}
	w.patch(ref, app.Change{SetEnv: map[string]string{"C": "patched"}, UnsetEnv: []string{"D"}, Reason: "try"}, apptest.Me)
	list, err := access.Environment(w.Sup, ref)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, v := range list {
		got[v.Name] = v.Value + " " + v.From + " " + strings.Join(v.Instead, ",")
	}
	for name, want := range map[string]string{
		"A": "file .env ", "B": "declared devservers.yml .env", "C": "patched overlay devservers.yml", "D": " overlay ",
		"TOKEN": "•••••• .env ", "PORT": "8123 devservers ", "DEVSERVERS_SERVER": "web devservers ",
	} {
		if got[name] != want {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	if !strings.HasSuffix(got["HOME"], " manager ") {
		t.Errorf("HOME: %q", got["HOME"])
	}
}
