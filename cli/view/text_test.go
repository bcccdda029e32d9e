package view

import (
	"slices"
	"testing"
)

func TestPlain(t *testing.T) {
	hostile := "a\x1b[2Jb\x1b]0;title\x07c\rd\ne\u202ef\u009bmg\x00h"
	if got, want := Plain(hostile), "abc d efgh"; got != want {
		t.Errorf("plain = %q, want %q", got, want)
	}
}

func TestBrokenKeepsColors(t *testing.T) {
	got := Broken("ab\x1b[31mcd語e\x1b[0mf", 3)
	want := []string{"ab\x1b[31mc", "\x1b[31md語", "\x1b[31me\x1b[0mf"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
