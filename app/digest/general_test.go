package digest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"devservers/app/transcript/text"
)

// rootOf creates the files of the project of a corpus.
func rootOf(t *testing.T, dir string) string {
	root := t.TempDir()
	names, err := os.ReadFile(dir + "/FILES")
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.Lines(string(names)) {
		file := filepath.Join(root, strings.TrimSpace(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestToolsWithoutParser measures how well the general rules read tools that no parser knows. An entry is whole if its
// level, file, line and the beginning of its message are right, and noticed if the message is in some entry. It fails
// if a case differs from its known misses; after an improvement, -update writes them.
func TestToolsWithoutParser(t *testing.T) {
	const dir = "testdata/general"
	root := rootOf(t, dir)
	outputs, err := filepath.Glob(dir + "/*.txt")
	if err != nil || len(outputs) < 200 {
		t.Fatalf("%d samples, %v", len(outputs), err)
	}
	failed, err := os.ReadFile(dir + "/FAILED")
	if err != nil {
		t.Fatal(err)
	}
	var all, noticed score
	for _, file := range outputs {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d := New(root, root)
		var last []Line
		for i, line := range bytes.Split(bytes.ReplaceAll(bytes.TrimRight(data, "\n"), []byte("/home/dev/shop"),
			[]byte(root)), []byte("\n")) {
			l := Line{Seq: int64(i + 1), At: time.Unix(int64(i), 0), Text: text.Plain(line)}
			d.Add(l.Seq, l.At, []byte(l.Text))
			last = append(last[max(0, len(last)+1-LastLines):], l)
		}
		d.Flush()
		if slices.Contains(strings.Fields(string(failed)), strings.TrimSuffix(filepath.Base(file), ".txt")) {
			d.Failed(last)
		}
		s, n, said := against(d.Entries(), wanted(t, file))
		all.add(s)
		noticed.add(n)
		keepMisses(t, file, said)
	}
	t.Logf("whole: %s; noticed: %s", all, noticed)
}

var update = flag.Bool("update", false, "write the known differences (CASE.miss) of tools without a parser")

// keepMisses fails if the differences of a case are not the known ones, or writes them.
func keepMisses(t *testing.T, file, said string) {
	miss := strings.TrimSuffix(file, ".txt") + ".miss"
	switch {
	case !*update:
		if known := missed(file); said != known {
			t.Errorf("%s:\n%sknown:\n%s", filepath.Base(file), said, known)
		}
	case said == "":
		_ = os.Remove(miss) // most have none
	default:
		if err := os.WriteFile(miss, []byte(said), 0o600); err != nil {
			t.Error(err)
		}
	}
}

// against compares entries with the wanted ones, and lists the differences.
func against(entries []Error, want []string) (whole, noticed score, said string) {
	left := append([]Error{}, entries...)
	for _, w := range want {
		optional := strings.HasPrefix(w, "? ")
		level, rest, _ := strings.Cut(strings.TrimPrefix(w, "? "), " ")
		place, message, _ := strings.Cut(rest, " ")
		found := -1
		for i, e := range left {
			at := Error{File: e.File, Line: e.Line}.Place()
			if at == "" {
				at = "-"
			}
			if (level == "*" || e.Level == level) && (place == "*" || at == place) && strings.Contains(e.Message, message) {
				found = i
				break
			}
		}
		if found >= 0 {
			left = append(left[:found], left[found+1:]...)
		}
		if optional {
			continue
		}
		whole.wanted, noticed.wanted = whole.wanted+1, noticed.wanted+1
		for _, e := range entries {
			if strings.Contains(e.Message, message) {
				noticed.right++
				break
			}
		}
		if found >= 0 {
			whole.right, whole.found = whole.right+1, whole.found+1
		} else {
			said += "- " + w + "\n"
		}
	}
	for _, e := range left {
		if !isOptional(e, want) {
			whole.found++
			said += "+ " + e.Level + " " + e.Place() + " " + e.Message + "\n"
		}
	}
	noticed.found = noticed.wanted
	return whole, noticed, said
}

// isOptional reports whether an entry is one that may be found or not, in whatever place.
func isOptional(e Error, want []string) bool {
	for _, w := range want {
		if rest, ok := strings.CutPrefix(w, "? "); ok && strings.Contains(e.Message, strings.SplitN(rest, " ", 3)[2]) {
			return true
		}
	}
	return false
}
