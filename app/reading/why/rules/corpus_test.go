package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/transcript/text"
)

// explained are the causes in the outputs of real tools (app/digest/testdata): the kind, and what the problem names. In
// all others there is none. Those of sqlite and redocly are not right: no migration makes the table of a query typed by
// hand, and redocly only announces what a later release needs.
var explained = map[string][]string{
	"astro_version":   {"version >=22.12.0 is wanted, this is 20.20.2"},
	"bun":             {"module no-such-package"},
	"deno":            {"file /home/dev/shop/none.ts"},
	"django_conflict": {"migration two migrations", "code cart.Item.price"},
	"django_urls":     {"migration 18 migrations"},
	"go_build":        {"module github.com/none/none"},
	"python_group":    {"env SHOP_CONFIG"},
	"puma_rack":       {"file ./none"},
	"ts_loader":       {"module no-such-loader"},
	"vite8":           {"file @/cart"},
	"vite8_build":     {"file ./none.css"},
	"django_settings": {"module environ"},
	"django_template": {"migration 18 migrations"},
	"django_tricky":   {"migration 18 migrations"},
	"flask_env":       {"env DATABASE_URL", "env SHOP_KEY"},
	"gunicorn":        {"module flask_cors"},
	"jest_suite":      {"env SHOP_DB", "file ./none"},
	"node_cause":      {"port 46565"},
	"nest":            {"code Nest finds no provider Prices for Cart"},
	"node_esm":        {"code an import of data.json", "file none.js"},
	"tsc_build":       {"module no-such-package"},
	"vite_proxy":      {"dependency 127.0.0.1:9", "module vite-plugin-none"},
	"vitest_watch":    {"file ./none.js"},
	"webpack_serve":   {"dependency 127.0.0.1:9", "file ./price"},
	"redocly":         {"version 22.12.0 or later is wanted, this is 20.20.2"},
	"rolldown":        {"file ./nope.js"},
	"sqlite":          {"migration the table nope"},
	"django_broken":   {"migration 18 migrations"},
	"django_clean":    {"migration 18 migrations"},
	"django_request":  {"migration 18 migrations"},
	"esbuild":         {"file ./price"},
	"fastapi":         {"module no_such_module"},
	"next_dev":        {"file ./no-such-file"},
	"node_missing":    {"module no-such-package"},
	"pytest":          {"module no_such_module"},
	"vite_dev":        {"file ./price.js"},
	"webpack_watch":   {"module no-such-package", "file ./price"},
	"zod_env":         {"env DATABASE_URL", "env SHOP_PORT", "env STRIPE_KEY"},
}

func TestRealOutputsAreExplained(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../digest/testdata/*/*.txt")
	if err != nil || len(files) < len(explained) {
		t.Fatalf("%d outputs, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			matches(t, ruled(project(t, plain(data), nil)), explained[name])
		})
	}
}

func plain(data []byte) string {
	var lines []string
	for line := range strings.Lines(string(data)) {
		lines = append(lines, string(text.AppendPlain(nil, []byte(strings.TrimRight(line, "\r\n")))))
	}
	return strings.Join(lines, "\n")
}

// matches: each finding is wanted, and each that is wanted is there.
func matches(t *testing.T, found []app.Finding, want []string) {
	t.Helper()
	left := slices.Clone(want)
	for _, f := range found {
		i := slices.IndexFunc(left, func(w string) bool {
			kind, words, _ := strings.Cut(w, " ")
			return string(f.Kind) == kind && regexp.MustCompile(`(^|[^\w.])`+regexp.QuoteMeta(words)).MatchString(f.Problem)
		})
		if i < 0 {
			t.Errorf("not wanted: %+v", f)
			continue
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 {
		t.Errorf("not found: %q in %+v", left, found)
	}
}
