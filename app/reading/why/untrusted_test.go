package why

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// raw are the packages that have the text of programs as strings.
var raw = []string{"devservers/app/transcript", "devservers/app/digest", "devservers/app/digest/parse",
	"devservers/app/reading/logs", "devservers/app/reading/edits"}

// TestTextOfProgramsBecomesNoName: finders get the text of programs as Printed, of which no name can be made, and what
// reads it as strings makes no names.
func TestTextOfProgramsBecomesNoName(t *testing.T) {
	t.Parallel()
	files := 0
	for _, dir := range []string{".", "finders", "machine"} {
		list, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, file := range list {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			if files++; readsRaw(f) && (dir != "." || makesNames(f)) {
				t.Errorf("%s reads the text of programs as strings", file)
			}
		}
	}
	if files < 40 {
		t.Errorf("only %d files were looked at", files)
	}
}

func readsRaw(f *ast.File) (is bool) {
	for _, i := range f.Imports {
		for _, path := range raw {
			is = is || i.Path.Value == `"`+path+`"`
		}
	}
	return is
}

// makesNames reports whether a file calls app.Known.
func makesNames(f *ast.File) (is bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		is = is || ok && s.Sel.Name == "Known"
		return true
	})
	return is
}
