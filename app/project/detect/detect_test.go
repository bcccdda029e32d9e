package detect

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
	"devservers/app/project/code"
)

var update = flag.Bool("update", false, "write the expected files")

// TestMain lets no proposal depend on what the machine has: only redis is installed.
func TestMain(m *testing.M) {
	bin, err := os.MkdirTemp("", "bin")
	if err == nil {
		err = os.WriteFile(filepath.Join(bin, "redis-server"), []byte("#!/bin/sh\n"), 0o700)
	}
	if err != nil || os.Setenv("PATH", bin) != nil {
		os.Exit(1)
	}
	status := m.Run()
	_ = os.RemoveAll(bin)
	os.Exit(status)
}

// TestProposals compares the file that is proposed for each project of testdata with the expected one, and reads it as
// devservers does.
func TestProposals(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/*.txtar")
	if len(files) == 0 {
		t.Fatal("no projects")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { t.Parallel(); propose(t, file) })
	}
}

const expected = "want"

func propose(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir, want := unpack(t, archive)
	p, err := Detect(dir)
	if err != nil {
		t.Fatal(err)
	}
	got := string(p.YAML(UsualPort))
	for _, note := range p.Notes {
		got += "! " + strings.ReplaceAll(note, dir, "DIR") + "\n"
	}
	written := filepath.Join(dir, config.FileName)
	if err := os.WriteFile(written, p.YAML(UsualPort), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(written); err != nil {
		t.Errorf("the file is refused: %v\n%s", err, got)
	}
	for _, e := range slices.Concat(p.Servers, p.Tasks) {
		if e.External { // it runs here already
			continue
		}
		var refused *yml.FileError
		_, err := command.Allow{}.Resolve(code.Words(e.Command)[0], dir, "")
		if errors.As(err, &refused) && refused.Kind == yml.ExecutableNotAllowed {
			t.Errorf("start would refuse what is proposed: %s: %v", e.Command, err)
		}
	}
	if *update {
		write(t, file, archive, got)
	} else if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expected (-), proposed (+):\n%s", diff)
	}
}

// unpack writes the files of a project and returns its directory, and what is expected.
func unpack(t *testing.T, archive *txtar.Archive) (dir, want string) {
	dir = filepath.Join(t.TempDir(), "project")
	for _, f := range archive.Files {
		if f.Name == expected {
			want = string(f.Data)
			continue
		}
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, want
}

func write(t *testing.T, file string, archive *txtar.Archive, got string) {
	kept := archive.Files[:0:0]
	for _, f := range archive.Files {
		if f.Name != expected {
			kept = append(kept, f)
		}
	}
	archive.Files = append(kept, txtar.File{Name: expected, Data: []byte(got)})
	if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
		t.Fatal(err)
	}
}
