package main

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport is the architecture: what each package may import of ours. No import goes up this list.
var mayImport = map[string][]string{
	".":                      {"cli"},
	"cli":                    {"cli/client", "cli/term", "cli/view", "cli/base", "cli/output", "cli/setup", "cli/manager", "cli/agents", "cli/bridge", "cli/demo", "cli/doctor", "cli/https", "cli/service", "cli/shell", "cli/live", "app", "app/web/story", "app/detect", "app/wait", "app/words", "app/config", "app/access", "app/web/ui", "app/home"},
	"mcp":                    {"app", "app/supervisor", "app/patches", "app/permits", "app/projects", "app/logs", "app/edits", "app/wait", "app/words", "app/digest", "app/config", "app/atomicfile", "app/history", "app/home", "app/why", "mcp/args", "mcp/caller", "mcp/notices", "mcp/output", "mcp/render", "mcp/progress", "mcp/results", "mcp/session", "mcp/target"},
	"mcp/progress":           {"app", "app/logs", "app/supervisor", "app/words", "mcp/output", "mcp/session"},
	"mcp/target":             {"app", "app/config", "app/supervisor", "app/words"},
	"mcp/results":            {"app", "app/atomicfile", "app/config", "app/digest", "app/edits", "app/logs", "app/words", "mcp/output", "mcp/render"},
	"mcp/notices":            {"app", "app/events", "app/history", "app/words", "mcp/output"},
	"mcp/caller":             {"app", "app/atomicfile", "app/config", "app/words", "mcp/address", "mcp/output"},
	"mcp/render":             {"app", "app/config", "app/digest", "app/words", "mcp/output"},
	"mcp/args":               {"app", "app/words"},
	"mcp/output":             {"app", "app/digest/place", "app/words", "app/transcript/text"},
	"mcp/address":            {"app/config"},
	"mcp/session":            {"app", "app/atomicfile"},
	"mcp/noschema":           {}, // a module of its own
	"app/web":                {"app/editor", "app/console", "app", "app/supervisor", "app/patches", "app/permits", "app/secrets", "app/projects", "app/logs", "app/edits", "app/wait", "app/words", "app/digest", "app/access", "app/config", "views", "static", "app/https", "app/web/guard", "app/web/oauth", "app/web/stream", "app/web/terminal", "app/web/ui", "app/web/wire", "app/history", "app/home", "app/why", "app/web/proxy", "app/web/browser", "app/runs"},
	"views":                  {"app", "app/words", "app/digest", "app/access", "app/config", "app/history", "views/sgr"},
	"views/lines":            {"app", "app/digest", "app/digest/place", "app/fields", "app/words", "views", "views/sgr"},
	"views/sgr":              {},
	"app/wait":               {"app", "app/supervisor", "app/projects", "app/words", "app/logs"},
	"app/edits":              {"app/sources", "app/runs", "app", "app/supervisor", "app/projects", "app/config", "app/digest", "app/process", "app/run", "app/transcript", "app/transcript/text", "app/words", "app/ports", "app/atomicfile"},
	"app/editor":             {"app", "app/digest/place"},
	"app/fields":             {"app/transcript/text"},
	"app/logs":               {"app/digest", "app/fields", "app/runs", "app", "app/supervisor", "app/projects", "app/words", "app/run", "app/transcript", "app/transcript/pattern", "app/transcript/text"},
	"app/https":              {"app/atomicfile"},
	"app/access":             {"app/atomicfile", "app/words"},
	"app":                    {"app/config", "app/digest", "app/run", "app/words"},
	"app/projects":           {"app/tool", "app", "app/words", "app/home", "app/config", "app/run", "app/atomicfile"},
	"app/events":             {"app", "app/words"},
	"app/meter":              {"app", "app/words", "app/config", "app/process", "app/run"},
	"app/runs":               {"app/config", "app", "app/words", "app/run", "app/transcript", "app/transcript/text"},
	"app/serving":            {"app", "app/ports", "app/process", "app/run"},
	"app/probe":              {"app/tool", "app/serving", "app", "app/words", "app/ports", "app/runs", "app/config", "app/process", "app/run", "app/transcript", "app/transcript/text"},
	"app/activity":           {"app", "app/ports"},
	"app/pins":               {"app", "app/atomicfile"},
	"app/restarts":           {"app", "app/atomicfile", "app/config", "app/run"},
	"app/facts":              {"app/serving", "app", "app/words", "app/config", "app/run", "app/runs"},
	"app/wants":              {"app", "app/config", "app/facts", "app/restarts", "app/run", "app/runs", "app/words"},
	"app/outside":            {"app", "app/words", "app/atomicfile", "app/config", "app/ports", "app/serving"},
	"app/console":            {"app/activity", "app", "app/config", "app/process", "app/run", "app/runs", "app/transcript"},
	"app/supervisor":         {"app/outside", "app/wants", "app/changes", "app/activity", "app/facts", "app/pins", "app/restarts", "app/console", "app/serving", "app/probe", "app/runs", "app/events", "app/meter", "app", "app/words", "app/home", "app/ports", "app/projects", "app/config", "app/process", "app/run"},
	"app/history":            {"app", "app/words"},
	"app/home":               {"app/atomicfile", "app/process", "app/run"},
	"app/ports":              {"app", "app/config", "app/words", "app/atomicfile", "app/process", "app/run", "app/sockdiag"},
	"app/patches":            {"app", "app/supervisor", "app/projects", "app/config", "app/words", "app/why/files"},
	"app/secrets":            {"app/projects", "app/config"},
	"app/permits":            {"app", "app/atomicfile", "app/supervisor", "app/patches", "app/why"},
	"app/notify":             {"app/events", "app", "app/supervisor", "app/projects", "app/config", "app/process", "app/run", "app/transcript/text", "app/words"},
	"app/why":                {"app/outside", "app/why/proof", "app/why/resolve", "app/why/output", "app/why/lacks", "app/why/sayings", "app/why/rules", "app/why/files", "app/digest", "app/edits", "app/runs", "app", "app/supervisor", "app/projects", "app/config", "app/ports", "app/transcript", "app/transcript/text", "app/words"},
	"app/why/steps":          {"app/lazy", "app/why/files"},
	"app/why/disk":           {"app", "app/why/files"},
	"app/why/sayings":        {"app/lazy", "app", "app/words"},
	"app/why/lacks":          {"app", "app/why/files", "app/why/resolve", "app/why/sayings", "app/words", "app/why/steps"},
	"app/why/resolve":        {"app", "app/why/files", "app/why/sayings", "app/words", "app/why/disk"},
	"app/why/raised":         {"app", "app/digest", "app/digest/place", "app/why/advice", "app/why/files", "app/why/lacks", "app/why/output", "app/why/proof", "app/why/resolve", "app/why/sayings", "app/why/variables", "app/words", "app/why/disk", "app/why/steps"},
	"app/why/rules":          {"app", "app/digest", "app/digest/place", "app/transcript/text", "app/why/advice", "app/why/files", "app/why/lacks", "app/why/output", "app/why/raised", "app/why/proof", "app/why/resolve", "app/why/sayings", "app/why/variables", "app/words", "app/why/steps", "app/why/disk"},
	"app/why/output":         {"app/why/files", "app/why/sayings", "app/digest", "app/digest/place", "app/transcript/text", "app/words"},
	"app/why/variables":      {"app", "app/why/files", "app/why/proof", "app/why/resolve", "app/why/sayings"},
	"app/why/advice":         {"app/lazy"},
	"app/why/proof":          {"app/lazy", "app/why/files", "app/words"},
	"app/why/files":          {"app/lazy", "app/words"},
	"app/digest":             {"app/digest/parse", "app/digest/place", "app/digest/prefix", "app/transcript/text", "app/words"},
	"app/digest/parse":       {"app/digest/place", "app/transcript/text", "app/words"},
	"app/digest/place":       {},
	"app/digest/prefix":      {},
	"app/changes":            {},
	"app/process":            {"app/kernel"},
	"app/run":                {"app/changes", "app/process", "app/run/copier", "app/run/holder", "app/run/protocol", "app/run/tty", "app/transcript"},
	"app/kernel":             {},
	"app/run/holder":         {"app/kernel", "app/process", "app/run/copier", "app/run/protocol", "app/run/tty", "app/transcript"},
	"app/run/copier":         {"app/run/tty", "app/transcript"},
	"app/run/protocol":       {"app/atomicfile", "app/kernel", "app/process"},
	"app/run/tty":            {"app/kernel"},
	"app/config":             {"app/lazy", "app/atomicfile", "app/words"},
	"app/login":              {},
	"app/sources":            {},
	"app/lazy":               {},
	"app/tool":               {"app/lazy"},
	"app/detect":             {"app/detect/lists", "app/lazy", "app/why/files", "app/tool", "app/config"},
	"app/export":             {"app/config", "app/tool"},
	"app/detect/lists":       {"app/lazy"},
	"app/words":              {},
	"app/sockdiag":           {},
	"app/transcript":         {"app/transcript/literal", "app/transcript/text"},
	"app/transcript/literal": {"app/transcript/text"},
	"app/transcript/pattern": {"app/transcript/literal"},
	"app/transcript/text":    {},
	"app/atomicfile":         {},
	"app/config/configtest":  {},                                                                                                          // imported by tests alone
	"app/apptest/chromium":   {},                                                                                                          // imported by tests alone
	"app/apptest/npm":        {},                                                                                                          // imported by tests alone
	"app/run/fc":             {},                                                                                                          // imported by tests alone
	"app/apptest":            {"app", "app/supervisor", "app/projects", "app/config", "app/process", "app/run", "app/run/fc", "app/home"}, // imported by tests alone
	"app/apptest/acks":       {"app/run", "app/transcript"},                                                                               // imported by tests alone
	"chaos":                  {},                                                                                                          // tests alone
	"figures":                {},                                                                                                          // tests alone
	"static":                 {},

	"cli/client":  {"app/atomicfile", "app/runs", "app", "app/supervisor", "app/projects", "app/home", "app/config", "app/transcript/text", "app/words"},
	"cli/term":    {"app/transcript/text", "app/words"},
	"cli/view":    {"app", "app/access", "app/config", "app/digest", "app/history", "app/home", "app/words", "cli/client", "cli/term"},
	"cli/base":    {"app", "app/access", "app/config", "app/home", "app/words", "cli/client", "cli/term", "cli/view"},
	"cli/output":  {"app", "app/digest", "app/edits", "app/history", "app/logs", "app/words", "cli/base", "cli/client", "cli/term", "cli/view"},
	"cli/setup":   {"app", "app/config", "app/detect", "app/export", "app/words", "cli/base", "cli/client", "cli/term", "cli/view"},
	"cli/manager": {"app", "app/run", "app/runs", "app/access", "app/config", "app/ports", "app/edits", "app/history", "app/home", "app/https", "app/login", "app/logs", "app/notify", "app/permits", "app/supervisor", "app/wait", "app/web", "app/web/guard", "app/why", "cli/client", "mcp"},
	"cli/agents":  {"app/atomicfile"},
	"cli/demo":    {"app/words"},
	"cli/doctor":  {"app/runs", "app/ports", "app/words", "cli/agents", "cli/base", "cli/client", "cli/term"},
	"cli/live":    {"app", "app/words", "cli/base", "cli/client", "cli/term", "cli/view"},
	"cli/manual":  {},
	"cli/shell":   {"app", "app/config", "app/words", "cli/base", "cli/client", "cli/manual", "cli/term"},
	"cli/https":   {"app", "app/https", "cli/base", "cli/client", "cli/term"},
	"cli/service": {"app", "cli/base", "cli/client"},
	"cli/bridge":  {"app", "app/access", "app/home", "app/transcript/text", "cli/client"},

	"app/web/guard":    {"app/web/wire", "app", "app/access", "app/atomicfile", "app/sockdiag", "app/words"},
	"app/web/oauth":    {"app/web/guard", "app/web/wire", "app", "app/access", "app/history", "views"},
	"app/web/terminal": {"app/console", "app/web/guard", "app/web/wire", "app", "app/supervisor", "app/projects", "app/history"},
	"app/web/browser":  {"app"},
	"app/web/proxy":    {"app", "app/ports", "app/web/browser"},
	"app/web/stream":   {"app", "app/web/wire", "app/supervisor"},
	"app/web/sent":     {},
	"app/web/ui":       {"app/web/sent", "app/digest", "app/editor", "app/web/guard", "app/web/stream", "app/web/wire", "app", "app/access", "app/config", "app/config/trust", "app/edits", "app/history", "app/logs", "app/supervisor", "app/patches", "app/permits", "app/why", "app/words", "static", "views", "views/lines", "app/web/merged", "app/digest/place"},
	"app/web/merged":   {"app", "app/changes", "app/digest", "app/digest/place", "app/fields", "app/logs", "app/supervisor", "app/web/stream", "app/web/wire", "views", "views/lines"},
	"app/web/story":    {"app/web/guard", "app/web/wire", "static", "views/storybook"},
	"app/web/wire":     {"app", "app/kernel", "app/words"},
	"views/storybook":  {"views", "views/lines", "app", "app/words", "app/digest", "app/access", "app/config", "app/history"},
}

// configParts are app/config and the packages below it, in order: each may import those before it. A package that may
// import app/config may import them all.
var configParts = []string{
	"app/config/naming", "app/config/place", "app/config/yml", "app/config/envvar", "app/config/command", "app/config",
	"app/config/settings", "app/config/overlay", "app/config/trust",
}

func allows(pkg string, allowed []string, own string) bool {
	from, to := slices.Index(configParts, pkg), slices.Index(configParts, own)
	if to >= 0 {
		return from > to || from < 0 && slices.Contains(allowed, "app/config")
	}
	return slices.Contains(allowed, own)
}

func TestNoImportGoesUp(t *testing.T) {
	for file, imports := range sourceImports(t) {
		pkg := filepath.ToSlash(filepath.Dir(file))
		allowed, known := mayImport[pkg]
		if slices.Contains(configParts, pkg) {
			allowed, known = mayImport["app/config"], true
		}
		if !known {
			t.Errorf("%s: the package %s has no place in the architecture", file, pkg)
			continue
		}
		for _, path := range imports {
			if own, ok := strings.CutPrefix(path, "devservers/"); ok && !allows(pkg, allowed, own) {
				t.Errorf("%s must not import %s", file, path)
			}
		}
	}
}

// TestHoldersBranchOffEarly: Go initialises, of the packages whose imports are initialised, always the first by path. So a
// package that the holder imports makes it wait for all that come before that one, and each holder has their memory. Those
// that encoding/json and os/signal need come first in any case; maps and encoding/binary come right after.
func TestHoldersBranchOffEarly(t *testing.T) {
	early := append(deps(t, "encoding/json", "os/signal"), "encoding/binary", "maps")
	for _, path := range deps(t, "./app/run/holder") {
		if !strings.HasPrefix(path, "devservers/") && !slices.Contains(early, path) {
			t.Errorf("app/run/holder needs %s, and is initialised after much of the program", path)
		}
	}
}

// deps returns the packages and all that they import on Linux.
func deps(t *testing.T, packages ...string) []string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-deps"}, packages...)...)
	cmd.Env = append(os.Environ(), "GOOS=linux")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(out))
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

// TestProgramInitializesNoTables: go-runewidth fills 2 MB of tables at each start of a program that imports it, which took
// longer than all else, and ten times as long with the race detector. jsonschema compiles as much.
func TestProgramInitializesNoTables(t *testing.T) {
	out := strings.Join(deps(t, "."), "\n")
	if strings.Contains(out, "mattn/go-runewidth") {
		t.Error("a package that the program imports uses go-runewidth; displaywidth does the same without tables")
	}
	if strings.Contains(out, "santhosh-tekuri/jsonschema/v6/") {
		t.Error("the program compiles all drafts of JSON Schema at each start; mcp/noschema stands in for that")
	}
}
