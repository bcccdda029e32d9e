package sources

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
)

// TestFenceIsPassedBehindAllChanges: what was written before somebody asks is noticed when the fence is passed. Where
// files need no name for that, it leaves none.
func TestFenceIsPassedBehindAllChanges(t *testing.T) {
	root, fence := t.TempDir(), NewFence()
	t.Setenv("TMPDIR", t.TempDir())
	began, reported := make(chan bool, 1000), make(chan bool, 1000)
	go Watch(t.Context(), root, fence, Own{}, func(Edit) { reported <- true }, func(is bool) { began <- is },
		func(Unwatched) {})
	<-fence.Passed(t.Context()) // it watches
	for range 10 {
		if err := os.WriteFile(filepath.Join(root, "a.txt"), []byte(time.Now().String()), 0o600); err != nil {
			t.Fatal(err)
		}
		first, second := fence.Passed(t.Context()), fence.Passed(t.Context())
		<-first
		<-second
		select {
		case <-began:
		default:
			t.Fatal("not noticed")
		}
		<-reported // another edit begins
		for len(began) > 0 {
			<-began
		}
	}
	if left, _ := os.ReadDir(os.TempDir()); runtime.GOOS == "linux" && len(left) > 0 {
		t.Errorf("a manager that is killed now would leave %v", left)
	}
}
