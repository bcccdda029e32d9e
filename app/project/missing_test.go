package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"devservers/app/config/settings"
)

// TestMissingFileHasItsOtherName: a devservers.yml that was renamed to devservers.yaml is not only missing.
func TestMissingFileHasItsOtherName(t *testing.T) {
	t.Parallel()
	d := &Declared{Reg: settings.Registered{ID: "shop", Path: t.TempDir()}}
	if hint := missing(d, os.ErrNotExist).Hint; !strings.Contains(hint, "put it back") {
		t.Error(hint)
	}
	if err := os.WriteFile(filepath.Join(d.Reg.Path, "devservers.yaml"), []byte("project: shop\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if hint := missing(d, os.ErrNotExist).Hint; !strings.Contains(hint, "there is devservers.yaml") {
		t.Error(hint)
	}
}
