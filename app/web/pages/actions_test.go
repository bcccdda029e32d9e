package pages

import (
	"context"
	"net/http/httptest"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

func TestMain(m *testing.M) { apptest.Main(m) }

// A change of another server must not end the moment in which a click waits for its own.
func TestClickWaitsForItsOwnServer(t *testing.T) {
	w := apptest.New(t)
	w.Project("shop", "servers:\n  web: {command: FC echo}\n  chat: {command: FC echo}\n")
	a := &Actions{sup: w.Sup, stopping: context.Background()}
	defer a.Wait()
	web, chat := app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "chat"}
	noticed := make(chan struct{})
	changed := w.Sup.Changed()
	go func() {
		<-changed
		close(noticed)
	}()
	err := a.begin(httptest.NewRequest("POST", "/", nil), "pin", web,
		func(ctx context.Context, ref app.Ref, o supervisor.StartOptions) (app.Result, error) {
			_, _ = w.Sup.Pin(chat, true, o.Actor)
			<-noticed
			app.Pause(ctx, atOnce/10)
			return w.Sup.Pin(ref, true, o.Actor)
		})
	if st, _ := w.Sup.Status(web); err != nil || !st.Pinned {
		t.Errorf("the click was answered before its server changed: %+v %v", st, err)
	}
}
