package config

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config/yml"
	"devservers/tests/configtest"
)

// accepted returns the keys that the reader of devservers.yml knows at a place: it lists them for an unknown key.
func accepted(t *testing.T, file string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Load(path)
	var problems yml.Problems
	if !errors.As(err, &problems) {
		t.Fatalf("no problem with %q: %v", file, err)
	}
	for _, problem := range problems {
		if list, ok := strings.CutPrefix(problem.Hint, "known keys: "); ok {
			return slices.Sorted(slices.Values(strings.Split(list, ", ")))
		}
	}
	t.Fatalf("no list of keys in %v", problems)
	return nil
}

func properties(t *testing.T, path ...string) []string {
	t.Helper()
	var at map[string]any
	if err := json.Unmarshal([]byte(Schema()), &at); err != nil {
		t.Fatal(err)
	}
	for _, key := range append(path, "properties") {
		at, _ = at[key].(map[string]any)
	}
	return slices.Sorted(maps.Keys(at))
}

// tasksOnly are known under servers, too, but refused there.
func tasksOnly() []string { return []string{"arguments", "inputs"} }

// serversOnly are known under tasks, too, but refused there.
func serversOnly() []string {
	return []string{"alive", "autostart", "browser_logs", "check", "idle_timeout", "managed", "port", "port_flag", "ready",
		"restart", "sleep", "watch"}
}

func TestSchemaInDocsIsCurrent(t *testing.T) {
	configtest.Golden(t, "../../docs/devservers.schema.json", Schema())
}

func TestSchemaHasTheKeysOfTheReader(t *testing.T) {
	const unknown = "zzzzzzzzzzzzzzzzzz: 1"
	for place, file := range map[string]string{
		"":        "project: a\n" + unknown + "\n",
		"server":  "project: a\nservers:\n  web:\n    command: go version\n    " + unknown + "\n",
		"ready":   "project: a\nservers:\n  web:\n    command: go version\n    ready: {" + unknown + "}\n",
		"alive":   "project: a\nservers:\n  web:\n    command: go version\n    alive: {" + unknown + "}\n",
		"stop":    "project: a\nservers:\n  web:\n    command: go version\n    stop: {" + unknown + "}\n",
		"sandbox": "project: a\nservers:\n  web:\n    command: go version\n    sandbox: {" + unknown + "}\n",
	} {
		var path []string
		if place != "" {
			path = []string{"$defs", place}
		}
		want := properties(t, path...)
		if place == "server" {
			want = slices.Sorted(slices.Values(append(want, tasksOnly()...)))
		}
		if diff := cmp.Diff(accepted(t, file), want); diff != "" {
			t.Errorf("at %q (-reader +schema):\n%s", place, diff)
		}
	}
}

func TestServersHaveNoTaskOnlyKeys(t *testing.T) {
	for _, key := range tasksOnly() {
		_, err := parseProject("/p", "/p/devservers.yml",
			[]byte("project: a\nservers:\n  b: {command: go version, "+key+": true}\n"))
		if err == nil || !strings.Contains(err.Error(), "this key is for tasks; b is a server") {
			t.Errorf("%s is accepted under servers: %v", key, err)
		}
	}
}

func TestTasksHaveNoServerOnlyKeys(t *testing.T) {
	want := tasksOnly()
	for _, key := range properties(t, "$defs", "server") {
		if !slices.Contains(serversOnly(), key) {
			want = append(want, key)
		}
	}
	if diff := cmp.Diff(slices.Sorted(slices.Values(want)), properties(t, "$defs", "task")); diff != "" {
		t.Error(diff)
	}
	for _, key := range serversOnly() {
		path := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(path, []byte("project: a\ntasks:\n  b: {command: go version, "+key+": auto}\n"),
			0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "this key is for servers") {
			t.Errorf("%s is accepted under tasks: %v", key, err)
		}
	}
}
