package parse

import "strings"

// vite parses errors of Vite's dev server and build, and knows when it updates the page.
var vite = Parser{
	Kind: "vite", Placed: true, Absorbs: true,
	Cues:  []string{"[vite]", "error during build:", "[plugin:", "[vite-plugin-svelte]", viteConfig},
	Begin: beginVite, Next: nextVite,
	Signals: []Signal{
		{Text: " hmr update ", Says: Notices, Spares: viteSpares},
		{Text: " page reload ", Says: Notices},
		{Text: "built in ", Is: isBuiltIn, Says: Works, Whole: true, Clears: []string{"vite", "esbuild"}},
		{Text: "server restarted.", Says: Works, Clears: everything},
		{Text: "build started...", Says: Begins},
	},
}

var (
	viteError = Pattern{Expr: `(?:\[vite\](?: \(\w+\))?|^\S*) ?(?:Internal server error|Pre-transform error|Error when evaluating SSR module [^:]+): (.*)$`}
	viteProxy = Pattern{Expr: `\[vite\] ((?:http|ws) proxy (?:socket )?error: ?.*)$`}
	viteWarn  = Pattern{Expr: `\[vite-plugin-svelte\] (?:\[\w+\] )?(\S+\.svelte):(\d+):(\d+) (.+)$`}
	viteSaid  = Pattern{Expr: `^(?:[\d:]+ [AP]M \[vite\] )?(\S.*)$`}
	vitePlace = Pattern{Expr: `^\s*[Ff]ile: (.+?)(?::(\d+))?(?::(\d+))?$`}
	viteFrame = Pattern{Expr: `─\[ ?(.+?):(\d+):(\d+) ?\]`}
	viteIn    = Pattern{Expr: `(?:^|\s)(/[^\s:]+):? .*\((\d+):(\d+)\)`}
	viteCount = Pattern{Expr: `^(?:Error: )?(?:Build|Transform) failed with \d+ errors?:`}
)

// viteSpares reports whether an error stays after an update. "hmr update /src/App.jsx, /src/main.css" is about these
// modules and their imports, named by their addresses below the directory of index.html. It doesn't name the rebuilt
// imports: those are the edited ones, and those that lacked another file.
func viteSpares(text string, f Finding, edited bool) bool {
	if f.File == "" || edited || strings.HasPrefix(f.Message, "Failed to resolve import ") {
		return false
	}
	_, names, _ := strings.Cut(text, " hmr update ")
	names, _, _ = strings.Cut(names, " (x") // how often it was printed
	for name := range strings.SplitSeq(names, ", ") {
		name, _, _ = strings.Cut(strings.TrimSpace(name), "?")
		if name != "" && strings.HasSuffix("/"+f.File, "/"+strings.TrimPrefix(name, "/")) {
			return false
		}
	}
	return true
}

func isBuiltIn(text string) bool {
	return strings.HasPrefix(text, "✓ built in ") || strings.HasPrefix(text, "built in ")
}

func beginVite(text, _ string) *Reading {
	if strings.HasPrefix(text, "error during build:") {
		return &Reading{}
	}
	if r := beginVitePlugin(text); r != nil {
		return r
	}
	m := viteError.Find(text)
	if m == nil {
		return nil
	}
	r := &Reading{}
	r.viteMessage(m[1])
	return r
}

// viteMessage reads the message, unless it only counts errors, and the place in it: "/src/App.jsx: Unexpected token
// (5:10)".
func (r *Reading) viteMessage(text string) {
	if r.Ready || text == "" || viteCount.Find(text) != nil {
		return
	}
	r.Message, r.Ready = text, true
	if m := viteIn.Find(text); m != nil {
		r.at(m[1], m[2], m[3], false)
	}
}

func nextVite(r *Reading, text string) bool {
	if r.step != 0 {
		return r.viteStep(text)
	}
	if m := viteFrame.Find(text); m != nil {
		r.at(m[1], m[2], m[3], false)
		return true
	}
	if m := vitePlace.Find(text); m != nil && (r.Line == 0 || m[2] != "") {
		r.File, r.Line, r.Column, r.Rank = m[1], Number(m[2]), Number(m[3]), Ours
		return true
	}
	if !r.Ready {
		r.viteMessage(text)
		return r.Lines < 5
	}
	return text == "" || text[0] == ' ' || text[0] == '/' || text == "}" || IsFrameLine(text) || strings.HasPrefix(text, "https://")
}

// IsFrameLine reports whether text is a line of a code frame, as "12 |  const a" and its caret.
func IsFrameLine(text string) bool {
	rest := strings.TrimLeft(text, " 0123456789>─")
	return strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "│") || strings.HasPrefix(rest, "^") || strings.HasPrefix(rest, "╯")
}
