package cli

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// screenshot is a picture of a page of the demo project in the README or the guide.
type screenshot struct {
	file, path, colors string
	ready              string // a JavaScript expression: the page is as it should be shown
}

var screenshots = []screenshot{
	{"terminal.png", "/p/demo/worker", "light", `document.querySelector(".xterm-rows")?.textContent.includes("ZeroDivisionError")`},
	{"logs.png", "/p/demo/logs", "light", `document.querySelector("#log").innerText.includes("ZeroDivisionError") &&
		document.getElementById("log-strip").textContent.includes("now")`},
	{"project.png", "/p/demo?server=worker", "light",
		`document.querySelectorAll(".row").length >= 3 && document.querySelector("#drawer .lastly")`},
	{"logs-dark.png", "/p/demo/logs?q=job&level=error&level=warn&level=info", "dark",
		`document.querySelector("#log mark")`},
}

// `make -f templ.mk screenshots` takes them again.
func TestScreenshotsInDocs(t *testing.T) {
	t.Parallel()
	var docs string
	for _, file := range []string{"../README.md", "../docs/guide.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		docs += string(text)
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
		if !strings.Contains(docs, "cli/"+file) {
			t.Errorf("neither README.md nor docs/guide.md shows %s", file)
		}
	}
}
