package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/reading/why/output"
)

// TestPrintedFailuresAreExplained reads testdata/printed.txt and, about names that lead to nothing, testdata/names.txt: what programs print when they
// can't start. Each case has a
// name, the expected first finding as an expression, texts that no finding may have, the command, the files of the
// project, and the output after an empty line. The cases real_... are what tools printed on a machine.
func TestPrintedFailuresAreExplained(t *testing.T) {
	t.Parallel()
	printed1, err1 := os.ReadFile("testdata/printed.txt")
	names, err2 := os.ReadFile("testdata/names.txt")
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	for _, text := range strings.Split("\n"+string(printed1)+string(names), "\n=== ")[1:] {
		head, said, _ := strings.Cut(text, "\n\n")
		name, facts, _ := strings.Cut(head, "\n")
		t.Run(name, func(t *testing.T) { printed(t, strings.Split(facts, "\n"), said) })
	}
}

func printed(t *testing.T, facts []string, said string) {
	want, never, argv, workdir, port, files := "", "$^", []string{"run"}, "", 0, map[string]string{}
	for _, fact := range facts {
		key, value, _ := strings.Cut(fact, " ")
		switch key {
		case "want":
			want = value
		case "never":
			never = value
		case "command":
			argv = strings.Fields(value)
		case "workdir":
			workdir = value
		case "port":
			port, _ = strconv.Atoi(value)
		case "argv":
			argv = append(argv, strings.Fields(value)...)
		case "file":
			file, text, _ := strings.Cut(value, " ")
			files[file] = strings.Replace(strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(text), "empty", strings.Repeat("\n", 20), 1)
		}
	}
	c := failing(t, said, argv, files)
	c.WorkDir, c.Port = filepath.Join(c.WorkDir, workdir), port
	if port != 0 {
		c.Env = map[string]string{"PORT": strconv.Itoa(port)}
	}
	list := c.Causes()
	if len(list) == 0 {
		list = []app.Finding{{Kind: app.FindingOther}}
	}
	if got := string(list[0].Kind) + " " + list[0].Problem + " " + strings.Join(list[0].Evidence, " ") + " " + list[0].Fix; !regexp.MustCompile("^(?:" + want + ")").MatchString(got) {
		t.Errorf("want %s, got %s", want, got)
	}
	for _, f := range list {
		if regexp.MustCompile(never).MatchString(f.Problem + " " + f.Fix) {
			t.Errorf("must not say %s: %+v", never, f)
		}
	}
}

// failing returns the clues of a run that has failed, with the errors that the digest finds.
func failing(t *testing.T, said string, argv []string, files map[string]string) Clues {
	c := project(t, "", files)
	c.Failed, c.Argv, c.Port, c.Lines = true, argv, 0, nil
	d := digest.New(c.Dir, c.WorkDir)
	for i, text := range strings.Split(strings.TrimRight(strings.ReplaceAll(said, "$DIR", c.Dir), "\n"), "\n") {
		c.Lines = append(c.Lines, output.Line{Seq: int64(i + 1), Text: text})
		d.Add(int64(i+1), time.Now(), []byte(text))
	}
	d.Flush()
	for _, e := range d.Entries() {
		if e.Level == "error" && !e.Fixed {
			c.Errors = append(c.Errors, e)
		}
	}
	return c
}

// TestHealthyOutputHasNoCause: even a server that fails for a reason it doesn't print gets none of these.
func TestHealthyOutputHasNoCause(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"next_clean", "vite_clean", "pytest_clean"} {
		data, err := os.ReadFile("../../../digest/testdata/parsed/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		c := failing(t, plain(data), []string{"run"}, nil)
		if list := c.Causes(); len(list) > 0 {
			t.Errorf("%s: %+v", name, list)
		}
	}
}
