package process

import (
	"math"
	"os"
	"path/filepath"
	"testing"
)

func TestLowestGroupLimitCounts(t *testing.T) {
	root := t.TempDir()
	for file, content := range map[string]string{
		"a/memory.max": "4096\n", "a/b/memory.max": "max\n", "memory/c/memory.limit_in_bytes": "8192\n",
	} {
		at := filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for groups, want := range map[string]int64{
		"0::/a/b\n": 4096, "4:memory:/c/d\n0::/\n": 8192, "0::/\n": math.MaxInt64, "": math.MaxInt64,
	} {
		if got := groupLimit(root, groups); got != want {
			t.Errorf("%q: %d", groups, got)
		}
	}
}

func TestPSSOfThisProcess(t *testing.T) {
	pss, ok := PSS(os.Getpid())
	if rss := Memory(os.Getpid()); !ok || pss <= 0 || pss > rss+rss/2 {
		t.Errorf("PSS %d %v, RSS %d", pss, ok, rss)
	}
	if total := TotalMemory(); total < 64<<20 {
		t.Errorf("the machine has %d", total)
	}
}
