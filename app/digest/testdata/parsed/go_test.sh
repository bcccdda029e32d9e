printf 'module shop\n\ngo 1.21\n' >go.mod
printf 'package shop\n\nfunc Total(items []int) int { return len(items) }\n' >cart.go
cat >cart_test.go <<'GO'
package shop

import "testing"

func TestTotal(t *testing.T) {
	if n := Total([]int{1, 2}); n != 3 {
		t.Errorf("total is %d, want 3", n)
	}
}

func TestError(t *testing.T) {
	t.Run("Error: none", func(t *testing.T) { t.Log("error: logged, not failed") })
}

func TestPanics(t *testing.T) {
	var prices map[string][]int
	_ = prices["tea"][1]
}
GO
mkdir bad
printf 'package bad\n\nimport "testing"\n\nfunc TestX(t *testing.T) { t.Fatalf("%%d", "x", y) }\n' >bad/bad_test.go
once go test -v ./...
