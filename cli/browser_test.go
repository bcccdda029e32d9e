//go:build real && linux

package cli

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"devservers/tests/apptest/chromium"

	"github.com/chromedp/chromedp"
)

// openChromium opens a tab of a new Chromium, for three minutes at most.
func openChromium(t *testing.T, more ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	profile, err := os.MkdirTemp("", "chromium")
	if err != nil {
		t.Fatal(err)
	}
	flags := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromium.Exec(),
		chromedp.NoSandbox, chromedp.UserDataDir(profile), chromedp.Flag("hide-scrollbars", true))
	alive, end := context.WithTimeout(context.Background(), 3*time.Minute)
	allocator, release := chromedp.NewExecAllocator(alive, append(flags, more...)...)
	ctx, leave := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits for its end
		leave()
		release()
		end()
		_ = os.RemoveAll(profile)
	})
	return ctx
}
