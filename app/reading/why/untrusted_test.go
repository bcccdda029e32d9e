package why

import (
	"bytes"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// raw is what has the text of programs as strings: packages with their functions and types, types, fields.
var raw = []string{"devservers/app/transcript", "devservers/app/transcript/text", "devservers/app/digest",
	"devservers/app/digest/parse", "devservers/app/reading/logs", "devservers/app/reading/edits",
	"devservers/app/reading/evidence", "devservers/app.Block", "devservers/app.Evidence", "devservers/app.Error.Output",
	"devservers/app.Error.Detail", "devservers/app.Error.Short", "devservers/app.Status.Unhealthy",
	"devservers/app.Status.Reason", "devservers/app/base/words.Reason.Detail", "(*devservers/app.Error).Line", "(*devservers/app.Error).Error"}

// checked are functions that return a string only if it names something that they have looked up.
var checked = []string{"(*devservers/app/project/sources.Project).Found"}

// flow is where the values of a program come from, without regard to the order in which it runs.
type flow struct {
	fset  *token.FileSet
	info  *types.Info
	from  map[types.Object][]ast.Expr // of a variable, a parameter, a field or a function that returns
	seen  map[ast.Node]bool
	names int // made by app.Known
}

// TestTextOfProgramsBecomesNoName follows each string of which a name is made back to its sources: over variables,
// parameters, fields and results of all finders. None is the text of a program.
func TestTextOfProgramsBecomesNoName(t *testing.T) {
	t.Parallel()
	f := newFlow()
	load := f.loader(t)
	for _, dir := range []string{"finders", "machine", "."} {
		if wrong := f.known(load(dir, f.filesOf(t, dir))); len(wrong) > 0 {
			t.Errorf("text of programs becomes a name: %s", wrong)
		}
	}
	if f.names < 200 {
		t.Errorf("only %d names were looked at", f.names)
	}
}

// TestFlowIsFound: each of these lines makes a name of what a program printed.
func TestFlowIsFound(t *testing.T) {
	t.Parallel()
	f := newFlow()
	load := f.loader(t)
	const source = `package why
import ("strings"; "devservers/app"; "devservers/app/digest"; "devservers/app/transcript"; "devservers/app/transcript/text")
type has struct{ field string }
func param(s string) { _ = app.Known(s) } // wrong
func result(l transcript.Line) string { return text.Plain(l.Text) }
func lines(l transcript.Line, e digest.Error, st app.Status, s string) {
	x := "a " + strings.TrimSpace(string(l.Text))
	y := has{field: e.Message}
	z := strings.Fields(s)
	for _, w := range strings.Fields(e.Message) {
		_ = app.Known(w) // wrong
	}
	_ = app.Known(x) // wrong
	_ = app.Known(y.field) // wrong
	_ = app.Known(result(l)) // wrong
	_ = app.Known(app.Print("a").In(st.Unhealthy)) // wrong
	_ = app.Known(func() string { return string(l.Text) }()) // wrong
	_ = app.Known(z[0])
	_ = app.Known(st.URL)
	param(x)
	make := app.Known // wrong
	_ = make(x)
}
`
	file, err := parser.ParseFile(f.fset, "a.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	wrong := f.known(load(".", []*ast.File{file}))
	for i, line := range strings.Split(source, "\n") {
		found := slices.ContainsFunc(wrong, func(p token.Position) bool { return p.Line == i+1 })
		if found != strings.HasSuffix(line, "// wrong") {
			t.Errorf("found %v: %s", found, line)
		}
	}
}

// TestOnlyFindersMakeNames: everything else gets only constants and names.
func TestOnlyFindersMakeNames(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("grep", "-rlF", "--include=*.go", "--exclude=*_test.go", "app.Known(", "../../..").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		dir, _ := filepath.Rel("../../..", filepath.Dir(name))
		if !strings.HasPrefix(dir, "app/reading/why") && dir != "app/testdata/untrusted" {
			t.Errorf("%s makes names", name)
		}
	}
}

func newFlow() *flow {
	return &flow{fset: token.NewFileSet(), from: map[types.Object][]ast.Expr{}, seen: map[ast.Node]bool{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}}
}

// loader returns a function that reads the sources of a package below this one.
func (f *flow) loader(t *testing.T) func(dir string, files []*ast.File) []*ast.File {
	out, err := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	exports, own := map[string]string{}, map[string]*types.Package{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		exports[path] = file
	}
	gc := importer.ForCompiler(f.fset, "gc", func(path string) (io.ReadCloser, error) {
		data, err := os.ReadFile(exports[path])
		return io.NopCloser(bytes.NewReader(data)), err
	})
	imports := importFunc(func(path string) (*types.Package, error) {
		if p := own[path]; p != nil {
			return p, nil
		}
		return gc.Import(path)
	})
	return func(dir string, files []*ast.File) []*ast.File {
		path := filepath.Join("devservers/app/reading/why", dir)
		p, err := (&types.Config{Importer: imports}).Check(path, f.fset, files, f.info)
		if err != nil {
			t.Fatal(err)
		}
		own[path] = p
		for _, file := range files {
			ast.Inspect(file, f.collect)
		}
		return files
	}
}

type importFunc func(path string) (*types.Package, error)

func (i importFunc) Import(path string) (*types.Package, error) { return i(path) }

// filesOf parses the sources of a package.
func (f *flow) filesOf(t *testing.T, dir string) (list []*ast.File) {
	out, err := exec.Command("go", "list", "-f", `{{join .GoFiles "\n"}}`, "./"+dir).Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(out)) {
		file, err := parser.ParseFile(f.fset, filepath.Join(dir, name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, file)
	}
	return list
}

// put notes that a value comes from an expression.
func (f *flow) put(to ast.Expr, from ast.Expr) {
	switch e := ast.Unparen(to).(type) {
	case *ast.Ident:
		if o := f.info.ObjectOf(e); o != nil {
			f.from[o] = append(f.from[o], from)
		}
	case *ast.SelectorExpr:
		f.put(e.Sel, from)
	case *ast.IndexExpr:
		f.put(e.X, from)
	case *ast.StarExpr:
		f.put(e.X, from)
	}
}

// collect notes where the values of a node come from.
func (f *flow) collect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			f.put(to, n.Rhs[min(i, len(n.Rhs)-1)])
		}
	case *ast.ValueSpec:
		for i, to := range n.Names {
			if len(n.Values) > 0 {
				f.put(to, n.Values[min(i, len(n.Values)-1)])
			}
		}
	case *ast.RangeStmt:
		for _, to := range []ast.Expr{n.Key, n.Value} {
			if to != nil {
				f.put(to, n.X)
			}
		}
	case *ast.CompositeLit:
		if st, ok := f.info.TypeOf(n).Underlying().(*types.Struct); ok {
			for i, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					f.put(kv.Key, kv.Value)
				} else {
					f.from[st.Field(i)] = append(f.from[st.Field(i)], e)
				}
			}
		}
	case *ast.CallExpr:
		if sig, ok := f.info.TypeOf(n.Fun).(*types.Signature); ok {
			if called := f.called(n); called != nil {
				sig = called.Type().(*types.Signature)
			}
			for i, arg := range n.Args {
				if k := min(i, sig.Params().Len()-1); k >= 0 {
					f.from[sig.Params().At(k)] = append(f.from[sig.Params().At(k)], arg)
				}
			}
		}
	case *ast.FuncDecl:
		f.returns(f.info.Defs[n.Name], n.Type, n.Body)
	}
	return true
}

// returns notes what a function returns.
func (f *flow) returns(o types.Object, t *ast.FuncType, body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		if r, ok := n.(*ast.ReturnStmt); ok {
			f.from[o] = append(f.from[o], r.Results...)
		}
		_, inner := n.(*ast.FuncLit)
		return !inner
	})
	f.from[o] = append(f.from[o], fields(t.Results)...)
}

func fields(list *ast.FieldList) (names []ast.Expr) {
	if list != nil {
		for _, field := range list.List {
			for _, name := range field.Names {
				names = append(names, name)
			}
		}
	}
	return names
}

// called returns the function or method that a call names.
func (f *flow) called(n *ast.CallExpr) *types.Func {
	var name *ast.Ident
	switch e := ast.Unparen(n.Fun).(type) {
	case *ast.Ident:
		name = e
	case *ast.SelectorExpr:
		name = e.Sel
	default:
		return nil
	}
	called, _ := f.info.Uses[name].(*types.Func)
	return called
}

// known returns where files make names of what programs print, or use app.Known for something else than a call.
func (f *flow) known(files []*ast.File) (wrong []token.Position) {
	calls := map[*ast.Ident]bool{}
	check := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if called := f.called(n); called != nil && called.FullName() == "devservers/app.Known" {
				calls[n.Fun.(*ast.SelectorExpr).Sel] = true
				f.names++
				if clear(f.seen); f.printed(n.Args[0]) {
					wrong = append(wrong, f.fset.Position(n.Pos()))
				}
			}
		case *ast.Ident:
			if o, ok := f.info.Uses[n].(*types.Func); ok && o.FullName() == "devservers/app.Known" && !calls[n] {
				wrong = append(wrong, f.fset.Position(n.Pos()))
			}
		}
		return true
	}
	for _, file := range files {
		ast.Inspect(file, check)
	}
	return wrong
}

// printed reports whether a value may have the text of a program.
func (f *flow) printed(e ast.Expr) bool {
	if f.seen[e] {
		return false
	}
	f.seen[e] = true
	if t := f.info.TypeOf(e); t != nil && (harmless(t) || isRaw(t)) {
		return isRaw(t)
	}
	switch e := e.(type) {
	case *ast.Ident:
		return slices.ContainsFunc(f.from[f.info.ObjectOf(e)], f.printed)
	case *ast.SelectorExpr:
		if sel := f.info.Selections[e]; sel != nil && sel.Kind() == types.FieldVal {
			return isRawField(sel) || slices.ContainsFunc(f.from[sel.Obj()], f.printed)
		}
		return f.printed(e.Sel)
	case *ast.CallExpr:
		return f.gives(e)
	case *ast.CompositeLit:
		return slices.ContainsFunc(e.Elts, f.printed)
	case *ast.KeyValueExpr:
		return f.printed(e.Value)
	case *ast.BinaryExpr:
		return f.printed(e.X) || f.printed(e.Y)
	case *ast.ParenExpr:
		return f.printed(e.X)
	case *ast.IndexExpr:
		return f.printed(e.X)
	case *ast.SliceExpr:
		return f.printed(e.X)
	case *ast.StarExpr:
		return f.printed(e.X)
	case *ast.UnaryExpr:
		return f.printed(e.X)
	}
	return false
}

// gives reports whether what a call returns may have the text of a program: by its function, if that is of the finders,
// else by what it is given.
func (f *flow) gives(e *ast.CallExpr) bool {
	called := f.called(e)
	if called != nil && len(f.from[called]) > 0 {
		return slices.ContainsFunc(f.from[called], f.printed)
	}
	if called != nil && called.Pkg() != nil && (slices.Contains(checked, called.FullName()) || slices.Contains(raw, called.Pkg().Path()) ||
		slices.Contains(raw, called.FullName())) {
		return !slices.Contains(checked, called.FullName())
	}
	given := e.Args
	switch fun := ast.Unparen(e.Fun).(type) {
	case *ast.FuncLit:
		given = nil
		ast.Inspect(fun.Body, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok {
				given = append(given, r.Results...)
			}
			return true
		})
	case *ast.SelectorExpr:
		given = append(slices.Clone(given), fun.X)
	case *ast.Ident:
		given = append(slices.Clone(given), fun)
	}
	return slices.ContainsFunc(given, f.printed)
}

// harmless reports whether a value of a type has no text, or is Printed, which gives away only what is declared.
func harmless(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString == 0
	case *types.Signature:
		return u.Results().Len() == 1 && harmless(u.Results().At(0).Type())
	}
	return slices.Contains([]string{"devservers/app.Printed", "*regexp.Regexp"}, types.TypeString(t, nil))
}

// isRaw reports whether a type is one of what programs print.
func isRaw(t types.Type) bool {
	switch u := t.(type) {
	case *types.Pointer:
		return isRaw(u.Elem())
	case *types.Slice:
		return isRaw(u.Elem())
	case *types.Named:
		o := u.Obj()
		return o.Pkg() != nil && (slices.Contains(raw, o.Pkg().Path()) || slices.Contains(raw, o.Pkg().Path()+"."+o.Name()))
	}
	return false
}

// isRawField reports whether a field is one of what programs print.
func isRawField(sel *types.Selection) bool {
	t := sel.Recv()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := t.(*types.Named)
	return ok && named.Obj().Pkg() != nil && (isRaw(t) ||
		slices.Contains(raw, named.Obj().Pkg().Path()+"."+named.Obj().Name()+"."+sel.Obj().Name()))
}
