package view

import (
	"os"
	"strings"
	"testing"

	"devservers/app/run/protocol"
)

func TestLinks(t *testing.T) {
	pipe, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	control, terminal, err := protocol.OpenTerminal(80, 24)
	if err != nil {
		t.Fatal(err)
	}
	defer os.NewFile(uintptr(control), "terminal").Close()
	defer terminal.Close()
	for _, c := range []struct {
		f    *os.File
		env  map[string]string
		want bool
	}{
		{terminal, map[string]string{"TERM": "xterm-256color"}, false},
		{terminal, map[string]string{"TERM": "xterm-kitty"}, true},
		{terminal, map[string]string{"VTE_VERSION": "7201"}, true},
		{terminal, map[string]string{"VTE_VERSION": "4800"}, false},
		{terminal, map[string]string{"TERM_PROGRAM": "vscode"}, true},
		{terminal, map[string]string{"TERM_PROGRAM": "Apple_Terminal"}, false},
		{terminal, map[string]string{"VTE_VERSION": "7201", "STY": "1.pts"}, false},
		{terminal, map[string]string{"VTE_VERSION": "7201", "NO_COLOR": "1"}, false},
		{terminal, map[string]string{"VTE_VERSION": "7201", "TERM": "dumb"}, false},
		{terminal, map[string]string{"VTE_VERSION": "7201", "DEVSERVERS_LINKS": "0"}, false},
		{pipe, map[string]string{"VTE_VERSION": "7201", "CLICOLOR_FORCE": "1"}, false},
		{pipe, map[string]string{"FORCE_HYPERLINK": "1"}, true},
	} {
		if got := withEnv(c.env).links(c.f); got != c.want {
			t.Errorf("%v: links %v, want %v", c.env, got, c.want)
		}
	}
}

func TestLinkTakesTheColumnsOfItsText(t *testing.T) {
	s := Style{Color: true, Links: true}
	const url = "http://localhost:3000"
	link := s.Link(url)
	if want := "\x1b]8;;" + url + "\x1b\\"; !strings.HasPrefix(link, want) || Columns(link) != len(url) {
		t.Errorf("%q has %d columns", link, Columns(link))
	}
	if cut := Clip("at "+link+" and on", 10, s); Columns(cut) != 10 || !strings.HasSuffix(cut, "\x1b]8;;\x1b\\") {
		t.Errorf("%q has %d columns, or the link doesn't end", cut, Columns(cut))
	}
	for _, text := range []string{"", "http://a\x1b]8;;b", "http://a b"} {
		if got := s.Link(text); got != s.Paint(Cyan, text) {
			t.Errorf("%q", got)
		}
	}
}
