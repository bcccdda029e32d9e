//go:build linux

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// screenshot is a picture of a page of the demo project in the README.
type screenshot struct {
	file, path, colours string
	ready               string // a JavaScript expression: the page is as it should be shown
}

var screenshots = []screenshot{
	{"project.png", "/p/demo", "light", `document.querySelectorAll(".card .spark .line").length >= 6`},
	{"terminal.png", "/p/demo/worker/terminal", "light", `document.querySelector(".xterm-rows")?.textContent.includes("ZeroDivisionError")`},
	{"logs.png", "/p/demo/logs", "light", `document.querySelector("#log").innerText.includes("ZeroDivisionError")`},
	{"logs-dark.png", "/p/demo/logs?q=job&level=warn", "dark", `document.querySelector("#log mark")`},
}

// TestTheScreenshotsInTheReadmeAreThereAndSmall looks at those that are kept. To take them anew, which needs Chromium
// and a minute: UPDATE_SCREENSHOTS=1 go test ./cli -run Screenshots
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
	home := t.TempDir()
	env := append(cleanEnv(os.Environ()), "HOME="+home, "XDG_CONFIG_HOME="+home+"/.config", "XDG_STATE_HOME="+home+"/.state",
		"XDG_DATA_HOME="+home+"/.data", "XDG_CACHE_HOME="+home+"/.cache", "XDG_RUNTIME_DIR=", "LANG=C.UTF-8", "DEVSERVERS_PORT=0", "DISPLAY=", "WAYLAND_DISPLAY=")
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
	profile := t.TempDir()
	flags := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath("/usr/bin/chromium"), chromedp.NoSandbox,
		chromedp.UserDataDir(profile), chromedp.Flag("hide-scrollbars", true))
	alive, end := context.WithTimeout(t.Context(), 3*time.Minute)
	defer end()
	allocator, release := chromedp.NewExecAllocator(alive, flags...)
	defer release()
	ctx, leave := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	defer leave()
	run := func(actions ...chromedp.Action) {
		t.Helper()
		if err := chromedp.Run(ctx, actions...); err != nil {
			t.Fatal(err)
		}
	}
	run(chromedp.Navigate(link.URL), chromedp.WaitVisible("#main"), chromedp.EmulateViewport(1080, 700, chromedp.EmulateScale(1.5)))
	origin, _, _ := strings.Cut(link.URL, "/login")
	for _, s := range screenshots {
		var picture []byte
		run(prefers(s.colours), chromedp.Navigate(origin+s.path), chromedp.Poll(s.ready, nil, chromedp.WithPollingTimeout(time.Minute)),
			chromedp.ActionFunc(func(ctx context.Context) (err error) {
				picture, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatPng).Do(ctx)
				return err
			}))
		if err := os.WriteFile(filepath.Join("testdata", "screenshots", s.file), small(t, picture), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// prefers sets what the person's system says about colours.
func prefers(scheme string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}).Do(ctx)
	})
}

// small writes a PNG with a palette: the 256 colours that are most common, each other pixel the nearest of these.
func small(t *testing.T, picture []byte) []byte {
	t.Helper()
	whole, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewPaletted(whole.Bounds(), mostCommon(whole))
	draw.Draw(out, out.Rect, whole, image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out); err != nil {
		t.Fatal(err)
	}
	fmt.Println(len(picture), b.Len())
	return b.Bytes()
}

// mostCommon is a palette of a picture's colours; those that differ little, as the edges of letters do, count as one.
func mostCommon(m image.Image) color.Palette {
	count, first := map[color.RGBA]int{}, map[color.RGBA]color.RGBA{}
	for y := m.Bounds().Min.Y; y < m.Bounds().Max.Y; y++ {
		for x := m.Bounds().Min.X; x < m.Bounds().Max.X; x++ {
			c := color.RGBAModel.Convert(m.At(x, y)).(color.RGBA)
			near := color.RGBA{c.R &^ 15, c.G &^ 15, c.B &^ 15, 255}
			if _, seen := first[near]; !seen {
				first[near] = c
			}
			count[near]++
		}
	}
	return palette(count, first)
}

func palette(count map[color.RGBA]int, first map[color.RGBA]color.RGBA) (p color.Palette) {
	all := make([]color.RGBA, 0, len(count))
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int { return count[b] - count[a] })
	for _, c := range all[:min(256, len(all))] {
		p = append(p, first[c])
	}
	return p
}
