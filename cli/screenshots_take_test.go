//go:build real && screenshots && linux

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/tests/apptest"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// TestTakeScreenshots starts the demo as a person does and saves pictures of its pages in Chromium.
func TestTakeScreenshots(t *testing.T) {
	link := demoLink(t)
	ctx := openChromium(t)
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	run(chromedp.Navigate(link), chromedp.WaitVisible("#main"),
		chromedp.EmulateViewport(1280, 720, chromedp.EmulateScale(1.25)))
	origin, _, _ := strings.Cut(link, "/login")
	for _, s := range screenshots {
		var picture []byte
		run(prefers(s.colors), chromedp.Navigate(origin+s.path),
			chromedp.Poll(s.ready, nil, chromedp.WithPollingTimeout(time.Minute)), chromedp.CaptureScreenshot(&picture))
		if err := os.WriteFile(filepath.Join("testdata", "screenshots", s.file), small(t, picture), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// demoLink starts the demo in a home of its own, until the end of the test, and gives the address that signs a browser
// in.
func demoLink(t *testing.T) string {
	t.Helper()
	p := apptest.NewProgram(t).As("DISPLAY=", "WAYLAND_DISPLAY=")
	t.Cleanup(p.End)
	p.Must("demo")
	p.Must("run", "demo/hello")
	p.Must("pin", "demo/web")
	var link struct{ URL string }
	if err := json.Unmarshal([]byte(p.Must("open", "--json")), &link); err != nil {
		t.Fatal(err)
	}
	return link.URL
}

// prefers sets what the person's system says about colors.
func prefers(scheme string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme",
			Value: scheme}}).Do(ctx)
	})
}

// small writes a PNG with a palette, the other pixels in the nearest color of it.
func small(t *testing.T, picture []byte) []byte {
	t.Helper()
	whole, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewPaletted(whole.Bounds(), palette(whole))
	draw.Draw(out, out.Rect, whole, image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// palette is the 64 most common colors of a picture as they are, which are its surfaces, and then the most common
// ones among what is left when the ones that differ little, as the edges of letters do, count as one.
func palette(m image.Image) color.Palette {
	exact, coarse := map[color.RGBA]int{}, map[color.RGBA]int{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			exact[color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)]++
		}
	}
	p := mostCommon(exact, 64)
	for c, n := range exact {
		coarse[color.RGBA{c.R&^15 + 8, c.G&^15 + 8, c.B&^15 + 8, 255}] += n
	}
	return append(p, mostCommon(coarse, 192)...)
}

func mostCommon(count map[color.RGBA]int, most int) (p color.Palette) {
	all := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int { return count[b] - count[a] })
	for _, c := range all[:min(most, len(all))] {
		p = append(p, c)
	}
	return p
}
