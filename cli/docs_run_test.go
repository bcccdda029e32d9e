package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"devservers/app/config"
)

// fence matches a block of code in Markdown, with its language.
var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

// shown are the languages of blocks that show what a person types or what a program prints.
var shown = []string{"console", "json", "text"}

// skipped says for each block of sh and yaml of a page, in order, why it is not run; "" is run. All blocks of pages
// that are not listed are run: those of sh one after the other in a home of their own, those of yaml as files of a
// project.
var skipped = map[string][]string{
	"README.md": {"fetches and installs the program", "", "changes agents' configurations",
		"changes an agent's configuration"},
	"api.md":             {"needs jq, and a manager on the usual port", "needs the token of the block before"},
	"troubleshooting.md": {"is a script of its own: upgrade.txtar"},
	"configuration.md": {"keys of a server", "keys of a server, with servers and a task that it names", "", "", "", "",
		"is a config.yml"},
}

func TestBlocksOfDocsRun(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, "../README.md") {
		page := filepath.Base(file)
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			runsBlocks(t, string(text), skipped[page])
		})
	}
}

// runsBlocks runs the blocks of a page without a reason not to. Either all or none of the blocks have an entry in
// reasons.
func runsBlocks(t *testing.T, text string, reasons []string) {
	t.Helper()
	script, n := "", 0
	for _, block := range fence.FindAllStringSubmatch(text, -1) {
		if slices.Contains(shown, block[1]) {
			continue
		}
		n++
		switch {
		case n <= len(reasons) && reasons[n-1] != "":
		case block[1] == "yaml":
			loads(t, block[2])
		default:
			script += block[2]
		}
	}
	if len(reasons) > 0 && n != len(reasons) {
		t.Errorf("the page has %d blocks, skipped lists %d", n, len(reasons))
	}
	if script != "" {
		runs(t, script)
	}
}

// loads reads a devservers.yml as start does. Examples may leave out the name of the project.
func loads(t *testing.T, text string) {
	t.Helper()
	if !strings.Contains(text, "project:") {
		text = "project: example\n" + text
	}
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
	cmd.Dir, cmd.Env = h.Dirs.Home, h.Env
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ready") {
		t.Errorf("%v\n%s", err, out)
	}
	if out, code := h.Call("stop", "--all"); code != exitOK {
		t.Errorf("%d %s", code, out)
	}
}
