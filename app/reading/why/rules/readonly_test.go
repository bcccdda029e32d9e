package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadOnlyDatabaseIsNamedWithItsMode(t *testing.T) {
	t.Parallel()
	c := failing(t, "Traceback (most recent call last):\n  File \"$DIR/app.py\", line 2, in <module>\n    db.execute(\"insert into t values (1)\")\nsqlite3.OperationalError: attempt to write a readonly database",
		[]string{"python3", "app.py"}, map[string]string{"app.py": "db = sqlite3.connect(\"data/shop.db\")\ndb.execute(\"insert into t values (1)\")\n", "data/shop.db": "x"})
	if err := os.Chmod(filepath.Join(c.Dir, "data/shop.db"), 0o444); err != nil {
		t.Fatal(err)
	}
	f := c.Causes()
	if len(f) == 0 || f[0].Problem != "data/shop.db may not be written" || !strings.Contains(f[0].Fix, "chmod u+w data/shop.db") {
		t.Errorf("%+v", f)
	}
}
