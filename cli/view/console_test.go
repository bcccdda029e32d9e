package view

import (
	"os"
	"testing"
)

func withEnv(env map[string]string) Console {
	return Console{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Getenv: func(name string) string { return env[name] }}
}

func TestColor(t *testing.T) {
	pipe, _, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"CLICOLOR_FORCE": "1"}, true},
		{map[string]string{"CLICOLOR_FORCE": "0"}, false},
		{map[string]string{"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, false},
	} {
		if got := withEnv(c.env).Color(pipe); got != c.want {
			t.Errorf("%v: color %v, want %v", c.env, got, c.want)
		}
	}
}

func TestUnicode(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"LANG": "de_DE.UTF-8"}, true},
		{map[string]string{"LANG": "C.utf8"}, true},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, false},
		{map[string]string{"LANG": "C", "LC_CTYPE": "C.UTF-8"}, true},
	} {
		if got := withEnv(c.env).unicode(); got != c.want {
			t.Errorf("%v: unicode %v, want %v", c.env, got, c.want)
		}
	}
}
