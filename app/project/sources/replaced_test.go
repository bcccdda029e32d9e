package sources

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestReplacedDirectoriesAreWatched: whatever takes the place of a directory, what is in it is an edit, and so is what
// is written there later.
func TestReplacedDirectoriesAreWatched(t *testing.T) {
	t.Parallel()
	put := func(dir string) func(string) error {
		return func(root string) error {
			dir := filepath.Join(root, dir)
			return errors.Join(os.MkdirAll(dir, 0o700), os.WriteFile(filepath.Join(dir, "x.js"), []byte(dir), 0o600))
		}
	}
	remove := func(dir string) func(string) error {
		return func(root string) error { return os.RemoveAll(filepath.Join(root, dir)) }
	}
	move := func(from, to string) func(string) error {
		return func(root string) error { return os.Rename(filepath.Join(root, from), filepath.Join(root, to)) }
	}
	type steps []func(string) error
	for name, how := range map[string]steps{
		"made again":            {remove("lib"), put("lib/deep")},
		"moved away and back":   {move("lib", "old"), move("old", "lib")},
		"moved into place":      {put("new/deep"), remove("lib"), move("new", "lib")},
		"moved below a new one": {remove("lib"), put("old/deep"), put("lib"), move("old/deep", "lib/deep")},
		"exchanged":             {put("new/deep"), move("lib", "old"), move("new", "lib"), remove("old")},
		"the root":              {remove("."), put("lib/deep")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			root, fence := filepath.Join(t.TempDir(), "root"), NewFence()
			if err := put("lib/deep")(root); err != nil {
				t.Fatal(err)
			}
			edits := make(chan Edit, 1000)
			go Watch(t.Context(), root, fence, Own{}, func(e Edit) { edits <- e }, func(bool) {}, func(Unwatched) {})
			<-fence.Passed(t.Context()) // it watches
			awaits := func(what string) {
				for e := range edits {
					if slices.Contains(e.Files, "lib/deep/x.js") {
						return
					}
					t.Log(what, e.Files)
				}
			}
			for i := range 5 {
				for _, do := range how {
					if err := do(root); err != nil {
						t.Fatal(err)
					}
				}
				<-fence.Passed(t.Context())
				awaits("the replacement")
				for len(edits) > 0 {
					<-edits
				}
				for j := range 2 {
					text := fmt.Appendln(nil, i, j, "another version")
					if err := os.WriteFile(filepath.Join(root, "lib/deep/x.js"), text, 0o600); err != nil {
						t.Fatal(err)
					}
					awaits("an edit")
				}
			}
		})
	}
}
