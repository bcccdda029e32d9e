package yml

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"devservers/app/base/words"
)

// Branch is what a project in one work tree would run, and in another of the same repository not.
type Branch struct {
	Dir     string   // of the project
	Beside  string   // its directory in the other work tree
	Commits int      // that the other doesn't have; -1 = unknown
	Runs    []string // files that its commands run and that differ, relative to Dir
	Also    []string // other files that the commits change, relative to the work tree
}

// Compare compares a project in two work trees of a repository. files are those that its commands run.
func Compare(dir, beside string, files []string) Branch {
	b := Branch{Dir: dir, Beside: beside, Commits: -1}
	for _, file := range files {
		if rel, err := filepath.Rel(dir, file); err == nil && !same(file, filepath.Join(beside, rel)) {
			b.Runs = append(b.Runs, rel)
		}
	}
	head, err := repository(beside).head()
	if err != nil {
		return b
	}
	commits, changed, err := repository(dir).beyond(head)
	if err != nil {
		return b
	}
	b.Commits = commits
	if own, ok := CheckoutOf(dir); ok {
		b.Also = slices.DeleteFunc(changed, func(name string) bool {
			rel, err := filepath.Rel(dir, filepath.Join(own.Top, name))
			return err == nil && slices.Contains(b.Runs, rel)
		})
	}
	return b
}

// Least compares a project with others, and returns how little it differs from one of them.
func Least(dir string, others, files []string) (least Branch) {
	slices.Sort(files)
	files = slices.Compact(files)
	for i, beside := range others {
		if b := Compare(dir, beside, files); i == 0 || b.Same() {
			least = b
		}
	}
	return least
}

// Same reports whether nothing differs that the commands run, and no commit brings anything else.
func (b Branch) Same() bool { return b.Commits == 0 && len(b.Runs) == 0 }

// What returns what differs, as the end of a sentence.
func (b Branch) What() string {
	switch at := b.Beside; {
	case len(b.Runs) > 0:
		return "what it runs differs from " + at + " in " + words.Files(b.Runs)
	case b.Commits < 0:
		return "git can't compare it with " + at
	default:
		return "it has " + words.Count(b.Commits, "commit") + " that " + at + " doesn't have"
	}
}

// Diff returns the difference of what is run, and the names of other files.
func (b Branch) Diff() string {
	var text strings.Builder
	for _, name := range b.Runs {
		text.Write(diff.Diff(filepath.Join(b.Beside, name), beginning(filepath.Join(b.Beside, name)), name,
			beginning(filepath.Join(b.Dir, name))))
	}
	switch {
	case b.Commits < 0:
		text.WriteString(" # git can't compare the commits\n")
	case b.Commits > 0:
		text.WriteString(" # " + words.Count(b.Commits, "commit") + " that " + b.Beside + " doesn't have\n")
	}
	for i, name := range b.Also {
		if i == mostListed {
			text.WriteString(" # and " + words.Count(len(b.Also)-i, "more file") + "\n")
			break
		}
		text.WriteString(" #   " + name + "\n")
	}
	return Printable(text.String())
}

// mostListed is how many files a difference names that it doesn't show, and mostShown how many bytes of a file it
// compares.
const (
	mostListed = 50
	mostShown  = 64 << 10
)

// same reports whether two files have the same content. Of a symlink that is where it leads.
func same(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX != nil || errY != nil || x.Size() != y.Size() || !x.Mode().IsRegular() || !y.Mode().IsRegular() {
		return errX != nil && errY != nil
	}
	one, errX := os.ReadFile(a)
	other, errY := os.ReadFile(b)
	return errX == nil && errY == nil && bytes.Equal(one, other)
}

// beginning returns the beginning of a file; nothing if it is not a regular one.
func beginning(file string) []byte {
	text, err := ReadFile(file, mostShown)
	if err != nil {
		return nil
	}
	return text
}
