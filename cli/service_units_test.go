package cli

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// odd is a plan with everything that a unit file has to quote.
func odd(home string) plan {
	return plan{
		home: home, program: home + `/my bin/100%/devservers`, log: home + "/state & more/100%/manager.log", port: 7912,
		env: map[string]string{"XDG_STATE_HOME": home + `/state & "more"`}, names: []string{"XDG_STATE_HOME"},
	}
}

func TestSystemdUnitsQuoteTheirValues(t *testing.T) {
	units := odd("/home/ann").systemd()
	text := units[0].text + units[1].text
	for _, want := range []string{
		"ListenStream=127.0.0.1:7912\n", "ListenStream=[::1]:7912\n",
		`ExecStart="/home/ann/my bin/100%%/devservers" serve --keep-servers` + "\n",
		`Environment="XDG_STATE_HOME=/home/ann/state & \"more\""` + "\n",
		"StandardError=append:/home/ann/state & more/100%%/manager.log\n", "KillMode=process\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if want := "/home/ann/.config/systemd/user/devservers.socket"; units[0].path != want {
		t.Errorf("%s, want %s", units[0].path, want)
	}
}

func TestLaunchdAgentIsXML(t *testing.T) {
	u := odd("/Users/ann").launchd()[0]
	var words []string
	for d := xml.NewDecoder(strings.NewReader(u.text)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			words = append(words, string(text))
		}
	}
	all := strings.Join(words, "\n")
	for _, want := range []string{"/Users/ann/my bin/100%/devservers\nserve\n--keep-servers",
		"XDG_STATE_HOME\n/Users/ann/state & \"more\"", "AbandonProcessGroup"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
}

func TestForeignUnitsAreNotReplaced(t *testing.T) {
	home := t.TempDir()
	units := odd(home).systemd()
	if err := write(units); err != nil || foreignUnit(units) != "" {
		t.Fatal(err, foreignUnit(units))
	}
	if err := os.WriteFile(units[1].path, []byte("[Service]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := foreignUnit(units); got != filepath.Join(home, ".config/systemd/user/devservers.service") {
		t.Errorf("foreign: %q", got)
	}
}
