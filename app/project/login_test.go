package project

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEnvironmentIsThatOfALogin(t *testing.T) {
	dir := t.TempDir()
	profile := "echo good morning\nexport FROM_PROFILE='two\nlines'\nPATH=$HOME/bin:$PATH\n"
	if err := os.WriteFile(filepath.Join(dir, ".profile"), []byte(profile), 0o600); err != nil {
		t.Fatal(err)
	}
	env, err := LoginEnvironment(t.Context(), []string{"HOME=" + dir, "SHELL=/bin/sh", "LC_ALL=C",
		"SECRET=of another project"})
	if err != nil {
		t.Fatal(err)
	}
	path := get(env, "PATH")
	if get(env, "FROM_PROFILE") != "two\nlines" || get(env, "LC_ALL") != "C" || !strings.HasPrefix(path, dir+"/bin:/") ||
		get(env, "SECRET") != "" {
		t.Errorf("%q", env)
	}
}

func TestShellThatCannotSayIsAnError(t *testing.T) {
	dir := t.TempDir()
	silent := filepath.Join(dir, "silent")
	if err := os.WriteFile(silent, []byte("#!/bin/sh\nexit 3\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for shell, want := range map[string]string{silent: "exit status 3", filepath.Join(dir, "none"): "no such file"} {
		if env, err := LoginEnvironment(t.Context(), []string{"HOME=" + dir, "SHELL=" + shell}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, %v", shell, env, err)
		}
	}
}

func TestShellThatHangsIsEnded(t *testing.T) {
	dir := t.TempDir()
	hanging := filepath.Join(dir, "hanging")
	if err := os.WriteFile(hanging, []byte("#!/bin/sh\necho begun >"+dir+"/begun\nsleep 1000 &\nwait\n"),
		0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { _, err := LoginEnvironment(ctx, []string{"HOME=" + dir, "SHELL=" + hanging}); done <- err }()
	for _, err := os.Stat(dir + "/begun"); err != nil; _, err = os.Stat(dir + "/begun") {
	}
	cancel()
	if err := <-done; err == nil {
		t.Error("no error")
	}
}

func TestOnlyWhatIsBetweenTheMarksCounts(t *testing.T) {
	out := "hello A=1\nM\nB=2\x00C=3\x00no variable\x00=x\x00M\nD=4\x00"
	if got := between([]byte(out), "M"); !slices.Equal(got, []string{"B=2", "C=3"}) {
		t.Errorf("%q", got)
	}
	if got := between([]byte("M\nB=2\x00"), "M"); got != nil {
		t.Errorf("%q", got)
	}
}
