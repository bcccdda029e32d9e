package parse

import "strings"

// vite parses errors of Vite's dev server and build, and knows when it updates the page.
var vite = Parser{
	Kind: "vite", Placed: true, Absorbs: true,
	Cues:  []string{"[vite]", "error during build:", "[plugin:", "[vite-plugin-svelte]", "failed to load config from "},
	Begin: begins(&viteProxy, &viteSvelte, &viteConfig, &viteModule), Next: nextOfFormat,
	Signals: []Signal{
		{Text: " hmr update ", Says: Notices, Spares: viteSpares},
		{Text: " page reload ", Says: Notices},
		{Text: "built in ", Is: fits(`^(?:✓ )?built in `), Says: Works, Whole: true, Clears: []string{"vite", "esbuild"}},
		{Text: "server restarted.", Says: Works, Clears: everything},
		{Text: "build started...", Says: Begins},
	},
}

// Formats of Vite: of its proxy, of Svelte's plugin, about its configuration, about a module.
var (
	viteProxy = Format{
		Head:  []*Pattern{{Expr: `\[vite\] (?P<message>(?:http|ws) proxy (?:socket )?error: ?.*)$`}},
		Below: []*Pattern{{Expr: `^(?P<more>\w*Error: .*)$`}},
		More:  &Pattern{Expr: `^    at `},
	}
	viteSvelte = Format{
		Level: "warn",
		Head:  []*Pattern{{Expr: `\[vite-plugin-svelte\] (?:\[\w+\] )?(?P<file>\S+\.svelte):(?P<line>\d+):(?P<column0>\d+) (?P<message>.+)$`}},
	}
	viteConfig = Format{
		Head:   []*Pattern{{Expr: `^failed to load config from (?P<file>.*)$`}},
		Below:  []*Pattern{{Expr: `^(?:[\d:]+ [AP]M \[vite\] )?(?P<message>\S.*)$`}},
		More:   &Pattern{Expr: `^    at `},
		Counts: &viteCount,
	}
	viteModule = Format{
		Head: []*Pattern{{Expr: `^error during build:`},
			{Expr: `(?:\[vite\](?: \(\w+\))?|^\S*) ?(?:Internal server error|Pre-transform error|Error when evaluating SSR module [^:]+): (?P<message>.*)$`}},
		Below: []*Pattern{{Expr: framePlace}, {Expr: `^\s*[Ff]ile: (?P<file>.+?)(?::(?P<line>\d+))?(?::(?P<column>\d+))?$`},
			{Expr: `^(?P<message>.+)$`}},
		More:   &Pattern{Expr: `^$|^[ /}]|^https://|` + frameLine},
		Counts: &viteCount,
	}
)

var viteCount = Pattern{Expr: `^(?:Error: )?(?:Build|Transform) failed with \d+ errors?:|^error when starting dev server:$`}

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

// IsFrameLine reports whether text is a line of a code frame, as "12 |  const a" and its caret.
func IsFrameLine(text string) bool {
	rest := strings.TrimLeft(text, " 0123456789>─")
	return strings.HasPrefix(rest, "|") || strings.HasPrefix(rest, "│") || strings.HasPrefix(rest, "^") ||
		strings.HasPrefix(rest, "╯")
}
