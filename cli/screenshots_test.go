//go:build linux

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
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// screenshot is a picture of a page of the demo project in the README.
type screenshot struct {
	file, path, colours string
	ready               string // a JavaScript expression: the page is as it should be shown
}

var screenshots = []screenshot{
	{"terminal.png", "/p/demo/worker/terminal", "light", `document.querySelector(".xterm-rows")?.textContent.includes("ZeroDivisionError")`},
	{"logs.png", "/p/demo/logs", "light", `document.querySelector("#log").innerText.includes("ZeroDivisionError")`},
	{"project.png", "/p/demo", "light", `document.querySelectorAll(".card .spark .line").length >= 6`},
	{"logs-dark.png", "/p/demo/logs?q=job&level=error&level=warn&level=info", "dark", `document.querySelector("#log mark")`},
}

// TestTheScreenshotsInTheReadmeAreThereAndSmall looks at those that are kept. To take them anew, which needs Chromium
// and a minute: make -f templ.mk screenshots
func TestTheScreenshotsInTheReadmeAreThereAndSmall(t *testing.T) {
	if os.Getenv("UPDATE_SCREENSHOTS") != "" {
		takeScreenshots(t)
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range screenshots {
		file := filepath.Join("testdata", "screenshots", s.file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
			continue
		}
		shape, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || len(data) > 120<<10 || shape.Width < 1000 {
			t.Errorf("%s: %d bytes, %d px wide, %v", file, len(data), shape.Width, err)
		}
		if !strings.Contains(string(readme), "cli/"+file) {
			t.Errorf("README.md does not show %s", file)
		}
	}
}

// takeScreenshots starts the demo as a person does and looks at it in Chromium.
func takeScreenshots(t *testing.T) {
	t.Helper()
	link := demoLink(t)
	ctx := openChromium(t)
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	run(chromedp.Navigate(link), chromedp.WaitVisible("#main"), chromedp.EmulateViewport(1080, 760, chromedp.EmulateScale(1.5)))
	origin, _, _ := strings.Cut(link, "/login")
	for _, s := range screenshots {
		var picture []byte
		run(prefers(s.colours), chromedp.Navigate(origin+s.path), chromedp.Poll(s.ready, nil, chromedp.WithPollingTimeout(time.Minute)), chromedp.CaptureScreenshot(&picture))
		if err := os.WriteFile(filepath.Join("testdata", "screenshots", s.file), small(t, picture), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// demoLink starts the demo in a home of its own, until the end of the test, and gives the address that signs a browser in.
func demoLink(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	env := append(cleanEnv(os.Environ()), "HOME="+home, "XDG_CONFIG_HOME="+home+"/.config", "XDG_STATE_HOME="+home+"/.state",
		"XDG_DATA_HOME="+home+"/.local/share", "XDG_CACHE_HOME="+home+"/.cache", "XDG_RUNTIME_DIR=", "LANG=C.UTF-8", "DEVSERVERS_PORT=0", "DISPLAY=", "WAYLAND_DISPLAY=")
	call := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command("devservers", args...)
		cmd.Dir, cmd.Env = home, env
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("devservers %v: %v: %s", args, err, out)
		}
		return out
	}
	t.Cleanup(func() { call("stop") })
	call("demo")
	call("run", "demo/hello")
	call("pin", "demo/web")
	var link struct{ URL string }
	if err := json.Unmarshal(call("open", "--json"), &link); err != nil {
		t.Fatal(err)
	}
	return link.URL
}

// prefers sets what the person's system says about colours.
func prefers(scheme string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}).Do(ctx)
	})
}

// small writes a PNG with a palette, the other pixels in the nearest colour of it.
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

// palette is the 64 most common colours of a picture as they are, which are its surfaces, and then the most common
// ones among what is left when those that differ little, as the edges of letters do, count as one.
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
