package rules

import (
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/project/sources"
	"devservers/app/reading/why/sayings"
)

// versionRules find an interpreter that is too old for the project, or too new.
var versionRules = []rule{
	{lasting: true, words: []string{"engine \"node\" is incompatible"}, pattern: lazily(`engine "node" is incompatible with this module\. Expected version "([^"]+)"\. Got "([^"]+)"`),
		find: version("Node", 1, 2)},
	{words: []string{"to a supported version: "}, pattern: lazily(`upgrade Node\.js to a supported version: "?([^"]+?)"?$`),
		find: func(c *Clues, at int, m []string) *app.Finding { return c.version("Node", m[1], c.nodeHas(at)) }},
	{words: []string{"Required: {"}, pattern: lazily(`Required: \{.*"node":"([^"]+)"`),
		find: func(c *Clues, at int, m []string) *app.Finding { return c.version("Node", m[1], c.nodeHas(at+2)) }},
	{words: []string{"required: {", "Unsupported engine"}, pattern: lazily(`required: \{ node: '([^']+)'`),
		find: func(c *Clues, _ int, m []string) *app.Finding { return c.version("Node", m[1], "") }},
	{words: []string{"digital envelope routines"}, pattern: lazily(`(digital envelope routines::unsupported)`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			f := c.version("Node", "16, or a newer bundler", "")
			f.Next(app.Step{Do: app.StepSetEnv, Server: c.Ref, Name: "NODE_OPTIONS", Value: "--openssl-legacy-provider"}, f.Fix)
			return f
		}},
	{words: []string{"requires a different Python", "Requires-Python", "requires Python"}, pattern: lazily(`(?:requires a different Python: ([\d.]+) not in '([^']+)'|requires Python '?([<>=~!\d.,]+))`),
		find: func(c *Clues, _ int, m []string) *app.Finding { return c.version("Python", m[2]+m[3], m[1]) }},
	{words: []string{"Your Ruby version is"}, pattern: lazily(`Your Ruby version is ([\d.]+), but your Gemfile specified ([^\s]+)`),
		find: version("Ruby", 2, 1)},
	{words: []string{"class file version", "class file major version"}, pattern: lazily(`class file version (\d+)\.\d+.*up to (\d+)|Unsupported class file major version (\d+)`), find: classFile},
	{words: []string{"invalid target release", "release version"}, pattern: lazily(`(?:invalid target release: |release version )([\d.]+)(?: not supported)?`),
		find: version("Java", 1, 0)},
	{words: []string{"required--this is only"}, pattern: lazily(`Perl v?([\d.]+) required--this is only v?([\d.]+)`), find: version("Perl", 1, 2)},
	{words: []string{"GLIBC", "libc.so.6"}, pattern: lazily(`version ` + "`?'?" + `GLIBC_([\d.]+)'? not found`), find: version("glibc", 1, 0)},
	{words: []string{"initialized by PostgreSQL version"}, pattern: lazily(`initialized by PostgreSQL version (\d+).*version (\d+)`), find: version("PostgreSQL", 1, 2)},
	{words: []string{"compatible framework", "framework 'Microsoft", "compatible .NET SDK", "equested SDK version"}, pattern: lazily(`(?:framework 'Microsoft\.\w+\.App',? version '|Requested SDK version: )([\d.]+)`), find: version(".NET", 1, 0)},
	{words: []string{"but it requires", "equire", "eeds", "ound for", "xpect", "upport", "minimum", "at least", "satisf", "ompatible", "too old", "nsupported"}, pattern: sayings.WantedVersion, find: anyVersion},
	{words: []string{"xpected version", "equired version", "Required:", "Expected:"}, pattern: lazily(`(?i)^\W*(?:expected|required)(?: version)?:\s*["']?((?:[<>=~^]+\s*)?v?\d[\d.x*]*[\d.x*|<>=~^ ]*)`), find: expectedVersion},
}

// anyVersion finds a version that a program wants or refuses, of whatever has one.
func anyVersion(c *Clues, at int, m []string) *app.Finding {
	if m[1] == "" && m[3] == "" {
		name := sayings.Languages[strings.ToLower(m[5]+m[7])]
		return &app.Finding{Kind: app.FindingVersion, Problem: name + " has the wrong version: " + m[6] + m[8] + " is not supported", Fix: "install a version of " + name + " that the project supports, and start from a shell that uses it"}
	}
	has, wanted := "", strings.TrimRight(m[2]+m[4], " .")
	for i := at; i < min(at+3, len(c.Lines)) && has == ""; i++ {
		if h := sayings.HasVersion().FindStringSubmatch(c.Lines[i].Text); h != nil && !strings.Contains(wanted, h[1]) {
			has = strings.TrimRight(h[1], ".")
		}
	}
	return c.version(sayings.Languages[strings.ToLower(m[1]+m[3])], wanted, has)
}

// expectedVersion finds a version on a line of its own: a line nearby names what it is of.
func expectedVersion(c *Clues, at int, m []string) *app.Finding {
	of, got := c.Around(at, languageIn()), c.Around(at, gotVersion())
	if of == nil {
		return nil
	}
	return c.version(sayings.Languages[strings.ToLower(of[1])], strings.TrimSpace(m[1]), without0(append(got, "", ""), 1))
}

var (
	languageIn = lazily(`(?i)` + sayings.ALanguage)
	gotVersion = lazily(`(?i)^\W*(?:got|actual|found|current|installed)(?: version)?:\s*["']?v?(\d[\d.]*)`)
)

// classFile finds a class that was compiled for a newer Java. Version 52 is that of Java 8.
func classFile(c *Clues, _ int, m []string) *app.Finding {
	return c.version("Java", sayings.JavaOf(m[1]+m[3]), sayings.JavaOf(m[2]))
}

// nodeHas returns the version of Node that the two lines before a line name, or "".
func (c *Clues) nodeHas(at int) string {
	for i := max(0, at-2); i < min(at, len(c.Lines)); i++ {
		if m := sayings.NodeHas().FindStringSubmatch(c.Lines[i].Text); m != nil {
			return m[1] + m[2]
		}
	}
	return ""
}

// version returns a rule's function for a pattern that captures the wanted version and the one that is there.
func version(language string, wants, has int) finder {
	return func(c *Clues, _ int, m []string) *app.Finding { return c.version(language, m[wants], without0(m, has)) }
}

// without0 returns the match i; 0 stands for none.
func without0(m []string, i int) string {
	if i == 0 {
		return ""
	}
	return m[i]
}

func (c *Clues) version(language, wants, has string) *app.Finding {
	f := &app.Finding{Kind: app.FindingVersion, Problem: language + " has the wrong version: " + wants + " is wanted", Fix: "install " + language + " " + wants + " and start from a shell that uses it"}
	if has != "" {
		f.Problem += ", this is " + has
	}
	if file := c.Near(sayings.VersionFiles[language]...); file != "" {
		first, _, _ := strings.Cut(strings.TrimSpace(sources.Read(file)), "\n")
		f.Evidence = append(f.Evidence, c.Shown(file)+" says "+words.Clip(first, 60))
	}
	return f
}

// unsupported returns the finding that the language which ran isn't of the version that the project asks for, if that
// explains an error of the sources.
func (c *Clues) unsupported(h hit) *app.Finding {
	if h.Kind != app.FindingCode || len(h.Evidence) == 0 || !sayings.OfVersion().MatchString(h.Class+h.Evidence[0]) {
		return nil
	}
	for language, sign := range sayings.Runs {
		has := c.running(sign.Program, sign.Printed())
		wants, file := c.Wants(language)
		if has == "" || wants == "" || sources.Satisfies(language, has, wants) || !strings.Contains(h.File, sign.File) && !strings.Contains(strings.Join(c.Argv, " "), sign.Program) {
			continue
		}
		old := &app.Finding{Kind: app.FindingVersion, Problem: language + " has the wrong version: " + wants + " is wanted, this is " + has,
			Evidence: append(append([]string{}, h.Evidence...), h.Problem, c.Shown(file)+" asks for "+wants), Fix: "start from a shell that uses " + language + " " + wants + ", or name its interpreter in the command"}
		return old
	}
	return nil
}

// running returns the version of a language that ran: what the output says, or the name of the program.
func (c *Clues) running(program string, printed *regexp.Regexp) string {
	for _, l := range slices.Backward(c.Lines) {
		if m := printed.FindStringSubmatch(l.Text); m != nil {
			return m[1]
		}
	}
	return c.Installed(program, c.Env["PATH"])
}
