package view

import "testing"

func TestPlain(t *testing.T) {
	hostile := "a\x1b[2Jb\x1b]0;title\x07c\rd\ne\u202ef\u009bmg\x00h"
	if got, want := Plain(hostile), "abc d efgh"; got != want {
		t.Errorf("plain = %q, want %q", got, want)
	}
}
