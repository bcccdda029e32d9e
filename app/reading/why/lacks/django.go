package lacks

import (
	"path/filepath"
	"strings"

	"devservers/app"
)

// Migration corrects a fix with manage.py migrate that would fail: the app that has the table has no migration, or the query
// is at loading, which runs while Django loads the apps, and so in every command of manage.py. Both may be "".
func (o Of) Migration(f *app.Finding, table, loading string) *app.Finding {
	before, ok := strings.CutSuffix(f.Fix, "migrate")
	if dir := o.Unmigrated(table); dir != "" && ok && strings.HasSuffix(before, "manage.py ") {
		f.Evidence = append(f.Evidence, o.Shown(dir)+" has no migration")
		f.Fix = before + "makemigrations " + filepath.Base(dir) + ", then " + f.Fix
	}
	if loading != "" {
		f.Evidence = append(f.Evidence, "Django runs "+loading+" while it loads the apps: manage.py migrate fails there as well")
		f.Step, f.Manual, f.Fix = nil, "", "move the query out of "+loading+"; then "+f.Fix
	}
	return f
}
