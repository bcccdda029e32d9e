package parse

import (
	"path"
	"slices"
)

// These tools need no parser: the grammar of places reads their errors. The table has what the grammar can't know:
// which line is theirs, from where they count columns, and what they print about their work.

var esbuild = Parser{
	Kind: "esbuild", Placed: true, FromZero: true,
	Head: Pattern{Expr: `^\s*[✘X▲] \[(?:ERROR|WARNING)\] |^\S.*:\d+:\d+: ERROR: `},
	Signals: []Signal{
		{Text: "[watch] build started", Says: Begins},
		{Text: "[watch] build finished", Says: Ends},
	},
}

// webpack are webpack and rspack.
var webpack = Parser{
	Kind: "webpack", Placed: true, FromZero: true,
	Head: Pattern{Expr: `^(?:ERROR|WARNING) in |^<[ew]> \[webpack-`},
	Signals: []Signal{
		{Text: "compiled successfully", Says: Works, Whole: true, Clears: []string{"webpack", "typescript", "eslint"}},
		{Text: " compiled with ", Is: fits(` error`), Says: Fails, Whole: true},
		{Text: " compiled with ", Says: Works, Whole: true},
	},
}

// typescript is tsc, also within other tools.
var typescript = Parser{
	Kind: "typescript", Placed: true,
	Head: Pattern{Expr: `\berror TS\d+: |^TS\d+(?: \[ERROR\])?: `},
	Signals: []Signal{
		{Text: "Starting compilation in watch mode", Says: Begins},
		{Text: "Starting incremental compilation", Says: Begins},
		{Text: "Found 0 errors", Says: Works, Whole: true},
		{Text: "Found ", Is: fits(`^Found [1-9]\d* errors?(?:\.$| in )`), Says: Fails, Whole: true},
		{Text: "Watching for file changes.", Is: fits(`Found [1-9]\d* errors?\. Watching`), Says: Fails, Whole: true},
	},
}

// rust reads cargo and rustc.
var rust = Parser{
	Kind: "rust", Placed: true, Files: []string{".rs"},
	Signals: []Signal{
		{Text: "   Compiling ", Says: Begins},
		{Text: "    Finished `", Says: Works, Whole: true},
		{Text: "error: could not compile ", Says: Fails, Whole: true},
	},
}

// first returns the first parser that fits; nil = none does.
func first(fits func(*Parser) bool) *Parser {
	if i := slices.IndexFunc(All, fits); i >= 0 {
		return All[i]
	}
	return nil
}

// ToolOf returns the tool that printed an error which the grammar read, by its first line; nil = unknown.
func ToolOf(line string) *Parser {
	return first(func(p *Parser) bool { return p.Head.Expr != "" && p.Head.Matches(line) })
}

// CompilerOf returns the tool that reports errors in files like this one; nil = unknown.
func CompilerOf(file string) *Parser {
	return first(func(p *Parser) bool { return slices.Contains(p.Files, path.Ext(file)) })
}

// Named returns the tool of a kind; nil = it is not a tool's.
func Named(kind string) *Parser {
	return first(func(p *Parser) bool { return p.Kind == kind && p.Begin == nil })
}

var esbuildThrown = Pattern{Expr: `^(\S.*):(\d+):(\d+): ERROR: (.+)$`}

// bundler turns r into an error of esbuild if text is one, as thrown: "Transform failed with 1 error:", then this line.
func (r *Reading) bundler(text string) bool {
	m := esbuildThrown.Find(text)
	if m == nil {
		return false
	}
	r.Ready, r.Rank = true, Ours
	r.Finding = Finding{Kind: esbuild.Kind, Message: m[4], File: m[1], Line: Number(m[2]), Column: Number(m[3])}
	return true
}
