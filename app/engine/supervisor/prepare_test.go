package supervisor_test

import (
	"context"
	"fmt"
	"net"
	"testing"

	"devservers/app"
	"devservers/tests/apptest"
)

// TestRestartLooksBeforeItStops: what would keep the next start from beginning leaves the running server alone.
func TestRestartLooksBeforeItStops(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) // after the parallel tests
	const good = "servers:\n  web: {command: FC echo}\n"
	for name, c := range map[string]struct {
		text    string
		trusted bool
		code    app.Code
	}{
		"not trusted": {"servers:\n  web: {command: FC echo, env: {A: b}}\n", false, app.CodeNeedsHuman},
		"broken":      {"servers: [\n", false, app.CodeConfig},
		"env file":    {"servers:\n  web: {command: FC echo, env_file: none}\n", true, app.CodeEnvironment},
		"program":     {"servers:\n  web: {command: ./missing}\n", true, app.CodeExecutable},
		"directory":   {"servers:\n  web: {command: FC echo, working_dir: none}\n", true, app.CodeWorkingDir},
		"port": {fmt.Sprintf("servers:\n  web: {command: FC echo, port: %d}\n", l.Addr().(*net.TCPAddr).Port), true,
			app.CodePortInUse},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ref := app.Ref{Project: w.Project("shop", good), Name: "web"}
			run := w.MustStart(ref).Run
			w.Write("shop", c.text)
			if c.trusted {
				w.Trust("shop")
			}
			ctx, cancel := context.WithTimeout(t.Context(), apptest.Patience)
			defer cancel()
			_, err := w.Sup.Restart(ctx, ref, asMe)
			if err == nil || app.AsError(err, "").Code != c.code {
				t.Errorf("%v", err)
			}
			if st, _ := w.Sup.Status(ref); st.State != app.Ready || st.Run != run {
				t.Errorf("%s, run %s, want ready, run %s", st.State, st.Run, run)
			}
		})
	}
}
