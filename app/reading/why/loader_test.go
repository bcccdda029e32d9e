package why

import (
	"testing"

	"devservers/app"
)

// TestVariablesThatLoadCodeAreNotOffered: a request can make a server say that any variable is missing.
func TestVariablesThatLoadCodeAreNotOffered(t *testing.T) {
	t.Parallel()
	x := &examination{}
	for _, name := range []string{"NODE_OPTIONS", "LD_PRELOAD", "PYTHONSTARTUP", "NAPI_RS_NATIVE_LIBRARY_PATH", "GUNICORN_CMD_ARGS"} {
		f := app.Finding{Kind: app.FindingEnv, Problem: name + " is not set"}
		f.Next(app.Step{Do: app.StepSetEnv, Server: "shop/web", Name: name}, "")
		x.add(f)
		if last := x.list[len(x.list)-1]; last.Step != nil || last.Manual != "" {
			t.Errorf("%+v", last)
		}
	}
	ours := app.Finding{Kind: app.FindingMemory, Problem: "it ran out of memory"}
	ours.Next(app.Step{Do: app.StepSetEnv, Server: "shop/web", Name: "NODE_OPTIONS", Value: "--max-old-space-size=4096"}, "")
	if x.add(ours); x.list[len(x.list)-1].Step == nil {
		t.Error("a value of ours is not offered")
	}
}
