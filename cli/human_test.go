package cli

import (
	"testing"
	"time"

	"devservers/app"
)

func TestALengthOfTimeIsSaidInOneUnitOrTwo(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second:                      "0 s",
		0:                                 "0.0 s",
		420 * time.Millisecond:            "0.4 s",
		9*time.Second + 900e6:             "9.9 s",
		12*time.Second + 900e6:            "12 s",
		3*time.Minute + 59*time.Second:    "3 min",
		3 * time.Hour:                     "3 h",
		time.Hour + 5*time.Minute:         "1 h 5 min",
		50*time.Hour + 59*time.Minute:     "2 d 2 h",
		24 * time.Hour:                    "1 d",
		23*time.Hour + 59*time.Minute + 1: "23 h 59 min",
	} {
		if got := age(d); got != want {
			t.Errorf("age(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestASizeIsSaidInTheLargestUnitThatFits(t *testing.T) {
	for bytes, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1 KB", 5 << 20: "5 MB", 3 << 29: "1.5 GB"} {
		if got := size(bytes); got != want {
			t.Errorf("size(%d) = %q, want %q", bytes, got, want)
		}
	}
}

func TestHowARunEndedNamesCodeSignalAndCause(t *testing.T) {
	code := 3
	for want, exit := range map[string]*app.Exit{
		"":            nil,
		"exit code 3": {Code: &code},
		"killed by SIGKILL, over its memory limit": {Signal: "KILL", Cause: "memory"},
		"killed by SIGTERM, stopped as asked":      {Signal: "TERM", Cause: "asked"},
		"no such file":                             {Error: "no such file"},
		"ended, its holder died":                   {Cause: "holder"},
	} {
		if got := exitText(exit); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestTextOfOthersCannotSteerTheTerminal(t *testing.T) {
	hostile := "a\x1b[2Jb\x1b]0;title\x07c\rd\ne\u202ef\u009bmg\x00h"
	if got, want := plain(hostile), "abc d efgh"; got != want {
		t.Errorf("plain = %q, want %q", got, want)
	}
}
