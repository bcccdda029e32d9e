package cli

import (
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/cli/view"
)

// TestPictureOfStatusIsCurrent compares the picture in the README with what status prints for a sample project. To draw
// it again: UPDATE_PICTURE=1 go test ./cli -run Picture
func TestPictureOfStatusIsCurrent(t *testing.T) {
	t.Parallel()
	const file = "testdata/picture.svg"
	drawn := picture("$ devservers status\n" + pictured(t))
	if os.Getenv("UPDATE_PICTURE") != "" {
		if err := os.WriteFile(file, []byte(drawn), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(kept) != drawn {
		t.Errorf("%s is not what status prints: draw it again", file)
	}
}

// pictured returns the status of a project with a server in each interesting state.
func pictured(t *testing.T) string {
	t.Helper()
	out, err := os.CreateTemp(t.TempDir(), "out")
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	now := time.Date(2026, 11, 20, 15, 0, 0, 0, time.UTC)
	env := map[string]string{"CLICOLOR_FORCE": "1", "LANG": "C.UTF-8", "HOME": "/home/me"}
	p := &Program{Console: view.Console{Out: out, Err: out, Getenv: func(n string) string { return env[n] }},
		Now: func() time.Time { return now }}
	at := func(d time.Duration) *time.Time { then := now.Add(-d); return &then }
	one := 1
	return p.view().Project(app.ProjectView{ID: "my-django-app", Path: "/home/me/code/my-django-app", Trust: "trusted",
		Servers: []app.Status{
			{Name: "django", State: app.Ready, Location: app.Location{URL: "http://localhost:8000",
				NamedURL: "http://django.my-django-app.localhost:7912"},
				LastRun: app.LastRun{StartedAt: at(3 * time.Hour), PID: 41201, Run: "1qe9q4hd2t"},
				Usage:   app.Usage{CPU: 0.7, Memory: 84 << 20}},
			{Name: "vite", State: app.Ready, Location: app.Location{URL: "http://localhost:20517",
				NamedURL: "http://vite.my-django-app.localhost:7912"},
				LastRun:     app.LastRun{StartedAt: at(42 * time.Minute), PID: 41377, Run: "1qea02k9fm"},
				Usage:       app.Usage{CPU: 1.4, Memory: 131 << 20},
				Declaration: app.Declaration{ConfigChanged: true, ChangedSinceStart: []string{"VITE_API_URL"}}},
			{Name: "api", State: app.Failing, Reason: "nothing listens on port 8001 since 14:59:48; SyntaxError in shop/urls.py:7", Location: app.Location{URL: "http://localhost:8001", NamedURL: "http://api.my-django-app.localhost:7912"}, LastRun: app.LastRun{StartedAt: at(20 * time.Minute), PID: 41502, Run: "1qeax3k8pd"}, Usage: app.Usage{CPU: 0.1, Memory: 58 << 20}},
			{Name: "celery", State: app.Starting, Reason: `waiting for a line that matches "ready\\.$"`,
				LastRun: app.LastRun{StartedAt: at(2 * time.Second), PID: 52010, Run: "1qeb7x0d4c"},
				Usage:   app.Usage{CPU: 38, Memory: 61 << 20}},
			{Name: "redis", State: app.Sleeping, Reason: "stopped because nobody used it; start it again when you need it"},
			{Name: "worker", State: app.Failed, Reason: "exited with code 1 after 4.2s",
				LastRun: app.LastRun{Exit: &app.Exit{Code: &one}, EndedAt: at(90 * time.Second)}},
		}})
}

// The picture's measures in pixels, for a 14 px monospace font.
const (
	charWidth  = 8.43
	lineHeight = 21
	margin     = 20
)

// picture draws the text of a terminal as SVG.
func picture(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(escapes.ReplaceAllString(line, ""))))
	}
	width, height := float64(widest)*charWidth+2*margin, len(lines)*lineHeight+2*margin
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family="ui-monospace,SFMono-Regular,Menlo,DejaVu Sans Mono,monospace" font-size="14">`+"\n", width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="#0f141b"/>`+"\n")
	for i, line := range lines {
		drawLine(&b, line, margin+15+i*lineHeight)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

var escapes = regexp.MustCompile("\x1b\\[([0-9;]*)m")

// drawLine places each stretch of one style at its column, whatever the viewer's font is.
func drawLine(b *strings.Builder, line string, y int) {
	column, style := 0, ""
	for line != "" {
		at := escapes.FindStringSubmatchIndex(line)
		text := line
		if at != nil {
			text = line[:at[0]]
		}
		if n := len([]rune(text)); n > 0 {
			if strings.TrimSpace(text) != "" {
				fmt.Fprintf(b, `<text x="%.1f" y="%d" xml:space="preserve" textLength="%.1f" %s>%s</text>`+"\n",
					margin+float64(column)*charWidth, y, float64(n)*charWidth, svgStyle(style), html.EscapeString(text))
			}
			column += n
		}
		if at == nil {
			return
		}
		style, line = restyle(style, line[at[2]:at[3]]), line[at[1]:]
	}
}

func restyle(style, codes string) string {
	if codes == "" || codes == "0" {
		return ""
	}
	return style + ";" + codes
}

func svgStyle(codes string) string {
	fill, rest := "#d5dbe3", ""
	for _, code := range strings.Split(codes, ";") {
		switch code {
		case "1":
			rest = ` font-weight="bold"`
		case "2", "90":
			fill = "#8a96a5"
		case "31", "91":
			fill = "#ff7b72"
		case "32", "92":
			fill = "#56d364"
		case "33", "93":
			fill = "#e3b341"
		case "34", "35", "94", "95":
			fill = "#a5b4ff"
		case "36", "96":
			fill = "#76d9e6"
		}
	}
	return `fill="` + fill + `"` + rest
}
