package rules

import (
	"cmp"
	"path/filepath"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
	"devservers/app/reading/why/lacks"
	"devservers/app/reading/why/resolve"
	"devservers/app/reading/why/sayings"
)

// moduleRules find an import that is not installed.
var moduleRules = []rule{
	{words: []string{"No module named"}, pattern: lazily(`(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?|No module named ([\w.]+)$`), find: func(c *Clues, at int, m []string) *app.Finding {
		if c.Handled(at) {
			return nil
		}
		return c.lack().PythonModule(m)
	}},
	{words: []string{"to be installed", "pip install ", "not installed"}, pattern: lazily(`(?:requires|needs) ["'` + "`" + `]([\w.-]+)["'` + "`" + `] to be installed|(?:^|[\s"'` + "`" + `(])([A-Za-z][\w.-]*)["'` + "`" + `]? is not installed\b.*pip install ["']?([A-Za-z][\w.-]*)|(?:not installed|install it)\b.*pip install ["']?([A-Za-z][\w.-]*)`), // as a program itself says it
		find: func(c *Clues, _ int, m []string) *app.Finding {
			name := cmp.Or(m[1], m[2], m[4])
			return c.lack().Package(sources.Python, "the Python package "+name+" is not installed for the interpreter that ran", name, m[3])
		}},
	{words: []string{"has no attribute", "cannot import name"}, pattern: lazily(`module '(\w+)' has no attribute|cannot import name '\w+' from (?:partially initialized module )?'(\w+)'`), find: lacking(lacks.Of.Hides)},
	{words: []string{"no known parent package"}, pattern: lazily(`attempted relative import with no known parent package`), find: func(c *Clues, at int, _ []string) *app.Finding {
		return resolve.AsModule(&c.Project, c.CodeAt(at).File)
	}},
	{words: []string{"Couldn't import Django"}, pattern: lazily(`Couldn't import (Django)`), find: lacking(lacks.Of.PythonModule)},
	{words: []string{"'.prisma/client", "did not initialize yet"}, pattern: lazily(`Cannot find module '\.prisma/client|@prisma/client did not initialize yet`), // a client that a tool makes from a schema
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			return app.Finding{Kind: app.FindingMigration, Problem: "the Prisma client has not been generated"}.Typed(c.In(c.Near("package.json"), "npx prisma generate"))
		}},
	{words: []string{"Cannot find module", "Cannot find package", "to find module", "find type definition"}, pattern: lazily(`(?:Cannot find (?:module|package|type definition file for)|Failed to find module|Unable to find module) ['"]([^'"]+)['"]`), find: nodeModule},
	{words: []string{"@"}, pattern: lazily(`^((?:@[\w.-]+/)?[\w.-]+)@\d[\w.-]*$`), find: func(c *Clues, at int, m []string) *app.Finding {
		if at == 0 || !strings.Contains(c.Lines[at-1].Text, "Need to install the following packages") {
			return nil
		}
		return c.lack().Package(sources.Node, "the package "+m[1]+" is not installed: npx would download another one", m[1])
	}},
	{words: []string{"resolve"}, pattern: lazily(`(?:[Ff]ailed to resolve(?: import| module| entry for package| dependency:?)?|[Cc]ould not resolve(?: dependency:?)?|Can't resolve|Unable to resolve(?: module| dependency:?| path to module)?|Cannot resolve(?: module| dependency:?)?):? ["'` + "`" + `]([^"'` + "`" + `]+)["'` + "`" + `]`), find: nodeModule},
	{words: []string{"ould not load", "annot load", "ailed to load"}, pattern: lazily(`(?i)(?:could not|cannot|failed to) load (?:the |parser |plugin |preset |config |loader |the plugin |postcss plugin |template engine )+["'` + "`" + `](@?[a-z][\w./@-]*)["'` + "`" + `]`), find: nodeModule},
	{words: []string{"Relative import path", "not a dependency"}, pattern: lazily(`(?:Relative import path|Import) "([^"]+)" not (?:prefixed with|a dependency)`), find: lacked(sources.Deno, "the module %s is not in the import map")},
	{words: []string{"cannot load such file -- .", "cannot load such file -- /"}, pattern: lazily(`cannot load such file -- ([./][\w./-]+)`), find: func(c *Clues, at int, m []string) *app.Finding { return c.missingImport(m[1], at) }},
	{words: []string{"cannot load such file"}, pattern: lazily(`cannot load such file -- ([\w./-]+)`), find: func(c *Clues, at int, m []string) *app.Finding {
		if c.Handled(at) {
			return nil
		}
		return c.lack().Gem(m)
	}},
	{words: []string{"Could not find", "GemNotFound", "Could not locate Gemfile"}, pattern: lazily(`Could not find (?:gem )?'?([\w.-]+?)(?:-\d[\w.]*)?[',].*in (?:any of the sources|locally installed gems|rubygems|source|gemspec)|Could not find (?:gem )?'?([\w.-]+?)(?:-\d[\w.]*)?'?(?: \([^)]*\))? .*in (?:any of the sources|locally installed gems|rubygems|source)`), find: lacking(lacks.Of.Gem)},
	{words: []string{"no required module provides package", "cannot find module providing package", "is not in std", "is not in GOROOT", "cannot find package"},
		pattern: lazily(`(?:no required module provides package|cannot find module providing package|cannot find package|package) "?([\w./~-]+?)"?(?:[;:\s]|$)`), find: goModule},
	{words: []string{"missing go.sum entry", "updates to go.mod needed"}, pattern: lazily(`missing go\.sum entry|updates to go\.mod needed`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			return app.Finding{Kind: app.FindingModule, Problem: "go.sum does not match go.mod"}.Typed(c.In(c.Near("go.mod"), "go mod tidy"))
		}},
	{words: []string{"unresolved import", "unresolved module", "failed to resolve"}, pattern: lazily("`crate::(\\w+)|could not find `(\\w+)` in the crate root"), find: lacking(lacks.Of.RustModule)},
	{words: []string{"no matching package", "can't find crate", "unresolved import", "undeclared crate", "unlinked crate", "unresolved module"},
		pattern: lazily("(?:no matching package named|can't find crate for|unresolved import|use of (?:undeclared|unresolved)(?: or unlinked)? (?:crate or module|module or unlinked crate|crate)) `(\\w[\\w-]*)"), find: func(c *Clues, at int, m []string) *app.Finding {
			if m[1] == "crate" || m[1] == "self" || m[1] == "super" {
				return nil // a module of the project
			}
			if f := c.lack().RustModule(m); f != nil {
				return f
			}
			if c.Lists(sources.Rust, m[1]) != "" {
				return lacked(sources.Rust, "the crate %s is not here yet")(c, at, m)
			}
			return lacked(sources.Rust, "the crate %s is not a dependency")(c, at, m)
		}},
	{words: []string{"vendor/autoload.php"}, pattern: lazily(`vendor/autoload\.php.*(?:Failed to open|No such file|not found)|(?:Failed to open|Failed opening required|not find).*vendor/autoload\.php`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			return app.Finding{Kind: app.FindingModule, Problem: "the PHP packages are not installed"}.Typed(c.In(c.Near("composer.json"), "composer install"))
		}},
	{words: []string{"Class \"", "Class '", "Interface \"", "Trait \""}, pattern: lazily(`(?:Class|Interface|Trait) ["']([\w\\]+)["'] not found`), find: lacking(lacks.Of.PHPClass)},
	{words: []string{"could not find driver"}, pattern: lazily(`could not find driver`), find: phpDriver},
	{words: []string{"Call to undefined function", "the requested PHP extension", "requires ext-", "require ext-", "missing: ext-", "not find driver", "Class \""}, pattern: lazily(
		`Call to undefined function \\?(?:[A-Z]\w*\\)*(\w+)\(|Class "(\w+)" not found|(?:extension |requires? |missing: )ext-(\w+)`), find: lacking(lacks.Of.PHPExtension)},
	{words: []string{"you may need to install the"}, pattern: lazily(`you may need to install the ([\w:]+) module`), find: lacking(lacks.Of.PerlModule)},
	{words: []string{"Can't locate"}, pattern: lazily(`Can't locate ([\w/]+\.p[ml]) in @INC`), find: lacking(lacks.Of.PerlFile)},
	{words: []string{"module '"}, pattern: lazily(`module '([\w.-]+)' not found:`), find: lacked(sources.Lua, "the Lua module %s is not installed")},
	{words: []string{"the dependency is not available", "the dependency is not locked", "Unchecked dependencies", "lock mismatch"}, pattern: lazily(`the dependency is not (?:available|locked)|Unchecked dependencies|lock mismatch: the dependency`),
		find: func(c *Clues, _ int, _ []string) *app.Finding {
			return app.Finding{Kind: app.FindingModule, Problem: "the dependencies of mix.exs are not fetched"}.Typed(c.In(c.Near("mix.exs"), "mix deps.get"))
		}},
	{words: []string{"ClassNotFoundException", "NoClassDefFoundError", "find or load main class", "does not exist"},
		pattern: lazily(`(?:ClassNotFoundException|NoClassDefFoundError):? ([\w.$/]+)|[Cc]ould not find or load main class ([\w.$]+)|error: package ([\w.]+) does not exist`), find: lacking(lacks.Of.JavaClass)},
	{words: []string{"Could not find artifact", "Could not find ", "Could not resolve "}, pattern: lazily(`(?:Could not find (?:artifact )?|Could not resolve )([\w.-]+:[\w.-]+:[\w.:-]+)`), find: lacking(lacks.Of.Artifact)},
	{words: []string{"Could not load file or assembly", "error CS0246"}, pattern: lazily(`(?:Could not load file or assembly '|type or namespace name ')([\w.]+)`), find: lacked(sources.Dotnet, "the .NET assembly or type %s is not found")},
	{words: []string{"undefined symbol", "symbol not found", "Symbol not found"}, pattern: lazily(`(?:undefined symbol|[Ss]ymbol not found)[^:]*: ?'?_?(\w+)`),
		find: func(c *Clues, at int, m []string) *app.Finding {
			if c.Around(at, sayings.OfLibrary()) == nil {
				return nil
			}
			return &app.Finding{Kind: app.FindingModule, Problem: "a library or plugin lacks the symbol " + m[1] + ": it was built for another version", Fix: "install the plugin and the program in versions that fit, or build the plugin again"}
		}},
	{broad: true, words: []string{"odule", "ackage", "lugin", "reset", "heme", "xtension", "dapter", "river", "oader", "ibrary", "ependency", "omponent", "arser", "nstalled"}, pattern: lazily(
		`(?i)\b(?:module|package|plugin|preset|theme|extension|adapter|driver|loader|library|dependency|component|parser)s?:? ["'` + "`" + `]?(@?[a-z][\w./@-]*)["'` + "`" + `]? (?:was |is |could )?(?:not (?:found|installed|available|be (?:found|loaded|resolved))|missing|does not exist)|` +
			`(?:couldn't|could not|cannot|can't|unable to|failed to) (?:find|load|locate|import|resolve|require) (?:the )?(?:module|package|plugin|preset|theme|extension|adapter|driver|loader|library|dependency|component|parser)? ?["'` + "`" + `](@?[a-z][\w./@-]*)["'` + "`" + `] (?:module|package|plugin|preset|theme|extension|adapter|driver|loader|library|dependency|component|parser)|` +
			`["'` + "`" + `](@?[a-z][\w./@-]*)["'` + "`" + `]\W+is it installed`), find: lacking(lacks.Of.Any)},
	{words: []string{"NODE_MODULE_VERSION", "has not been built", "ould not locate the bindings file", "nstalled esbuild for another platform", "annot find native binding"},
		pattern: lazily(`NODE_MODULE_VERSION|has not been built|[Cc]ould not locate the bindings file|installed esbuild for another platform|[Cc]annot find native binding`),
		find: func(c *Clues, at int, _ []string) *app.Finding {
			return c.lack().Native(strings.Join(c.LinesNear(at, nativeNear), "\n"))
		}},
}

// nativeNear is how many lines around an error of a native package name its files.
const nativeNear = 8

// lacked returns a rule's function for a pattern that captures the name of a package; problem has a %s for it.
func lacked(e *sources.Ecosystem, problem string) finder {
	return func(c *Clues, _ int, m []string) *app.Finding {
		name := strings.Join(m[1:], "")
		return c.lack().Package(e, strings.Replace(problem, "%s", name, 1), name)
	}
}

// goModule finds a package of Go. go.mod lists modules: beginnings of its path.
func goModule(c *Clues, at int, m []string) *app.Finding {
	name := m[1]
	if !strings.Contains(c.Lines[at].Text, "package") || name == "main" {
		return nil
	}
	if f := resolve.GoPackage(&c.Project, name, c.inCode(at)); f != nil {
		return f
	}
	if first, _, _ := strings.Cut(name, "/"); !strings.Contains(first, ".") {
		return &app.Finding{Kind: app.FindingModule, Problem: "the Go package " + name + " does not exist in the standard library or in this module", Fix: "correct the import; packages of this module begin with the path in go.mod"}
	}
	names := []string{name}
	for path := filepath.Dir(name); strings.Contains(path, "/"); path = filepath.Dir(path) {
		names = append(names, path)
	}
	return c.lack().Package(sources.Golang, "the Go package "+name+" is not in any module of go.mod", names...)
}

// lacking returns a rule's function for what doesn't look at more than the match and the project.
func lacking(find func(lacks.Of, []string) *app.Finding) finder {
	return func(c *Clues, _ int, m []string) *app.Finding { return find(c.lack(), m) }
}

// lack returns the project as the package lacks looks at it.
func (c *Clues) lack() lacks.Of { return lacks.Of{Project: &c.Project, Env: c.Env} }
