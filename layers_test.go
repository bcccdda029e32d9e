package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the architecture: what each package may import of ours. No import goes up this list.
var mayImport = map[string][]string{
	".":              {"cli"},
	"cli":            {"app", "app/logs", "app/wait", "app/words", "app/digest", "app/config", "app/transcript", "app/atomicfile", "app/access", "app/run", "app/web", "mcp", "app/history", "app/home"},
	"mcp":            {"app", "app/logs", "app/wait", "app/words", "app/digest", "app/config", "app/transcript", "app/atomicfile", "app/history", "app/home"},
	"app/web":        {"app", "app/logs", "app/wait", "app/words", "app/digest", "app/access", "app/config", "app/sockdiag", "app/transcript", "app/atomicfile", "views", "views/storybook", "static", "app/history", "app/home"},
	"views":          {"app", "app/words", "app/digest", "app/access", "app/config", "app/transcript", "app/history"},
	"app/wait":       {"app", "app/words", "app/logs"},
	"app/logs":       {"app", "app/words", "app/run", "app/transcript"},
	"app/access":     {"app/atomicfile"},
	"app":            {"app/atomicfile", "app/config", "app/diagnose", "app/digest", "app/run", "app/sockdiag", "app/transcript", "app/words", "app/home"},
	"app/history":    {"app", "app/words"},
	"app/home":       {"app/atomicfile", "app/run"},
	"app/digest":     {"app/transcript", "app/words"},
	"app/run":        {"app/atomicfile", "app/transcript"},
	"app/config":     {"app/atomicfile", "app/words"},
	"app/diagnose":   {"app/words"},
	"app/words":      {},
	"app/sockdiag":   {},
	"app/transcript": {},
	"app/atomicfile": {},
	"app/run/fc":     {},                                                         // imported by tests alone
	"app/apptest":    {"app", "app/config", "app/run", "app/run/fc", "app/home"}, // imported by tests alone
	"static":         {},

	"views/storybook": {"views", "app", "app/words", "app/digest", "app/access", "app/config", "app/history"},
}

func TestNoImportGoesUp(t *testing.T) {
	for file, imports := range sourceImports(t) {
		pkg := filepath.ToSlash(filepath.Dir(file))
		allowed, known := mayImport[pkg]
		if !known {
			t.Errorf("%s: the package %s has no place in the architecture", file, pkg)
			continue
		}
		for _, path := range imports {
			if own, ok := strings.CutPrefix(path, "devservers/"); ok && !slices.Contains(allowed, own) {
				t.Errorf("%s must not import %s", file, path)
			}
		}
	}
}

// TestAHolderImportsLittle: all that app/run imports is initialised in each holder, and costs memory there.
func TestAHolderImportsLittle(t *testing.T) {
	for file, imports := range sourceImports(t) {
		dir := filepath.ToSlash(filepath.Dir(file))
		if dir != "app/run" && dir != "app/transcript" && dir != "app/atomicfile" || strings.HasSuffix(file, "_other.go") {
			continue
		}
		for _, path := range imports {
			heavy := strings.Contains(path, ".") && !strings.HasPrefix(path, "golang.org/x/sys/")
			if heavy || slices.Contains([]string{"net/http", "html/template", "text/template", "log/slog", "crypto/tls"}, path) {
				t.Errorf("%s imports %s, which every holder would initialise", file, path)
			}
		}
	}
}

// sourceImports gives the imports of all Go files that are not tests.
func sourceImports(t *testing.T) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		found[path] = []string{}
		for _, i := range f.Imports {
			name, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			found[path] = append(found[path], name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 20 {
		t.Fatalf("only %d files found", len(found))
	}
	return found
}
