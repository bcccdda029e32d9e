package why

import "devservers/app/reading/why/finders"

var aboutModules = []wording{
	{to: finders.Import, of: "node",
		expr: `(?:Cannot find|Unable to find|Failed to find) (?:module|package) ['"](?P<module>[^'"]+)['"](?: imported ` +
			`from '?(?P<from>[^\s']+))?`,
		sample: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'express' imported from /srv/shop/server.mjs"},
	{to: finders.Import, of: "node", unless: `(?i)\b(?:address|host(?:name)?)\b`,
		expr: "(?:[Ff]ailed to resolve|[Cc]ould not resolve|Can't resolve|[Uu]nable to resolve|Cannot " +
			"resolve)\\b[^\"'`]*[\"'`](?P<module>[^\"'`]+)[\"'`](?: from [\"'](?P<from>[^\"']+))?",
		sample: `Failed to resolve import "./components/header" from "src/App.jsx". Does the file exist?`},
	{to: finders.Import, of: "node",
		expr:   "(?i)(?:could not|cannot|failed to) load [\\w ]*[\"'`](?P<module>@?[a-z][\\w./@-]*)",
		sample: `[postcss] Cannot load plugin "autoprefixer"`},
	{to: finders.Package, of: "python", unless: `cannot be directly executed`, expr: `No module named ` +
		`'?(?P<package>[\w.]+)`,
		sample: "ModuleNotFoundError: No module named 'rest_framework'"},
	{to: finders.Package, of: "python",
		expr: `(?:requires|needs) ["']?(?P<package>[\w.-]+)["']? to be installed|^(?:\S*Error: )?(?P<package>[\w.-]+) ` +
			`is not installed|Couldn't import (?P<package>Django)`,
		sample: `RuntimeError: Form data requires "python-multipart" to be installed.`},
	{to: finders.Package, of: "hidden",
		expr: `module '(?P<package>\w+)' has no attribute|cannot import name '\w+' from (?:partially initialized ` +
			`module )?'(?P<package>\w+)'`,
		sample: "AttributeError: partially initialized module 'redis' has no attribute 'Redis' | module 'redis' has no " +
			"attribute 'Redis'"},
	{to: finders.Package, of: "ruby", expr: `cannot load such file -- (?P<package>[\w-]+)(?:[\s(]|$)`,
		sample: "cannot load such file -- sinatra (LoadError)"},
	{to: finders.Package, of: "ruby",
		expr: `Could not find (?:gem )?'?(?P<package>[\w.-]+?)(?:-\d[\w.]*)?['",( ].*(?:locally installed gems|any of ` +
			`the sources|rubygems)`,
		sample: "Could not find jekyll-feed-0.17.0, jekyll-4.3.2 in locally installed gems (Bundler::GemNotFound)"},
	{to: finders.Package, of: "go",
		expr: `(?:no required module provides package|cannot find module providing package|cannot find package|` +
			`package) "?(?P<package>[\w.-]+/[\w./~-]+)`,
		sample: "main.go:5:2: no required module provides package github.com/none/none; to add it:"},
	{to: finders.Package, of: "rust", unless: "`(?:crate|self|super)\\b",
		expr: "(?:no matching package named|can't find crate for|unresolved import|unlinked crate|crate or module|" +
			"unresolved module) `(?P<package>\\w[\\w-]*)",
		sample: "error[E0432]: unresolved import `serde`"},
	{to: finders.Package, of: "php", expr: `vendor/autoload\.php`,
		sample: `PHP Fatal error:  Uncaught Error: Failed opening required '/srv/shop/vendor/autoload.php'`},
	{to: finders.Package, of: "elixir", expr: `the dependency is not (?:available|locked)|Unchecked dependencies`,
		sample: "Unchecked dependencies for environment dev:"},
	{to: finders.Package,
		expr: "(?i)\\b(?:module|package|plugin|preset|theme|adapter|loader|library|dependency|parser)s?:? " +
			"[\"'`]?(?P<package>@?[a-z][\\w./@-]*)[\"'`]? (?:was |is |could )?(?:not (?:found|installed|available|be)|missing)",
		sample: `Error: module "ananke" not found in "/srv/site/themes/ananke"`},
	{to: finders.Export, expr: `does not provide an export named ['"]?(?P<name>[\w$]+)`,
		sample: "SyntaxError: The requested module './db.js' does not provide an export named 'connect'"},
	{to: finders.Export, expr: `['"](?P<name>[\w$]+)['"] is not exported (?:by|from)|has no exported member(?: ` +
		`named)? '(?P<name>[\w$]+)'|has no (?P<name>default) export`,
		sample: `"Cart" is not exported by "src/cart.js", imported by "src/main.js".`},
	{to: finders.Application, of: "flask", expr: `Could not locate a Flask application`,
		sample: "Error: Could not locate a Flask application. Use the 'flask --app' option"},
	{to: finders.Application,
		expr: `takes (?:from )?\d+ (?:to \d+ )?positional arguments? but \d+ (?:was|were) given|missing \d+ required ` +
			`positional`,
		sample: "TypeError: create_app() takes 0 positional arguments but 2 were given"},
	{to: finders.Application,
		expr: `Error loading ASGI|Could not import module|Attribute "\w+" not found in module|Failed to find attribute|` +
			`does not contain WSGI|Unable to load celery|find Flask app`,
		sample: `ERROR:    Error loading ASGI app. Attribute "application" not found in module "main".`},
	{to: finders.Version, of: "node",
		expr: `(?i)\bengines?\b.*node|Unsupported engine|supported version|Node\.js v\d|node.*(?:requires?|required|` +
			`version)|digital envelope|requires Node`,
		sample: `error shop@1.0.0: The engine "node" is incompatible with this module. Expected version ">=22". Got ` +
			`"20.20.2"`},
	{to: finders.Version, of: "node", expr: `"node":"v?(?P<has>[\d.]+)"`,
		sample: `npm error notsup Actual:   {"npm":"9.2.0","node":"v18.19.0"}`},
	{to: finders.Version, of: "python",
		expr: `(?i)requires a different Python|Requires-Python|requires Python|python.*(?:not supported|required|` +
			`version)|/python\d\.\d+/`,
		sample: "ERROR: Package 'shop' requires a different Python: 3.11.2 not in '>=3.13'"},
	{to: finders.Version, of: "ruby", expr: `(?i)Your Ruby version is (?P<has>[\d.]+)|/ruby/\d\.\d`,
		sample: "Your Ruby version is 3.1.2, but your Gemfile specified 3.3.5"},
	{to: finders.Version, of: "go", expr: `requires go >= ?[\d.]+ \(running go (?P<has>[\d.]+)`,
		sample: "go: go.mod requires go >= 1.99 (running go 1.26.8; GOTOOLCHAIN=local)"},
}

var aboutPrograms = []wording{
	{to: finders.Program, expr: `^\S+: (?:line )?(?:\d+: )?(?:exec: )?(?P<program>[\w@./+-]+): (?:command )?not found`,
		sample: "sh: 1: vite: not found"},
	{to: finders.Program, expr: `^(?P<program>[\w@./+-]+): command not found|command not found: (?P<program>[\w@./+-]+)`,
		sample: "zsh: command not found: uvicornx"},
	{to: finders.Program, expr: `exec: "(?P<program>[^"\s]+)": executable file not found`,
		sample: `exec: "protoc": executable file not found in $PATH`},
	{to: finders.Program, expr: "env: [\u2018'`\"]?(?P<program>[\\w.+-]+)[\u2019'`\"]?: No such file",
		sample: "/usr/bin/env: \u2018pythn3\u2019: No such file or directory"},
	{to: finders.Program, expr: `spawn (?P<program>[\w@./+-]+) ENOENT|make(?:\[\d+\])?: (?P<program>[\w./+-]+): No ` +
		`such file`,
		sample: "Error: spawn ffmpeg ENOENT"},
	{to: finders.Program, expr: `\[Errno 2\][^'"]*'(?P<program>[\w+-]+)'$|No such file or directory - ` +
		`(?P<program>[\w+-]+)$`,
		sample: "FileNotFoundError: [Errno 2] No such file or directory: 'pg_dump'"},
	{to: finders.Script, expr: `[Mm]issing script:? "?(?P<script>[\w:.-]+)|NO_SCRIPT.*script: (?P<script>\S+)|error ` +
		`Command "(?P<script>[\w:.-]+)" not found|^Unknown command: "(?P<script>[\w:.-]+)"`,
		sample: `npm error Missing script: "dev"`},
	{to: finders.Script, of: "make", expr: "No rule to make target [`'\u2018](?P<script>[^'\u2019]+)",
		sample: "make: *** No rule to make target 'serv'.  Stop."},
}
