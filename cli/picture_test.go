package cli

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
)

// movingPicture is that of README.md: a terminal in which a project is started, broken and repaired. To record it again:
// make -f templ.mk screenshots
const movingPicture = "testdata/first-minute.svg"

// shot is what is typed in the picture, or said about it, and what follows: text of a terminal.
type shot struct{ typed, follows string }

// TestMovingPictureIsWhole checks that the picture is XML which shows all that it is recorded from, and no home.
func TestMovingPictureIsWhole(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(movingPicture)
	if err != nil {
		t.Fatal(err)
	}
	parts := xml.NewDecoder(strings.NewReader(string(text)))
	for err == nil {
		_, err = parts.Token()
	}
	if !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	for _, words := range []string{"devservers start<", "devservers check<", "SyntaxError", "@keyframes",
		"prefers-reduced-motion"} {
		if !strings.Contains(string(text), words) {
			t.Errorf("the picture lacks %q", words)
		}
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil || !strings.Contains(string(readme), "(cli/"+movingPicture+")") {
		t.Error("README.md doesn't show the picture", err)
	}
	if strings.Contains(string(text), "/tmp/") {
		t.Error("the picture shows a directory of the machine that recorded it")
	}
}

// The picture's measures in pixels, for a 14 px monospace font.
const (
	charWidth  = 8.43
	lineHeight = 21
	margin     = 20
)

// movie draws shots as SVG: their lines appear one after the other, and all over again. Where motion isn't wanted all
// of them are there.
func movie(shots []shot) string {
	var lines []string
	var at []float64 // in seconds, by line
	now := 0.5
	for _, s := range shots {
		lines, at = append(lines, s.typed), append(at, now)
		now += 1.2
		for line := range strings.Lines(s.follows) {
			lines, at = append(lines, strings.TrimRight(line, "\n")), append(at, now)
		}
		lines, at = append(lines, ""), append(at, now)
		now += 2.2
	}
	return drawMovie(lines[:len(lines)-1], at, now+3)
}

func drawMovie(lines []string, at []float64, total float64) string {
	widest := 0
	for _, line := range lines {
		widest = max(widest, len([]rune(escapes.ReplaceAllString(line, ""))))
	}
	var b, style strings.Builder
	for i, line := range lines {
		const frames = "@keyframes k%d{0%%,%.2f%%{opacity:0}%.2f%%,100%%{opacity:1}}#l%d{animation:k%d %.1fs infinite}\n"
		fmt.Fprintf(&style, frames, i,
			100*at[i]/total, 100*at[i]/total+0.01, i, i, total)
		fmt.Fprintf(&b, "<g id=\"l%d\">\n", i)
		drawLine(&b, line, margin+15+i*lineHeight)
		b.WriteString("</g>\n")
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" font-family="`+
		`ui-monospace,SFMono-Regular,Menlo,DejaVu Sans Mono,monospace" font-size="14">
<title>devservers start, an edit that breaks a server, and the verdict on it</title>
<style>
%s@media (prefers-reduced-motion:reduce){g{animation:none!important}}
</style>
<rect width="100%%" height="100%%" rx="8" fill="#0f141b"/>
%s</svg>
`, float64(widest)*charWidth+2*margin, len(lines)*lineHeight+2*margin, style.String(), b.String())
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
