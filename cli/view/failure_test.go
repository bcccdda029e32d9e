package view

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
)

// plainView draws for a terminal of this width, without colors.
func plainView(width int) View {
	return View{Style: Style{Unicode: true}, Width: width, Now: time.Now, Home: "/home/a"}
}

func TestFailureShowsOutputAndHint(t *testing.T) {
	t.Parallel()
	failure := &app.Error{
		Code: app.CodeExited, Detail: "exited with code 1 at start",
		Output: []string{"Traceback (most recent call last):",
			"\x1b[31mModuleNotFoundError\x1b[0m: No module named 'django'"},
		Hint: "activate the virtual environment, or install it",
	}
	want := strings.TrimPrefix(`
  ✗ web     exited with code 1 at start
            │ Traceback (most recent call last):
            │ ModuleNotFoundError: No module nam…
            → activate the virtual environment,
              or install it
`, "\n")
	if diff := cmp.Diff(want, plainView(49).Failure(fmt.Sprintf("  %s %s  ", "✗", Pad("web", 6)), failure)); diff != "" {
		t.Error(diff)
	}
}

func TestListsDontRepeatNames(t *testing.T) {
	t.Parallel()
	refused := app.FailAbout(app.CodeConflict, "", "shop/web", "runs already")
	refused.Add("; gave up")
	for want, got := range map[string]string{
		"  ✗ web  runs already; gave up\n": plainView(80).Started("web", Outcome{Error: refused}),
		"  ✗ web  web.log is a directory\n": plainView(80).Started("web",
			Outcome{Error: &app.Error{Detail: "web.log is a directory"}}),
		"  ○ web  stopped (took 0.3s)\n": plainView(80).Stopped("web",
			Outcome{Result: app.Result{Message: "web is stopped (took 0.3s)", Short: "stopped (took 0.3s)"}}),
		"shop/web runs already; gave up": refused.Detail,
	} {
		if got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}
