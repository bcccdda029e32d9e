package streams

import (
	"testing"

	"devservers/app/web/wire"
)

func TestEditsCarryTheCursorsOfTheirOwnPage(t *testing.T) {
	p := &panes{at: []string{"shop/web:r1:3", "shop/api:r2:5"}}
	var got wire.Message
	p.pass(wire.Message{Event: "log"}, func(m wire.Message) { got = m })
	if got.Cursor != "shop/web:r1:3|shop/api:r2:5" {
		t.Errorf("its cursor is %q", got.Cursor)
	}
}
