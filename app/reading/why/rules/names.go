package rules

import (
	"path/filepath"
	"regexp"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/proof"
	"devservers/app/reading/why/resolve"
)

// codeRules find what the sources take from another module in a way that it doesn't give.
var codeRules = []rule{
	{words: []string{"does not provide an export named", "is not exported", "has no exported member", "has no default export"}, pattern: lazily(
		`[Tt]he requested module ['"]([^'"]+)['"] does not provide an export named ['"]?([\w$]+)|(?:export |import error: )?['"]([\w$]+)['"] is not exported (?:by|from) ['"]([^'"]+)['"]|[Mm]odule '"([^'"]+)"' has no exported member(?: named)? '([\w$]+)'|[Mm]odule '"([^'"]+)"' has no (default) export`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			from := c.Found(c.CodeAt(at).File)
			if from == "" {
				from = c.importer(at)
			}
			return resolve.Exported(&c.Project, from, m[1]+m[4]+m[5]+m[7], m[2]+m[3]+m[6]+m[8])
		}},
	{words: []string{"default export is not a React Component"}, pattern: lazily(`default export is not a React Component in (?:page: )?"(/[\w/.\[\]()@-]*)"`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			page := resolve.Page(&c.Project, m[1])
			if page == "" {
				return nil
			}
			name := c.Shown(page)
			f := &app.Finding{Kind: app.FindingCode, Problem: "the default export of " + name + " is not a component", Fix: "correct what " + name + " exports by default"}
			if !resolve.ModuleAt(page).Default {
				f.Problem, f.Fix = name+" has no default export, which is the page", "write export default before the component in "+name
			}
			return f
		}},
	{broad: true, words: []string{"ircular"}, pattern: lazily(`(?i)circular (?:dependency|import|reference)`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			s, _ := resolve.SubjectOf(&c.Project, strings.Join(c.LinesNear(at, 5), "\n"))
			for _, file := range append([]string{c.Found(c.CodeAt(at).File), s.File}, c.argvSources()...) {
				if f := resolve.CircleBelow(&c.Project, file); file != "" && f != nil {
					return f
				}
			}
			return nil
		}},
	{words: []string{"is not defined in ES module scope"}, pattern: lazily(`(\w+) is not defined in ES module scope`), find: moduleKind},
	{words: []string{"is not defined by \"exports\" in"}, pattern: lazily(`Package subpath '([\w@./-]+)' is not defined by "exports" in (/\S+)/package\.json`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			return resolve.Unexported(&c.Project, resolve.Wanted{Name: m[1], From: c.importer(at)}, m[2], c.inCode(at))
		}},
	{words: []string{"Directory import"}, pattern: lazily(`Directory import '(/[^']+)' is not supported resolving ES modules imported from (/\S+)`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			name, err := filepath.Rel(filepath.Dir(m[2]), m[1])
			if err != nil || c.Own(m[2]) == "" {
				return nil
			}
			if !strings.HasPrefix(name, ".") {
				name = "./" + name
			}
			f := resolve.Imported(&c.Project, resolve.Wanted{Name: name, From: m[2]})
			if f != nil {
				f.Problem = "an import names the directory " + name + ", and ES modules import only files"
			}
			return f
		}},
	{words: []string{"needs an import attribute of"}, pattern: lazily(`Module "([^"]+)" needs an import attribute of "?type:? "?json"`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			name := filepath.Base(m[1])
			f := &app.Finding{Kind: app.FindingCode, Problem: "an import of " + name + " lacks its type, which this version of Node demands", Fix: "write with { type: 'json' } after the import of " + name}
			if path, line := c.importing(name); path != "" {
				f.Fix = "write with { type: 'json' } after the import in " + c.Shown(path) + ":" + itoa(line)
			}
			return f
		}},
	{words: []string{"matches no files", "no matching files found"}, pattern: lazily("pattern matches no files: [`\"]([^`\"]+)[`\"]|(pattern) (?:all:)?([\\w./*-]+): no matching files found"),
		find: func(c *Clues, at int, m []string) *app.Finding {
			dir := c.WorkDir
			if source := c.Found(c.OwnPlace(c.Lines[at].Text).File); m[2] != "" && source != "" {
				dir = filepath.Dir(source)
			}
			return resolve.Pattern(&c.Project, m[1]+m[3], c.inCode(at), dir, m[2] != "")
		}},
	{words: []string{"build constraints exclude all Go files"}, pattern: lazily(`build constraints exclude all Go files in (\S+)`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			return resolve.Excluded(&c.Project, m[1], c.Env["CGO_ENABLED"] == "0")
		}},
	{words: []string{"import cycle not allowed"}, pattern: lazily(`import cycle not allowed`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingCode, Problem: "packages of Go import each other in a circle", Fix: "move what they share into a package of its own"}
			for i := max(0, at-6); i < at; i++ {
				if strings.Contains(c.Lines[i].Text, "imports ") {
					f.Evidence = append(f.Evidence, c.Quote(i))
				}
			}
			return f
		}},
	{words: []string{"Failed to load url"}, pattern: lazily(`Failed to load url (/[\w@./-]+) \(resolved id`), // of a page, whose root is the working directory
		find: func(c *Clues, _ int, m []string) *app.Finding { return c.missingFile(m[1][1:]) }},
	{words: []string{"module using the", "could not be found, and is needed by"}, pattern: lazily(`Could not load the "([\w@./-]+)" module using the [\w-]+ runtime|The package "([\w@./-]+)" could not be found, and is needed by`),
		find: func(c *Clues, _ int, m []string) *app.Finding { return resolve.NativePackage(&c.Project, m[1]+m[2]) }},
	{words: []string{"parsing \"\"", "base 10: ''"}, pattern: lazily(`parsing "": invalid syntax|invalid literal for int\(\) with base 10: ''`), find: emptyNumber},
	{words: []string{"find an eslint.config"}, pattern: lazily(`couldn't find an eslint\.config`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingFile, Problem: "there is no eslint.config.js, from which this version of ESLint reads its rules", Fix: "write one: npm init @eslint/config@latest"}
			if old := c.Near(".eslintrc.json", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.yml", ".eslintrc.yaml", ".eslintrc"); old != "" {
				f.Evidence, f.Fix = []string{"there is " + c.Shown(old) + ", in the format of ESLint 8"}, "npx @eslint/migrate-config "+c.Shown(old)+", or install eslint 8"
			}
			return f
		}},
	{words: []string{"ERESOLVE"}, pattern: lazily(`^npm (?:error|ERR!) ERESOLVE`), find: peers},
}

// emptyNumber finds the variable that is not set and that the sources read as a number.
func emptyNumber(c *Clues, _ int, _ []string) *app.Finding {
	var found []proof.Variable
	for _, v := range proof.Unset(c.Sources(), c.Env) {
		if readsNumber().MatchString(v.Text) {
			found = append(found, v)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return c.unset(found[0].Name)
}

var readsNumber = lazily(`strconv\.\w+\(|\bint\(|ParseInt|parseInt|ParseFloat|ParseDuration|Number\(`)

// moduleKind finds a file that is written for one kind of modules of Node and is taken for the other one.
func moduleKind(c *Clues, at int, m []string) *app.Finding {
	return resolve.OtherKind(&c.Project, c.Found(c.CodeAt(at).File), m[1])
}

var (
	peerWanted = lazily(`peer(?:Optional)? (@?[\w./-]+)@"([^"]+)" from (@?[\w./-]+)@(\S+)(?:\n|$)`)
	peerFound  = lazily(`Found: (@?[\w./-]+)@(\S+)(?:\n|$)`)
)

// peers finds the two packages that npm can't install together.
func peers(c *Clues, at int, _ []string) *app.Finding {
	text := strings.Join(c.Following(at, 40), "\n")
	want, found := peerWanted().FindStringSubmatch(text), peerFound().FindStringSubmatch(text)
	if want == nil {
		return nil
	}
	f := &app.Finding{Kind: app.FindingVersion, Problem: want[3] + " " + want[4] + " wants " + want[1] + " " + want[2] + " beside it (peer)", Fix: "change the version of one of the two in package.json, or npm install --legacy-peer-deps if they do work together"}
	if found != nil {
		f.Problem += ", but the project has " + found[1] + " " + found[2]
	}
	return f
}

// inCode returns the place in the project of the error that a line belongs to, as " in FILE:LINE", or "".
func (c *Clues) inCode(at int) string {
	if p := c.CodeAt(at); p.File != "" {
		return " in " + c.Where(p)
	}
	if p := c.OwnPlace(c.Lines[at].Text); p.File != "" {
		return " in " + c.Where(p)
	}
	return ""
}

// argvSources returns the sources that the command names.
func (c *Clues) argvSources() (list []string) {
	for _, arg := range c.Argv {
		if own := c.Own(arg); own != "" && sources.IsSource(own) {
			list = append(list, own)
		}
	}
	return list
}

// importing returns the source of the project that imports a file of that name, and the line.
func (c *Clues) importing(name string) (path string, line int) {
	imports := regexp.MustCompile(`\bimport\b.*["'/]` + regexp.QuoteMeta(name) + `["']`)
	for _, file := range c.Sources() {
		for i, l := range strings.Split(sources.Read(file), "\n") {
			if sources.IsSource(file) && imports.MatchString(l) {
				return file, i + 1
			}
		}
	}
	return "", 0
}
