package render

import (
	"slices"
	"strings"
	"testing"

	"devservers/app"
)

func TestNamesOfFailedTests(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string][]string{
		"--- FAIL: TestTotal (0.00s)\n    a_test.go:3: total 3\n--- FAIL: TestName (0.00s)\nFAIL\nFAIL\tgoapp\t0.003s": {
			"TestTotal", "TestName"},
		"✖ adds two numbers (2.7ms)\n✔ is fine (0.2ms)\nℹ tests 2\nℹ fail 1\n✖ failing tests:\n✖ adds two numbers (2.7ms)": {
			"adds two numbers"},
		"  ✕ sums (3 ms)\n  ● cart › sums\nTests:       1 failed, 1 total": {"sums"},
		" × cart > sums 5ms\n FAIL  cart.test.ts > cart > sums\n Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)": {
			"cart > sums"},
		"FAILED tests/test_cart.py::test_sum - assert 1 == 2\n1 failed, 3 passed in 0.1s": {
			"tests/test_cart.py::test_sum - assert 1 == 2"},
		"1..2\nnot ok 1 - sums\nok 2 - rest":  {"sums"},
		"✖ 2 problems (2 errors, 0 warnings)": nil,
		"✗ Build failed in 32ms":              nil,
	} {
		var lines []app.LogLine
		for text := range strings.SplitSeq(printed, "\n") {
			lines = append(lines, app.LogLine{Text: text})
		}
		if got := FailedTests(lines, func(s string) string { return s }); !slices.Equal(got, want) {
			t.Errorf("%s:\n%q", printed, got)
		}
	}
}
