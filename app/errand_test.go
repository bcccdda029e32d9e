package app

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"devservers/app/run/fc"
)

func TestAnErrandIsEndedWithAllThatItHasStarted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, kind := range []string{"plain", "setsid", "double", "deaf"} {
		argv := fc.Command("tree", "2", kind)
		output, err := errand{argv: argv, exe: argv[0], env: []string{"HOME=" + w.dirs.Home}, limit: 500 * time.Millisecond}.run(context.Background(), w.dirs.Home)
		if err == nil || !strings.Contains(err.Error(), "was ended after") {
			t.Errorf("%s: %q, %v", kind, output, err)
		}
	}
	w.none()
}

func TestWhatAnErrandPrintsIsBoundedAndInert(t *testing.T) {
	t.Parallel()
	run := func(args ...string) string {
		argv := fc.Command(args...)
		output, err := errand{argv: argv, exe: argv[0]}.run(context.Background(), "/")
		if err != nil {
			t.Error(err)
		}
		return output
	}
	if got := run("lines", "2"); got != "line 1\nline 2" {
		t.Errorf("%q", got)
	}
	if got := run("bytes", "1b5b33316d5265640a"); got != "Red" {
		t.Errorf("%q", got)
	}
	if got := run("flood", "1000000"); len(got) > errandOutput+10 || !strings.HasSuffix(got, "\n…") {
		t.Errorf("%d bytes", len(got))
	}
}

func TestTooManyErrandsAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	argv := fc.Command("exit", "0", "0s")
	release, ended := make(chan struct{}), make(chan error, 100)
	done := func(_ string, err error) {
		if err == nil {
			<-release
		}
		ended <- err
	}
	const more = 3
	for range errandsAtOnce + errandsWaiting + more {
		w.sup.send(errand{argv: argv, exe: argv[0], done: done})
	}
	for range more {
		if err := <-ended; !errors.Is(err, errTooMany) {
			t.Error(err)
		}
	}
	close(release)
	for range errandsAtOnce + errandsWaiting {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
