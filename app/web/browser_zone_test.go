//go:build real

package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestTimesInABrowserOfAnotherZone has the strip of a browser far away choose the time that it shows.
func TestTimesInABrowserOfAnotherZone(t *testing.T) {
	h := newHouse(t)
	h.talk("hello")
	b := signedIn(t, h.manager)
	b.until(`document.getElementById("zone").hidden`)
	b.run(emulation.SetTimezoneOverride("Pacific/Marquesas"))
	b.visit("/p/shop/logs")
	b.until(`!document.getElementById("zone").hidden && Number(document.getElementById("log-strip").dataset.from) > 0`)
	var got struct {
		Since    string
		From, To int64
	}
	b.run(chromedp.Evaluate(`(({ from, to }) => ({ From: Number(from), To: Number(to) }))(
		document.getElementById("log-strip").dataset)`, &got)) // a click draws the strip again
	b.run(chromedp.Click("#log-strip"))
	b.until(`document.getElementById("log-form").elements.since.value !== ""`)
	b.run(chromedp.Evaluate(`document.getElementById("log-form").elements.since.value`, &got.Since))
	at, err := time.ParseInLocation("2006-01-02T15:04:05", got.Since, time.Local)
	if err != nil || at.UnixMilli() < got.From-1000 || at.UnixMilli() > got.To {
		t.Error(fmt.Errorf("%q is not between %d and %d: %w", got.Since, got.From, got.To, err))
	}
}
