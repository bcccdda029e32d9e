package web

import (
	"os"
	"strings"
	"testing"

	"devservers/app"
)

func TestErrorsAsTextForAnAgent(t *testing.T) {
	m := serve(t)
	got := m.do("GET", "/p/shop/errors.txt", "")
	if got.StatusCode != 200 || !strings.Contains(got.body, "There are none.") ||
		!strings.HasPrefix(got.Header.Get("Content-Type"), "text/plain") {
		t.Fatalf("%d %s", got.StatusCode, got.body)
	}
	m.ask("/api/projects/shop/tasks/paint/run", "")
	m.waitFor("/api/projects/shop/tasks/paint", "exit")
	got = m.do("GET", "/p/shop/paint/errors.txt", "")
	if !strings.Contains(got.body, "### ERROR: boom") || !strings.Contains(got.body, "\n```\n") ||
		!strings.Contains(got.body, "ERROR: boom") || strings.Contains(got.body, "\x1b") {
		t.Errorf("%s", got.body)
	}
}

func TestOpenRunsTheEditorOnFilesOfTheProject(t *testing.T) {
	t.Setenv("VISUAL", "")
	t.Setenv("EDITOR", t.TempDir()+"/subl")
	opened := t.TempDir() + "/opened"
	script := "#!/bin/sh\necho \"$1\" > " + opened + ".new && mv " + opened + ".new " + opened + "\n"
	if err := os.WriteFile(os.Getenv("EDITOR"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	m := serve(t)
	project, err := m.sup.Project("shop")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]int{
		"file=devservers.yml&line=2&column=3": 204, "file=../../etc/passwd&line=1&column=1": 404,
		"file=/etc/passwd&line=1": 404, "file=gone.go": 404, "file=devservers.yml&line=x": 400,
	} {
		if got := m.do("POST", "/p/shop/open?"+path, ""); got.StatusCode != want {
			t.Errorf("%s: %d %s", path, got.StatusCode, got.body)
		}
	}
	for limit := 0; ; limit++ {
		if text, err := os.ReadFile(opened); err == nil {
			if got := strings.TrimSpace(string(text)); got != project.Path+"/devservers.yml:2:3" {
				t.Errorf("%q", got)
			}
			break
		}
		if limit > 600 {
			t.Fatal("the editor does not run")
		}
		app.Pause(t.Context(), patience/600)
	}
	if got := m.do("GET", "/p/shop/open?file=devservers.yml", ""); got.StatusCode == 204 {
		t.Error("a link runs the editor")
	}
}
