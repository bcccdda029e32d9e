package sayings

import "devservers/app"

// Tools are what tools say of the command that called them, of lock files, of data of another version.
var Tools = []Saying{
	// A manager of packages that the project doesn't want (yarn, pnpm).
	{Words: []string{"packageManager"}, Pattern: Lazily(`defines "packageManager": "yarn@(npm|pnpm|bun)@([\w.]+)`), // as yarn writes it
		Kind: app.FindingVersion, Problem: "the project wants $1 $2 (packageManager in package.json), not yarn", Fix: "use $1 in the command"},
	{Words: []string{"resolve dependencies of"}, Pattern: Lazily(`Nest can't resolve dependencies of the (\w+) \(.*argument "?(\w+)"? at index \[\d+\] is available in the (\w+)`),
		Kind: app.FindingCode, Problem: "Nest finds no provider $2 for $1 in $3", Fix: "add $2 to the providers of $3, or import the module that exports it"},
	{Words: []string{"packageManager", "configured to use"}, Pattern: Lazily(`defines "packageManager": "(\w+)@([\w.]+)[^"]*"\. However the current global version of \w+ is ([\w.]+?)\.?$`),
		Kind: app.FindingVersion, Problem: "$1 has the wrong version: package.json wants $1 $2, this is $3", Fix: "corepack enable"},
	{Words: []string{"configured to use"}, Pattern: Lazily(`This project is configured to use (\w+)(?:@([\w.]+))?`),
		Kind: app.FindingVersion, Problem: "the project wants $1 $2 (packageManager in package.json)", Fix: "use $1 in the command, after: corepack enable"},
	// A lock file that doesn't fit its manifest, with an install that must not change it.
	{Words: []string{"OUTDATED_LOCKFILE", "FROZEN_LOCKFILE", "frozen-lockfile", "can only install packages when", "deployment setting", "frozen mode", "--frozen", "--locked"}, Pattern: Lazily(
		`OUTDATED_LOCKFILE.*because (pnpm-lock\.yaml)|(yarn\.lock|[Ll]ockfile).* needs to be updated|[Yy]our (lockfile) needs to be updated|(lockfile) (?:would have been modified|had changes, but lockfile is frozen)|can only install packages when your package\.json and (package-lock\.json)|([\w.-]+\.lock(?:b)?)\S* needs to be updated(?: but|,)`),
		Kind: app.FindingModule, Problem: "the lock file $1$2$3$4$5$6 does not match its manifest, and the command forbids to change it", Fix: "install once without --frozen-lockfile, --locked or ci, and commit the lock file"},
	{Words: []string{"main manifest attribute"}, Pattern: Lazily(`no main manifest attribute, in (\S+)`),
		Kind: app.FindingFile, Problem: "$1 does not say which class to run: its manifest has no Main-Class", Fix: "name the class: java -cp $1 CLASS, or set Main-Class in the build"},
	{Words: []string{"available binaries"}, Pattern: Lazily(`^available binaries: (.+)$`),
		Kind: app.FindingConfig, Problem: "the crate has several programs ($1), and the command names none", Fix: "name one in the command: cargo run --bin NAME"},
	// The checks of Django, which its head line only announces.
	{Words: []string{".E", ".C"}, Pattern: Lazily(`^(\S+): (\(\w+\.[EC]\d{3}\)) (.+)$`),
		Kind: app.FindingCode, Problem: "Django's checks refuse $1: $3 $2", Fix: "correct $1"},
	// Data that a newer version wrote, or another one.
	{Words: []string{"format version", "newer version"}, Pattern: Lazily(`[Cc]an't handle RDB format version (\d+)`),
		Kind: app.FindingVersion, Problem: "its data (RDB format version $1) were written by a newer Redis", Fix: "run that version of Redis, or move its dump file away (dbfilename, or else dump.rdb)"},
	{Words: []string{"too many c", "oo many connections", "remaining connection slots"}, Pattern: Lazily(`(?i)too many (?:clients|connections)\b|remaining connection slots`),
		Kind: app.FindingDependency, Problem: "the database accepts no more connections", Fix: "close connections that nobody needs, or raise max_connections of the database"},
	{Words: []string{"sqlalchemy.dialects:postgres"}, Pattern: Lazily(`Can't load plugin: sqlalchemy\.dialects:postgres$`),
		Kind: app.FindingConfig, Problem: "SQLAlchemy does not know addresses that begin with postgres://", Fix: "write postgresql:// in the address of the database"},
	{Words: []string{"async driver"}, Pattern: Lazily(`requires an async driver to be used\. The loaded '(\w+)' is not async`),
		Kind: app.FindingConfig, Problem: "the address of the database uses $1, which is not an async driver", Fix: "name an async driver in the address, such as postgresql+asyncpg://"},
	{Words: []string{"configure a DataSource"}, Pattern: Lazily(`Failed to configure a DataSource: 'url' attribute is not specified`),
		Kind: app.FindingConfig, Problem: "no database is configured: spring.datasource.url is not set", Fix: "set spring.datasource.url in application.properties (or SPRING_DATASOURCE_URL), or activate the profile that has it"},
	{Words: []string{"is not a registered namespace"}, Pattern: Lazily(`'djdt' is not a registered namespace`),
		Kind: app.FindingConfig, Problem: "the URLs of the debug toolbar are not included", Fix: "add to urlpatterns of the project's urls.py: path('__debug__/', include('debug_toolbar.urls'))"},
	{Words: []string{"is not a registered namespace"}, Pattern: Lazily(`'([\w-]+)' is not a registered namespace`),
		Kind: app.FindingConfig, Problem: "no included URLs have the namespace $1", Fix: "include the URLs of that app in the project's urls.py, or set app_name in the app's urls.py"},
	{Words: []string{"nvalid args for response field"}, Pattern: Lazily(`Invalid args for response field! Hint: check that (?:<class '([\w.]+)'>|([\w.]+)) is a valid Pydantic field`),
		Kind: app.FindingCode, Problem: "FastAPI can't make a field of the type $1$2, which Pydantic does not know", Fix: "make $1$2 a BaseModel; or declare a parameter of that type with Depends(...), and a route that answers with it with response_model=None"},
	// Permissions of a data directory or a key that are too open.
	{Words: []string{"invalid permissions", "too open", "group or world access", "UNPROTECTED"}, Pattern: Lazily(`data directory "([^"]+)" has (?:invalid permissions|group or world access)`),
		Kind: app.FindingAccess, Problem: "others may use the directory $1, and the database refuses that", Fix: "chmod 700 $1", Changes: true},
	{Words: []string{"too open", "group or world access"}, Pattern: Lazily(`(?:[Pp]ermissions \d+ for '([^']+)' are too open|private key file "([^"]+)" has group or world access)`),
		Kind: app.FindingAccess, Problem: "others may read the key $1$2, and so it is refused", Fix: "chmod 600 $1$2", Changes: true},
	{Words: []string{"key values mismatch", "private key does not match", "KEY_VALUES_MISMATCH"}, Pattern: Lazily(`(?i)key values mismatch|private key does not match`),
		Kind: app.FindingAccess, Problem: "the key does not belong to the certificate", Fix: "use the key with which the certificate was made"},
	// What languages say of how a file is written.
	{Words: []string{"did not return a true value"}, Pattern: Lazily(`^([\w./-]+\.p[lm]) did not return a true value\b`),
		Kind: app.FindingCode, Problem: "$1 does not end with a true value, which Perl wants of what it loads", Fix: "write 1; at the end of $1"},
	{Words: []string{"cannot be directly executed"}, Pattern: Lazily(`No module named [\w.]+\.__main__; '([\w.]+)' is a package and cannot be directly executed`),
		Kind: app.FindingConfig, Problem: "$1 is a package without __main__.py, which python -m would run", Fix: "name one of its modules in the command, or write that file"},
	{Words: []string{"references itself"}, Pattern: Lazily(`^(\S+:\d+): \*\*\* Recursive variable [\x60']([\w.-]+)' references itself`),
		Kind: app.FindingCode, Problem: "the variable $2 in $1 is defined by itself", Fix: "write ?= or := in place of = in $1"},
	{Words: []string{"here-document at line"}, Pattern: Lazily(`^(?:.*/)?([\w.-]+): line \d+: warning: here-document at line (\d+) delimited by end-of-file \(wanted [\x60']([\w.-]+)'\)`),
		Kind: app.FindingCode, Problem: "no line ends the here-document that begins in $1:$2", Fix: "write $3 alone in a line, without spaces before it"},
	// Node that can't run TypeScript.
	{Words: []string{"file extension \".ts"}, Pattern: Lazily(`Unknown file extension "(\.[mc]?tsx?)" for (?:.*/)?(\S+)`),
		Kind: app.FindingVersion, Problem: "this version of Node can't run $2: it is TypeScript", Fix: "use a script of package.json that runs TypeScript (tsx, ts-node) or builds it first"},
}
