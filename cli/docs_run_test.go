package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"devservers/app/config"
	"devservers/cli/base"
)

// fence matches a block of code in Markdown, with its language.
var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// pages are the documents whose blocks can be run: those of sh run one after the other in a home of their own, and those
// of yaml are whole files. What can't run here, such as an installation, is a console.
var pages = []string{"getting-started.md", "recipes.md"}

func TestBlocksOfDocsRun(t *testing.T) {
	t.Parallel()
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join("../docs", page))
			if err != nil {
				t.Fatal(err)
			}
			script := ""
			for _, block := range fence.FindAllStringSubmatch(string(text), -1) {
				switch block[1] {
				case "yaml":
					loads(t, block[2])
				case "sh":
					script += block[2]
				}
			}
			if script != "" {
				runs(t, script)
			}
		})
	}
}

// loads reads a devservers.yml as start does.
func loads(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), config.FileName)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p, err := config.Load(file)
	if err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	for _, w := range p.Warnings { // the directories of the example don't exist here
		if !strings.HasSuffix(w.Key, "working_dir") {
			t.Errorf("%s: %s\n%s", w.Key, w.Msg, text)
		}
	}
}

// runs runs commands in one shell, in a home of their own.
func runs(t *testing.T, script string) {
	t.Helper()
	h := newHome(t)
	cmd := exec.Command("sh", "-euxc", script)
	cmd.Dir, cmd.Env = h.dir, h.env
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ready") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, code := h.try("stop", "--all"); code != base.ExitOK {
		t.Errorf("%d %s", code, out)
	}
}
