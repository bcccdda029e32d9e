package why

import (
	"strings"

	"devservers/app"
	"devservers/app/words"
)

// versionRules find an interpreter that is too old for the project, or too new.
var versionRules = []rule{
	{lasting: true, words: []string{"equires Node.js", "requires Node", "Node.js version"}, pattern: lazily(`(?i)(?:You are using Node\.js ([\d.]+)\.? +)?(?:.*?)\brequires? Node\.?js (?:version )?(>?=?\^?v?[\d.+]+[^.]*(?:\.\d+[^.]*)*)`),
		find: func(c *clues, _ int, m []string) *app.Finding {
			return c.version("Node", strings.TrimRight(m[2], ". "), m[1])
		}},
	{lasting: true, words: []string{"engine \"node\" is incompatible"}, pattern: lazily(`engine "node" is incompatible with this module\. Expected version "([^"]+)"\. Got "([^"]+)"`),
		find: version("Node", 1, 2)},
	{words: []string{"to a supported version: "}, pattern: lazily(`upgrade Node\.js to a supported version: "?([^"]+?)"?$`),
		find: func(c *clues, at int, m []string) *app.Finding { return c.version("Node", m[1], c.nodeHas(at)) }},
	{words: []string{"Required: {"}, pattern: lazily(`Required: \{.*"node":"([^"]+)"`),
		find: func(c *clues, at int, m []string) *app.Finding { return c.version("Node", m[1], c.nodeHas(at+2)) }},
	{words: []string{"required: {", "Unsupported engine"}, pattern: lazily(`required: \{ node: '([^']+)'`),
		find: func(c *clues, _ int, m []string) *app.Finding { return c.version("Node", m[1], "") }},
	{words: []string{"digital envelope routines"}, pattern: lazily(`(digital envelope routines::unsupported)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			f := c.version("Node", "16, or a newer bundler", "")
			f.Fix += "; until then: devservers set-env " + c.ref + " NODE_OPTIONS=--openssl-legacy-provider"
			return f
		}},
	{words: []string{"requires a different Python", "Requires-Python", "requires Python"}, pattern: lazily(`(?:requires a different Python: ([\d.]+) not in '([^']+)'|requires Python '?([<>=~!\d.,]+))`),
		find: func(c *clues, _ int, m []string) *app.Finding { return c.version("Python", m[2]+m[3], m[1]) }},
	{words: []string{"Your Ruby version is"}, pattern: lazily(`Your Ruby version is ([\d.]+), but your Gemfile specified ([^\s]+)`),
		find: version("Ruby", 2, 1)},
	{words: []string{"requires go >="}, pattern: lazily(`requires go >= ([\w.]+) \(running go ([\w.]+)`),
		find: version("Go", 1, 2)},
	{words: []string{"package requires rustc", "requires rustc"}, pattern: lazily(`requires rustc ([\d.]+) or newer.* rustc ([\d.]+)`),
		find: version("Rust", 1, 2)},
}

var nodeHas = lazily(`Node\.js v([\d.]+)|Actual: .*"node":"v?([\d.]+)"`)

// nodeHas returns the version of Node that the two lines before a line name, or "".
func (c *clues) nodeHas(at int) string {
	for i := max(0, at-2); i < min(at, len(c.lines)); i++ {
		if m := nodeHas().FindStringSubmatch(c.lines[i].text); m != nil {
			return m[1] + m[2]
		}
	}
	return ""
}

// versionFiles are where a project names its version.
var versionFiles = map[string][]string{
	"Node": {".nvmrc", ".node-version", ".tool-versions", "mise.toml"}, "Python": {".python-version", ".tool-versions", "mise.toml"},
	"Ruby": {".ruby-version", ".tool-versions", "mise.toml"}, "Go": {"go.mod"}, "Rust": {"rust-toolchain.toml", "rust-toolchain"},
}

// version returns a rule's function for a pattern that captures the wanted version and the one that is there.
func version(language string, wants, has int) finder {
	return func(c *clues, _ int, m []string) *app.Finding { return c.version(language, m[wants], m[has]) }
}

func (c *clues) version(language, wants, has string) *app.Finding {
	f := &app.Finding{Kind: app.FindingVersion, Problem: language + " has the wrong version: " + wants + " is wanted", Fix: "install " + language + " " + wants + " and start from a shell that uses it"}
	if has != "" {
		f.Problem += ", this is " + has
	}
	if file := c.near(versionFiles[language]...); file != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(read(file)), "\n")
		f.Evidence = append(f.Evidence, c.shown(file)+" says "+words.Clip(first, 60))
	}
	return f
}
