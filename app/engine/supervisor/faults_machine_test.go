package supervisor_test

import (
	"errors"
	"os"
	"testing"

	"devservers/app"
)

// TestRestartThatCanNotStoreKeepsTheServer: nothing is ended before it is certain that the next run can begin. It is
// asked for, or comes from an edit.
func TestRestartThatCanNotStoreKeepsTheServer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ref := app.Ref{Project: w.Project("app", "servers:\n  a: {command: FC say hi, ready: {log: hi}, watch: ['*.txt']}\n"),
		Name: "a"}
	before := w.MustStart(ref)
	dir := w.Sup.Kept.Dir(ref)
	if err := errors.Join(os.Rename(dir, dir+".aside"), os.WriteFile(dir, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	_, err := w.Sup.Restart(t.Context(), ref, asMe)
	if err == nil {
		t.Error("the restart succeeds")
	}
	if w.Sup.RestartEdited(ref, "a.txt") == "" {
		t.Error("an edit restarts it")
	}
	if err := errors.Join(os.Remove(dir), os.Rename(dir+".aside", dir)); err != nil {
		t.Fatal(err)
	}
	if st, err := w.Sup.Status(ref); err != nil || st.State != app.Ready || st.Run != before.Run {
		t.Errorf("%s, run %s instead of %s, %v", st.State, st.Run, before.Run, err)
	}
	if res, err := w.Sup.Restart(t.Context(), ref, asMe); err != nil || res.Run == before.Run {
		t.Errorf("once there is room: %+v, %v", res, err)
	}
}
