package digest

import "testing"

func TestHealthyLinesAreNotErrors(t *testing.T) {
	for _, line := range []string{
		"src/app.go:8: failed=0 errors=0", "src/app.go:17: error rate 0.0%", "src/app.go (3:4) loaded",
		"src/app.go:9: retrying in 1s: attempt 2 of 5",
		"0 errors, 0 warnings", "error handling middleware loaded", "Could not find optional cache, using default",
		"Errors: 0", "Failed: 0, Passed: 12",
		"Unable to reach peer, retrying", "line 3 of the menu: tea", ">> ", "[1] ", "- ", "(!) ", "Errors:\n- none",
		"Issue: https://github.com/shop/shop/issues/3", "[debug] trace: at src/app.go:12:3",
		"src/app.go: 2 tests, no failures", "test_nil (test_cart.T.test_nil) ... ok",
		"2026-11-21T05:03:31.123Z INFO  shop::cart: charged order 17 in 12ms",
		"ERROR count since start: 0", "errors total in this hour: 0",
		"> Traceback (most recent call last):\n>   File \"a.py\", line 1, in <module>\n> ValueError: in a mail",
		"> ERROR not real", "Last error: none", "Último error: ninguno", "Letzter Error: keiner", "error: false", "usage: shop [-v]\n\nOptions:\n  --level L   one of\n" +
			"              error, fatal: what is shown\n  error, all  ERROR: what is shown",
		"{\"level\":\"info\",\"msg\":\"user wrote: ERROR: no tea at src/app.js:1\"}",
	} {
		if got := digestOf(line).Entries(); len(got) > 0 {
			t.Errorf("%q: %+v", line, got)
		}
	}
}
