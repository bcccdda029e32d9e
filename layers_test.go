package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms is the architecture: the rooms in their order, and the packages of each in theirs. A package imports only
// packages that stand before it here.
var rooms = []struct{ room, owns, packages string }{
	{"base", "small files, locks, processes, English, directories",
		"app/base/words app/base/changes app/base/process app/base/home"},
	{"config", "devservers.yml and what the person decided",
		"app/config/yml app/config/command app/config app/config/settings"},
	{"transcript", "what a run printed: bytes on disk, lines of text",
		"app/transcript/text app/transcript"},
	{"digest", "errors in output",
		"app/digest/parse app/digest"},
	{"run", "one execution: its holder, terminal and record",
		"app/run/cage app/run/protocol app/run"},
	{"app", "the values that all parts above and below share",
		"app"},
	{"project", "what files say now",
		"app/project/sources app/project/code app/project/survey app/project/lists " +
			"app/project/programs app/project/detect " +
			"app/project"},
	{"record", "what outlives a run: ended runs, events and deeds; who is told",
		"app/record/history"},
	{"engine", "what is wanted of each server, and what is so",
		"app/engine/machine app/engine/health app/engine/server app/engine/supervisor"},
	{"reading", "what output and edits mean: lines, verdicts, causes",
		"app/reading/logs app/reading/evidence app/reading/edits " +
			"app/reading/why/finders app/reading/why/machine app/reading/why"},
	{"access", "grants of clients; changes of env and port outside devservers.yml, and who may make them",
		"app/access"},
	{"hosts", "other places where servers run, and the pipe to each",
		"app/hosts"},
	{"environment", "what a git worktree has of its own: copies, data, tasks that prepare it",
		"app/environment/copies app/environment"},
	{"views", "draws values as HTML",
		"static views views/lines"},
	{"web", "the door of browsers and scripts",
		"app/web/wire app/web/guard app/web/proxy app/web/streams app/web/pages app/web"},
	{"mcp", "the door of agents",
		"mcp/render mcp/session mcp"},
	{"cli", "the command line, and what assembles the manager",
		"cli/client cli/view cli/agents cli ."},
}

// Limits of the house. A package below floor lines is one idea too few, unless three others import it.
const (
	maxPackages, maxImports = 55, 380
	floor, ceiling          = 300, 2600
)

// fixed are packages whose place or size was decided elsewhere.
var fixed = map[string]string{
	".": "main", "static": "embeds the files of the browser", "cli": "one file for each command",
}

// places gives each package its number in the order.
func places() map[string]int {
	order := map[string]int{}
	for _, r := range rooms {
		for name := range strings.FieldsSeq(r.packages) {
			order[name] = len(order) + 1
		}
	}
	return order
}

func TestNoImportGoesUp(t *testing.T) {
	packages := measure(t)
	order := places()
	for name, p := range packages {
		if order[name] == 0 {
			t.Errorf("%s has no room", name)
		}
		for own := range p.imports {
			if order[own] >= order[name] {
				t.Errorf("%s must not import %s", name, own)
			}
		}
	}
}

func TestHouseKeepsItsMeasures(t *testing.T) {
	packages, importers, edges := measure(t), map[string]int{}, 0
	for _, p := range packages {
		edges += len(p.imports)
		for own := range p.imports {
			importers[own]++
		}
	}
	if len(packages) > maxPackages || edges > maxImports {
		t.Errorf("%d packages with %d imports; at most %d and %d", len(packages), edges, maxPackages, maxImports)
	}
	for name, p := range packages {
		if fixed[name] != "" {
			continue
		}
		if p.lines > ceiling || p.lines < floor && importers[name] < 3 {
			t.Errorf("%s has %d lines and %d importers", name, p.lines, importers[name])
		}
	}
}

// measured is a package: its lines without tests and generated code, and what it imports of ours.
type measured struct {
	lines   int
	imports map[string]bool
}

// measure reads all packages of the program. Those below tests are for tests alone, and a storybook is in no build
// without its tag.
func measure(t *testing.T) map[string]*measured {
	t.Helper()
	found := map[string]*measured{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && slices.Contains([]string{"tests", "tmp", "testdata", "storybook", "story", "noschema"},
			d.Name()) {
			return cmpOr(err, fs.SkipDir)
		}
		if d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		return add(found, path)
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 20 {
		t.Fatalf("only %d packages found", len(found))
	}
	return found
}

func cmpOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// add counts a file to its package.
func add(found map[string]*measured, path string) error {
	src, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, src, parser.ImportsOnly)
	if err != nil {
		return err
	}
	name := filepath.ToSlash(filepath.Dir(path))
	p := found[name]
	if p == nil {
		p = &measured{imports: map[string]bool{}}
		found[name] = p
	}
	if !strings.HasSuffix(path, "_templ.go") {
		p.lines += bytes.Count(src, []byte("\n"))
	}
	for _, i := range f.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return err
		}
		if own, ok := strings.CutPrefix(imported, "devservers/"); ok && !strings.HasSuffix(own, "/story") {
			p.imports[own] = true
		}
	}
	return nil
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

// TestProgramInitializesNoTables: go-runewidth fills 2 MB of tables at each start of a program that imports it, which
// took longer than all else, and ten times as long with the race detector.
func TestProgramInitializesNoTables(t *testing.T) {
	out := strings.Join(deps(t, "."), "\n")
	if strings.Contains(out, "mattn/go-runewidth") {
		t.Error("a package that the program imports uses go-runewidth; displaywidth does the same without tables")
	}
}

// TestModuleCanBeInstalled: `go install MODULE@VERSION` refuses a module whose go.mod replaces another one.
func TestModuleCanBeInstalled(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil || regexp.MustCompile(`(?m)^replace\b`).Match(text) {
		t.Error("go.mod must not have a replace directive; .ci/release-mod adds the one of binaries", err)
	}
}

// TestArchitectureNamesEachRoom: ARCHITECTURE.md has a row for each room, and names its packages.
func TestArchitectureNamesEachRoom(t *testing.T) {
	text, err := os.ReadFile("ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	rows := 0
	for lines.Scan() {
		rows++
	}
	if rows > 150 {
		t.Errorf("ARCHITECTURE.md has %d lines; at most 150", rows)
	}
	for _, r := range rooms {
		if !strings.Contains(string(text), fmt.Sprintf("| `%s` |", r.room)) {
			t.Errorf("ARCHITECTURE.md lacks a row for %s", r.room)
		}
	}
}

// TestTypesHaveNamesOfTheirOwn: a name that stands for three things is understood by nobody. Options is one thing: what
// a New needs.
func TestTypesHaveNamesOfTheirOwn(t *testing.T) {
	packages := map[string]map[string]bool{}
	for dir := range measure(t) {
		for name := range typesOf(t, dir) {
			if packages[name] == nil {
				packages[name] = map[string]bool{}
			}
			packages[name][dir] = true
		}
	}
	for name, dirs := range packages {
		if len(dirs) > 2 && name != "Options" {
			t.Errorf("%d types are called %s: %v", len(dirs), name, slices.Sorted(maps.Keys(dirs)))
		}
	}
}

// typesOf returns the names of the types that a package declares outside of functions.
func typesOf(t *testing.T, dir string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || strings.HasSuffix(file, "_templ.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			for i := 0; ok && i < len(g.Specs); i++ {
				if s, isType := g.Specs[i].(*ast.TypeSpec); isType {
					names[s.Name.Name] = true
				}
			}
		}
	}
	return names
}
