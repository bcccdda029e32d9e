package view

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
	"devservers/cli/term"
)

// plainView draws for a terminal of this width, without colors.
func plainView(width int) View {
	return View{Style: term.Style{Unicode: true}, Width: width, Now: time.Now, Home: "/home/a"}
}

func TestFailureShowsOutputAndHint(t *testing.T) {
	t.Parallel()
	failure := &app.Error{
		Code: app.CodeExited, Detail: "exited with code 1 at start",
		Output: []string{"Traceback (most recent call last):", "\x1b[31mModuleNotFoundError\x1b[0m: No module named 'django'"},
		Hint:   "activate the virtual environment, or install it",
	}
	want := strings.TrimPrefix(`
  ✗ web     exited with code 1 at start
            │ Traceback (most recent call last):
            │ ModuleNotFoundError: No module nam…
            → activate the virtual environment,
              or install it
`, "\n")
	if diff := cmp.Diff(want, plainView(49).Failure(fmt.Sprintf("  %s %s  ", "✗", term.Pad("web", 6)), failure)); diff != "" {
		t.Error(diff)
	}
}

func TestOwnerText(t *testing.T) {
	t.Parallel()
	for want, owner := range map[string]app.PortOwner{
		"held by PID 812 (python manage.py runserver), 3h old, in ~/other: another checkout of this project": {
			PID: 812, Command: "python manage.py runserver", Dir: "/home/a/other", Age: "3h", Kind: "checkout"},
		"held by shop/web, PID 812":         {PID: 812, Server: "shop/web", Kind: "ours"},
		"held by a process of another user": {UID: 33, Kind: "foreign"},
	} {
		if got := plainView(term.NoLimit).PortOwner(owner); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
