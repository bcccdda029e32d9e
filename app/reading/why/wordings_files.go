package why

import "devservers/app/reading/why/finders"

var aboutPorts = []wording{
	{to: finders.Port, expr: `EADDRINUSE.*?:(?P<port>\d{2,5})\s*$`,
		sample: "Error: listen EADDRINUSE: address already in use :::3000"},
	{to: finders.Port, expr: `(?i):(?P<port>\d{2,5})\b[^/\d]*\baddress (?:is )?already in use`,
		sample: "listen tcp :7960: bind: address already in use"},
	{to: finders.Port, expr: `(?i)address (?:is )?already in use|EADDRINUSE|port is already in use`,
		sample: "OSError: [Errno 98] Address already in use"},
	{to: finders.Port, expr: `\[Errno (?:98|48)\]|os error (?:98|48)\b|errno: -98`,
		sample: "OSError: [Errno 98] Die Adresse wird bereits verwendet"},
	{to: finders.Port, expr: `(?i)\bport:? (?P<port>\d{2,5})\S* (?:is |was )?(?:already )?(?:in use|taken|occupied|` +
		`allocated|being used|not available|unavailable|used by)`,
		sample: "Web server failed to start. Port 7960 was already in use."},
	{to: finders.Port, expr: `(?i):(?P<port>\d{2,5}) (?:is |was )?already (?:in use|allocated)`,
		sample: "Bind for 0.0.0.0:5432 is already in use"},
	{to: finders.Port, expr: `bind\(\) to \S+:(?P<port>\d{2,5}) failed \(98`,
		sample: "nginx: [emerg] bind() to 0.0.0.0:8080 failed (98: Address already in use)"},
	{to: finders.Port, expr: `(?i)(?:another|something|other) .{0,30}(?:listening|running|using)\b.{0,20}\bport ` +
		`(?P<port>\d{2,5})`,
		sample: "Something is already running on port 3000."},
	{to: finders.Port, expr: `(?i)(?:address already in use|EADDRINUSE).*?(?P<socket>/[\w@./+-]+\.sock(?:et)?)\b`,
		sample: "Error: listen EADDRINUSE: address already in use /srv/shop/run/app.sock"},
	{to: finders.Port, expr: `(?i)(?P<socket>/[\w@./+-]+\.sock(?:et)?)\b.*(?:address already in use|EADDRINUSE|Errno 98)`,
		sample: "Could not bind to unix:/srv/shop/app.sock: Address already in use"},
	{to: finders.Port, of: "denied", expr: `(?i)listen EACCES.*?:(?P<port>\d{1,4})\b`,
		sample: "Error: listen EACCES: permission denied 0.0.0.0:80"},
	{to: finders.Port, of: "denied", expr: `(?i)\bbind\b.*:(?P<port>\d{1,4})\b.*(?:permission denied|\(13)`,
		sample: "nginx: [emerg] bind() to 0.0.0.0:80 failed (13: Permission denied)"},
	{to: finders.Port, of: "denied",
		expr:   `(?i)bind(?:\(\))?[^/]*permission denied|^PermissionError: \[Errno 13\][^/'"]*$`,
		sample: "PermissionError: [Errno 13] Permission denied"},
	{to: finders.Port, of: "address",
		expr:   `(?:EADDRNOTAVAIL|assign requested address)[^\d]*(?P<host>\d{1,3}(?:\.\d{1,3}){3})`,
		sample: "Error: listen EADDRNOTAVAIL: address not available 10.77.1.2:8000"},
	{to: finders.Port, of: "address",
		expr:   `(?P<host>\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\b.*(?:assign requested address|EADDRNOTAVAIL)`,
		sample: "listen tcp 10.77.1.2:8080: bind: cannot assign requested address"},
	{to: finders.Port, of: "address", expr: `[Cc]an(?:no|')t assign requested address|EADDRNOTAVAIL|\[Errno 99\]`,
		sample: "OSError: [Errno 99] Cannot assign requested address"},
	{to: finders.Lock, expr: `(?i)(?:already running|exists|is running|another (?:instance|process|server)|held|` +
		`(?:un)?lock(?:ed)?)\b.*?(?P<file>[\w@./+-]*(?:\.pid|\.lock|\.lck|/LOCK))\b`,
		sample: "A server is already running (pid: 4711, file: /srv/shop/tmp/pids/server.pid)."},
	{to: finders.Lock, of: "database", expr: `database is locked`, sample: "sqlite3.OperationalError: database is locked"},
}

var aboutFiles = []wording{
	{to: finders.File, expr: `(?i)(?:no such file or directory|ENOENT|main class \S+|\[Errno 2\] [^'"/]*)$`,
		sample: "FileNotFoundError: [Errno 2] No such file or directory"},
	{to: finders.File, unless: `vendor/autoload`, expr: `(?:require|include)(?:_once)?\((?P<file>[^)\s]+)\)|[Ff]ailed opening required '(?P<file>[^']+)'`,
		sample: "PHP Fatal error:  Uncaught Error: Failed opening required 'config/db.php' (include_path='.')"},
	{to: finders.File, of: "directory", expr: `\bcd: (?:can't cd to )?(?P<file>[\w@./+-]+)(?:$|:)`,
		sample: "./run.sh: 2: cd: can't cd to backend"},
	{to: finders.File, of: "go.mod", expr: `go: cannot find main module`,
		sample: "go: cannot find main module, but found .git/config in /srv/shop"},
	{to: finders.File, expr: `(?:Could not open input file|Can't open perl script):? "?(?P<file>[^\s"]+)`,
		sample: "Could not open input file: artisan"},
	{to: finders.File, expr: `(?i)no such file or directory(?: \(os error 2\))?[:,@]? ` +
		`(?:[^'"/]{0,40}[\s'"])?(?P<file>[^'",;:()\s]+)`,
		sample: "FileNotFoundError: [Errno 2] No such file or directory: 'conf/app.yaml'"},
	{to: finders.File, expr: `(?i)["']?(?P<file>[\w@.+~/-]+)["']?:? (?:\(?No such file|No such file or directory|Not ` +
		`a directory)`,
		sample: "open configs/dev.yaml: no such file or directory"},
	{to: finders.File, expr: `\[Errno 2\][^'"]*['"](?P<file>[^'"]+)`,
		sample: "FileNotFoundError: [Errno 2] Datei nicht gefunden: 'a.ini'"},
	{to: finders.File, expr: `"(?P<file>[^"]+)" failed \((?:2|20):`,
		sample: `open() "/srv/shop/conf/mime.types" failed (2: No such file or directory)`},
	{to: finders.File, of: "directory",
		expr: "(?i)\\b(?:file|directory|folder|path|template)s? [\"'`]?(?P<file>[\\w@./+-]+)[\"'`]? (?:does not exist|" +
			"doesn't exist|(?:was )?not found|is missing|could not be found)",
		sample: "Error: Directory 'static/css' does not exist."},
	{to: finders.File, unless: `such file --|main class|ECONN`,
		expr: `(?i)(?:can ?not|can.t|could not|couldn.t|unable to|failed to) (?:find|open|load|read|access|stat|locate|` +
			`chdir|cd|include)\b[^'"/]{0,40}?[\s"'(](?P<file>[\w@.+~-]*[./][\w@./+~-]+)`,
		sample: "Can't chdir to 'var/redis': No such file or directory"},
	{to: finders.File, expr: `(?i)["']?(?P<file>[\w@.+~-]*[./][\w@./+~-]+)["']?[\s:,)(]*(?:does ?n.t exist|does not ` +
		`exist|not found|is missing|not a directory|could not be (?:found|opened|read))`,
		sample: "certs/key.pem could not be read"},
	{to: finders.File, expr: `(?:TemplateDoesNotExist(?: at \S+)?|TemplateNotFound):? (?P<file>[\w@./+-]+)`,
		sample: "django.template.exceptions.TemplateDoesNotExist: home.html"},
	{to: finders.File, expr: `(?:[Nn]o |Could not (?:read|locate) |[Cc]ould not find (?:a )?.?)(?P<file>package\.json|` +
		`Gemfile|composer\.json|Cargo\.toml|pyproject\.toml)`,
		sample: "Could not locate Gemfile"},
	{to: finders.File, expr: `(?P<file>go\.mod) file not found|(?P<file>config\.ru) not found|(?P<file>manage\.py|` +
		`alembic\.ini) not found`, sample: "go: go.mod file not found in current directory or any parent directory"},
	{to: finders.Migration, of: "file",
		expr:   `(?i)unable to open (?:the )?database|SQLITE_CANTOPEN|readonly database|SQLITE_READONLY`,
		sample: "sqlite3.OperationalError: unable to open database file"},
	{to: finders.Access, expr: `(?i)(?:permission denied|EACCES|EPERM|not permitted|read-only file system|EROFS|` +
		`access (?:is )?denied|errno 13\])[^/'"]{0,30}['"]?(?P<path>[\w@.+~-]*/[\w@./+~-]+)`,
		sample: "PermissionError: [Errno 13] Permission denied: '/var/log/shop.log'"},
	{to: finders.Access, expr: `(?i)["'\s(](?P<path>[\w@.+~-]*[/.][\w@./+~-]+)["']?[\s:,)(]*(?:failed \(13|permission ` +
		`denied|operation not permitted|read-only file system|is not (?:writ|read)e?able)`,
		sample: `nginx: [emerg] open() "/run/nginx.pid" failed (13: Permission denied)`},
	{to: finders.Access, of: "execute",
		expr: `(?P<path>[\w@./+-]+): Permission denied$|spawn (?P<path>[\w@./+-]+) EACCES|fork/exec ` +
			`(?P<path>[\w@./+-]+): permission denied`,
		sample: "sh: 1: ./run.sh: Permission denied"},
	{to: finders.Access, expr: `(?i)(?:directory|permissions \d+ for|key file) ["'](?P<path>[^"']+)["'] (?:has|are)`,
		sample: `FATAL:  data directory "/srv/shop/data" has invalid permissions`},
}
