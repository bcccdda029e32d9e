package merged

import (
	"testing"

	"devservers/app/web/stream"
)

func TestEditsCarryTheCursorsOfTheirOwnPage(t *testing.T) {
	p := &panes{at: []string{"shop/web:r1:3", "shop/api:r2:5"}}
	var got stream.Message
	p.pass(stream.Message{Event: "log"}, func(m stream.Message) { got = m })
	if got.Cursor != "shop/web:r1:3|shop/api:r2:5" {
		t.Errorf("its cursor is %q", got.Cursor)
	}
}
