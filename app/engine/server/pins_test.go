package server

import (
	"os"
	"path/filepath"
	"testing"

	"devservers/app"
)

func TestFirstPinFormatIsRead(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "pins.json")
	if err := os.WriteFile(file, []byte(`["shop/web"]`), 0o600); err != nil {
		t.Fatal(err)
	}
	me := app.Actor{Kind: app.ActorCLI, Client: "test"}
	web, api := app.Ref{Project: "shop", Name: "web"}, app.Ref{Project: "shop", Name: "api"}
	if changed, err := OpenPins(file).Set(api, true, me); err != nil || !changed {
		t.Fatalf("%v %v", changed, err)
	}
	b := OpenPins(file)
	if by, ok := b.by(api); !b.Has(web) || !ok || by != me {
		t.Errorf("%+v", b.store.Get())
	}
}
