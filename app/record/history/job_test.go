package history

import (
	"context"
	"errors"
	"strings"
	"testing"

	"devservers/tests/fc"
)

func TestJobOutputIsBoundedAndPlain(t *testing.T) {
	t.Parallel()
	run := func(args ...string) string {
		argv := fc.Command(args...)
		output, err := job{argv: argv, exe: argv[0]}.run(context.Background(), "/")
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
	if got := run("flood", "1000000"); len(got) > jobOutput+10 || !strings.HasSuffix(got, "\n…") {
		t.Errorf("%d bytes", len(got))
	}
}

func TestTooManyJobsAreRefused(t *testing.T) {
	t.Parallel()
	js := newJobs(t.TempDir())
	defer js.close(t.Context())
	argv := fc.Command("exit", "0", "0s")
	release, ended := make(chan struct{}), make(chan error, 100)
	done := func(_ string, err error) {
		if err == nil {
			<-release
		}
		ended <- err
	}
	const more = 3
	for range jobsAtOnce + jobsWaiting + more {
		js.add(job{argv: argv, exe: argv[0], done: done})
	}
	for range more {
		if err := <-ended; !errors.Is(err, errTooMany) {
			t.Error(err)
		}
	}
	close(release)
	for range jobsAtOnce + jobsWaiting {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
