package digest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app/transcript/text"
)

var show = flag.Bool("show", false, "print the findings in each sample of the corpus")

// TestToolsWithParser compares the findings in real output with those of a person (testdata/parsed/*.want; see
// make.sh), except for known differences (*.miss). Nothing may be found in clean output.
func TestToolsWithParser(t *testing.T) {
	outputs, err := filepath.Glob("testdata/parsed/*.txt")
	if err != nil || len(outputs) < 100 {
		t.Fatalf("%d samples, %v", len(outputs), err)
	}
	var all, placed score
	table := "\n" + row("sample", "wanted", "found", "right")
	for _, file := range outputs {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		got, want := found(t, file), wanted(t, file)
		if *show {
			fmt.Printf("== %s\n%s\n", name, strings.Join(got, "\n"))
		}
		s := compare(got, want)
		all.add(s)
		placed.add(compare(essentials(got), essentials(want)))
		table += row(name, s.wanted, s.found, s.right)
		if diff, known := differences(got, want), missed(file); diff != known {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	table += row("all", all.wanted, all.found, all.right)
	t.Logf("%sall of an entry: %s\nits kind, message, file and line: %s", table, all, placed)
}

// essentials returns the entries without count, column and whether they are fixed.
func essentials(list []string) []string {
	short := regexp.MustCompile(`^(\S+ \S+ [^ :]+(?::\d+)?)(?::\d+)? x\d+ (?:fixed |unseen )?`)
	var out []string
	for _, e := range list {
		out = append(out, short.ReplaceAllString(e, "$1 "))
	}
	return out
}

func row(name string, cells ...any) string {
	line := fmt.Sprintf("%-20s", name)
	for _, c := range cells {
		line += fmt.Sprintf("%8v", c)
	}
	return line + "\n"
}

type score struct{ wanted, found, right int }

func (s *score) add(o score) {
	s.wanted, s.found, s.right = s.wanted+o.wanted, s.found+o.found, s.right+o.right
}

func (s score) String() string {
	return fmt.Sprintf("precision %.3f, recall %.3f", float64(s.right)/float64(s.found),
		float64(s.right)/float64(s.wanted))
}

func compare(got, want []string) score {
	s := score{wanted: len(want), found: len(got)}
	for _, w := range want {
		if slices.Contains(got, w) {
			s.right++
		}
	}
	return s
}

func differences(got, want []string) string {
	var b strings.Builder
	for _, w := range want {
		if !slices.Contains(got, w) {
			b.WriteString("- " + w + "\n")
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			b.WriteString("+ " + g + "\n")
		}
	}
	return b.String()
}

// written matches the files that the script of a sample writes.
var written = regexp.MustCompile(`>\s*([\w./\[\]()+-]*\w\.\w+)`)

// project creates the files of the project of a sample, which are empty.
func project(t testing.TB, file string) (root string) {
	script, err := os.ReadFile(strings.TrimSuffix(file, ".txt") + ".sh")
	if err != nil {
		t.Fatal(err)
	}
	root = t.TempDir()
	for _, m := range written.FindAllSubmatch(script, -1) {
		if name := filepath.Join(root, string(m[1])); strings.HasPrefix(name, root+"/") {
			_ = os.MkdirAll(filepath.Dir(name), 0o755)
			if err := os.WriteFile(name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return root
}

// read digests a file as if printed in the root of its project.
func read(t testing.TB, file, root string) *Digest {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d := New(root, root)
	data = bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("/home/dev/shop"), []byte(root)), []byte("\r\n"), []byte("\n"))
	for i, line := range bytes.Split(data, []byte("\n")) {
		plain, at := text.AppendPlain(nil, line), time.Unix(int64(i), 0)
		if isReaction.Match(plain) {
			d.EditedAt(at.Add(-time.Millisecond))
		}
		d.Add(int64(i+1), at, plain)
	}
	d.Flush()
	return d
}

// isReaction matches lines that the tools of the samples printed just after an edit, without a line before that says
// so.
var isReaction = regexp.MustCompile(`hmr update|page reload|server restarted|✓ Compiled|Application startup complete`)

// found returns the entries, one per line: level kind place xcount [fixed|unseen] message.
func found(t testing.TB, file string) (list []string) {
	root := project(t, file)
	for _, e := range read(t, file, root).Entries() {
		place := e.Place()
		if place == "" {
			place = "-"
		}
		line := fmt.Sprintf("%s %s %s x%d ", e.Level, e.Kind, place, e.Count)
		if e.Fixed {
			line += "fixed "
		} else if !e.Current() {
			line += "unseen "
		}
		list = append(list, line+strings.ReplaceAll(e.Message, root, "/home/dev/shop"))
	}
	return list
}

// missed returns the known differences (CASE.miss).
func missed(file string) string {
	data, _ := os.ReadFile(strings.TrimSuffix(file, ".txt") + ".miss") // most have none
	return string(data)
}

func wanted(t *testing.T, file string) (list []string) {
	data, err := os.ReadFile(strings.TrimSuffix(file, ".txt") + ".want")
	if err != nil {
		t.Error(err)
	}
	for line := range strings.Lines(string(data)) {
		list = append(list, strings.TrimSpace(line))
	}
	return list
}
