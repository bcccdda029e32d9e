package why

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
)

// printedCase is what a program prints when it can't start, in a project with these files.
type printedCase struct {
	name, want, never string
	argv              []string
	workdir           string
	port, exit, held  int
	env               map[string]string
	files             map[string]string
	said              string
}

// readCase reads a case of testdata: its name, facts, and the output after an empty line.
func readCase(text string) printedCase {
	head, said, _ := strings.Cut(text, "\n\n")
	name, facts, _ := strings.Cut(head, "\n")
	c := printedCase{name: name, argv: []string{"run"}, files: map[string]string{}, env: map[string]string{}, said: said}
	for _, fact := range strings.Split(facts, "\n") {
		key, value, _ := strings.Cut(fact, " ")
		switch key {
		case "want":
			c.want = value
		case "never":
			c.never = value
		case "command":
			c.argv = strings.Fields(value)
		case "workdir":
			c.workdir = value
		case "port":
			c.port, _ = strconv.Atoi(value)
			c.env["PORT"] = value
		case "held":
			c.held, _ = strconv.Atoi(value)
		case "exit":
			c.exit, _ = strconv.Atoi(value)
		case "env":
			name, value, _ := strings.Cut(value, "=")
			c.env[name] = value
		case "argv":
			c.argv = append(c.argv, strings.Fields(value)...)
		case "file":
			file, text, _ := strings.Cut(value, " ")
			text = strings.NewReplacer(`\n`, "\n", `\r`, "\r").Replace(text)
			c.files[file] = strings.Replace(text, "empty", strings.Repeat("\n", 20), 1)
		}
	}
	return c
}

// write makes the files of a case, and returns their directory.
func write(t *testing.T, written map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range written {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// reads returns what the run of a case has printed, as it is read when the run has failed.
func (c printedCase) reads(t *testing.T) *printout {
	dir := write(t, c.files)
	r := newReading(code.New(&sources.Project{Dir: dir, WorkDir: filepath.Join(dir, c.workdir), Argv: c.argv}))
	r.Failed, r.Port, r.Exit, r.Env, r.Ref = true, c.port, c.exit, c.env, "shop/web"
	r.Owner = func(port int) *app.PortOwner {
		if port != c.held || port == 0 {
			return nil
		}
		return &app.PortOwner{Port: port, PID: 4711, Command: "python3"}
	}
	r.Declared = func(int) (string, bool) { return "", false }
	d, at := digest.New(r.Dir, r.WorkDir), time.Now() // all at once, however long the test takes over them
	for i, text := range strings.Split(strings.TrimRight(strings.ReplaceAll(c.said, "$DIR", dir), "\n"), "\n") {
		r.add(int64(i+1), text)
		d.Add(int64(i+1), at, []byte(text))
	}
	d.Flush()
	if c.exit != 0 {
		d.Failed(r.digestLines())
	}
	for _, e := range d.Entries() {
		if e.Level == "error" && !e.Fixed {
			r.errors = append(r.errors, e)
		}
	}
	slices.SortStableFunc(r.errors, func(a, b digest.Error) int { return int(a.From - b.From) })
	return r
}

func cases(t *testing.T, names ...string) (list []printedCase) {
	t.Helper()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Split("\n"+string(data), "\n=== ")[1:] {
			list = append(list, readCase(text))
		}
	}
	return list
}

// corpus are the cases of testdata.
func corpus(t *testing.T) []printedCase {
	return cases(t, "printed.txt", "names.txt", "tools.txt", "handled.txt", "ends.txt")
}

// TestPrintedFailures: each case has the kind and the subject of its strongest claim, or nothing, if nothing is
// observed.
func TestPrintedFailures(t *testing.T) {
	t.Parallel()
	for _, c := range corpus(t) {
		t.Run(c.name, func(t *testing.T) {
			r := c.reads(t)
			list, got := r.claims(), "nothing"
			if len(list) > 0 {
				got = string(list[0].Kind) + " " + strings.ReplaceAll(list[0].Subject.String(), r.Dir, "$DIR")
			}
			if got != c.want {
				t.Errorf("want %s, got %s: %+v", c.want, got, list)
			}
			for _, claim := range list {
				f := claim.Finding()
				if c.never != "" && regexp.MustCompile(c.never).MatchString(f.Problem+" "+f.Fix) {
					t.Errorf("must not say %s: %+v", c.never, f)
				}
				if f.Problem == "" || f.Fix == "" || len(f.Evidence) == 0 {
					t.Errorf("nothing to do, or no evidence: %+v", f)
				}
			}
			if len(r.block()) == 0 {
				t.Error("no lines")
			}
		})
	}
}

// TestClaimsNeedLooking: each claim rests on something that was observed or is declared, not on words of the output
// alone.
func TestClaimsNeedLooking(t *testing.T) {
	t.Parallel()
	for _, c := range corpus(t) {
		for _, claim := range c.reads(t).claims() {
			if !slices.ContainsFunc(claim.Evidence, func(e app.Evidence) bool { return e.Source != app.PrintedByRun }) {
				t.Errorf("%s: %+v", c.name, claim)
			}
		}
	}
}

// pointer is short for tests.
type pointer = finders.Pointer

func task(name, command, dir string) finders.Task {
	return finders.Task{Name: name, Command: command, Dir: dir}
}

func (r *printout) digestLines() (list []digest.Line) {
	for i, text := range r.texts {
		list = append(list, digest.Line{Seq: r.Lines[i].Seq, At: time.Now(), Text: text})
	}
	return list
}
