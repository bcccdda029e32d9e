//go:build real

package web

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"devservers/app"
	"devservers/tests/fc"
)

func fcCommand() string { return strings.Join(fc.Command(), " ") }

// trust trusts the project shop as it is now.
func (h *house) trust(t *testing.T) {
	t.Helper()
	v, err := h.sup.Project("shop")
	if err == nil {
		err = h.sup.Files.Trust("shop", v.SHA256, app.Actor{Kind: "cli"})
	}
	if err != nil {
		t.Fatal(err)
	}
}

// setHidden makes the page believe that its tab goes to the background, or comes back: a headless browser shows all.
func (b *browser) setHidden(hidden bool) {
	b.t.Helper()
	b.run(chromedp.Evaluate(fmt.Sprintf(`Object.defineProperty(document, "hidden", {configurable: true, get: () => %t});
		document.dispatchEvent(new Event("visibilitychange"))`, hidden), nil))
}

// withoutScript turns JavaScript off for the pages that are opened from now on.
func withoutScript() chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error { return emulation.SetScriptExecutionDisabled(true).Do(ctx) })
}
