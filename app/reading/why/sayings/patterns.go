package sayings

// PathIn matches what can be a path: in quotes, or a word with a slash or an extension.
var PathIn = Lazily("[\"'`\u2018\u201c]([\\w@.+~/ -]*[./][\\w@.+~/ -]*)[\"'`\u2019\u201d]|(?:^|[\\s=:(])(~?[\\w@.+-]*/[\\w@./+-]+|[\\w@+-]+\\.[a-z]{2,5})(?:[:;,)\\s]|$)")

// PortSet matches what sets a port below 1000.
var PortSet = Lazily(`(?i)port["']?\s*(?:=|:|,|=>|\()\s*["']?(\d{2,3})\b|--port[ =](\d{2,3})\b|:(\d{2,3})\b`)

// IsCrash matches what is printed before the stack of a process that a signal ends, and crashLines are how many lines this
// stack usually has.
var IsCrash = Lazily(`(?i)fatal python error|segmentation|SIGSEGV|SIGABRT|SIGBUS|\[BUG\]|core dumped`)

// LastLine matches what tools print after the error: where the whole log is, that they give up, that they try again.
var LastLine = Lazily(`(?i)complete log of this run|aborting|retrying|trying again|giving up|shutting down|shut down|exit(?:ed|ing)?(?: with)? (?:code|status|failure)|\bexiting\b|ELIFECYCLE|command failed|lifecycle script|npm (?:error|ERR!) (?:code|path|command|syscall|errno|workspace|location|signal)\b|npm (?:error|ERR!)\s*$|for (?:more|further) (?:information|details)|see (?:above|the log)|run with .*backtrace|\*\*\* \[.*\] Error \d+|ld returned \d+ exit status|startup failed|failed to start|could not start|stopped$|error:?\s*$|errors? (?:found|occurred)|build failed`)

// Complains matches lines that say what is wrong without a level.
var Complains = Lazily(`(?i)\b(?:error|fail(?:ed|ure)?|fatal|can ?not|can't|could not|couldn't|unable|invalid|denied|no such|not found|missing|refused|unknown|don't know|undefined|unexpected|illegal|unsupported|unrecogni[sz]ed|not defined|does not exist|doesn't exist)\b`)

// AboutConfig matches lines that speak of a command line or of configuration. Without such words, a parameter or an argument
// that is invalid or missing may be one of a function or of a system call.
var AboutConfig = Lazily(`(?i)\busage\b|--?[a-z][\w-]+\b.*\b(?:option|flag|argument)|command[- ]line|\bconf(?:ig(?:uration)?)?\b|\.(?:conf|cnf|cfg|ini|toml|ya?ml|json|rc)\b|\b(?:options?|flags?|arguments?) (?:list|are)|--help|\bsettings?\b|\bdirective\b|(?:option|flag|argument)s?:? -`)

// AddressIn matches a host with a port.
var AddressIn = Lazily(`(?:^|[\s/@"'(=\[,:])(localhost|\[[0-9a-fA-F:]+\]|::1|\d{1,3}(?:\.\d{1,3}){3}|[A-Za-z][\w-]*(?:\.[\w-]+)*)(?::|"?,? port |"?\), port |" \([\d.:]+\), port )(\d{2,5})(?:[^\w.:]|[.:]?$|[.:]\D)`)

// RefusedBy is an address, with any port, that a line names as the one that was refused.
var RefusedBy = Lazily(`(?:(?:ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH) |\bto (?:\w+://(?:[^@\s/]*@)?)?)([\w.:\[\]-]+):(\d{1,5})\b`)

// Answered matches an error with which a server has answered, behind the words about the connection.
var Answered = Lazily(`(?i)failed: (?:FATAL|ERROR|sorry)|\b(?:FATAL|sqlstate|error (?:code )?\d{4})\b|\(\d{4},`)

// Waits matches what servers print that wait for others to connect.
var Waits = Lazily(`(?i)waiting (?:for|on) (?:\w+ )?(?:connections?|requests?|clients?|changes|file changes|jobs?|messages?|tasks?|events?|debugger|input|port)\b`)

// OfAddress matches names of variables that have the address of a server, or a part of it.
var OfAddress = Lazily(`HOST|URL|URI|ADDR|PORT|DSN|BROKER|^(?:DB|DATABASE|PG|POSTGRES|MYSQL|MONGO|REDIS|AMQP)_`)

// SocketIn matches the path of a Unix socket.
var SocketIn = Lazily(`(?:^|[^\w/]|:/{2})(/[\w@./+-]+(?:\.sock(?:et)?|\.s\.PGSQL\.\d+))\b`)

// InSource matches the address of a server in the sources: in a URL or a DSN.
var InSource = Lazily(`(?i)host["']?\s*(?:=|=>|:)\s*["']?([\w.-]+|\$\{?\w+\}?)["']?[;,\s]+["']?port["']?\s*(?:=|=>|:)\s*["']?(\d{2,5})|(localhost|\d{1,3}(?:\.\d{1,3}){3})["']?\s*[:,]\s*["']?(\d{2,5})\b`)

// Times matches dates and times, which look like addresses.
var Times = Lazily(`\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d`)

// Frame matches a line of a stack trace, whose numbers are those of lines.
var Frame = Lazily(`^\s+(?:at |File |from |\([^)]*\) \S+:\d+|\S+\.\w+:\d+)`)

// HostOnly matches a host, or the address of one.
var HostOnly = Lazily(`^(?:[a-zA-Z][\w+.-]*://)?(?:[^@/\s]*@)?([a-zA-Z][\w-]*(?:\.[\w-]+)*)(?::\d+)?(?:/.*)?$`)

// QuotedHost matches a host in a line about hosts.
var QuotedHost = Lazily(`(?i)(?:\bhost(?:name)?[ '"=:]+|\bto |://(?:[^@/\s]*@)?)([a-z][\w-]*(?:\.[\w-]+)+|[a-z][\w]*-[\w-]+)\b`)

// Resolves matches what a line says if a name has no address.
var Resolves = Lazily(`(?i)ENOTFOUND|EAI_AGAIN|translate host name|not known|no such host|nodename nor servname|name resolution|UnknownHost|host not found|not resolve|n't resolve|nxdomain|unknown (?:\w+ )?host|resolve host|getaddrinfo`)

// DatabaseName matches the file of an SQLite database, in an address or in quotes.
var DatabaseName = Lazily(`sqlite3?:(?:///?)?([\w@./+~-]+)|["'\x60=\s]([\w@./+~-]+\.(?:db|sqlite3?|db3))\b`)

// AboutSettings are words of a line in which a name without _ is that of a variable.
var AboutSettings = Lazily(`(?i)\benv|variable|setting|config|secret|credential|\$[A-Z]`)

// NotNames matches capital words that are not variables: codes of errors, keywords of SQL.
var NotNames = Lazily(`^(?:E[A-Z]{3,}|ERR_.*|.*_(?:ERROR|FAILED|NOT_FOUND|EXCEPTION)|ERROR|FATAL|WARN(?:ING)?|INFO|DEBUG|NOTICE|TRACE|HTTPS?|JSON|NULL|TRUE|FALSE|NONE|TABLE|COLUMN|INDEX|SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|DATABASE|USER|FILE|REQUIRED|MISSING|POST|PUT|GET|HEAD|SSL|TLS|TCP|UDP|SQL|API|URL|PORT|HOST|ASGI|WSGI|PHP|CSS|HTML|XML|YAML|TOML|UTF|ASCII|CPU|GPU|RAM|DNS|JWT|CORS|CSRF)$`)

// AboutCode are words of lines whose names are those of code, not of variables of the environment.
var AboutCode = Lazily(`(?i)\b(?:macro|constant|identifier|symbol|reference|function|method|class|type|label|column|table|enum)s?\b`)

// AboutVariables matches lines about the environment.
var AboutVariables = Lazily(`(?i)\benv(?:ironment)?\b|variable`)

// BadFormat matches what parsers of data say.
var BadFormat = Lazily(`(?i)expect(?:ed|ing)|unexpected|invalid|pars(?:e|ing|er)|decod|syntax|mapping|could not find|did not find|malformed|not valid|cannot|failed|error|character|section header`)

// SaysMissing matches what a line says at all if a file is not there.
var SaysMissing = Lazily(`(?i)no such|ENOENT|exist|not found|find|missing|not a directory|failed|cannot|can.t|could ?n.t|could not|unable`)

// SaysNoFile matches what only a missing file makes a program say: then any name with a / is a path.
var SaysNoFile = Lazily(`(?i)no such file|ENOENT|NoSuchFile|FileNotFound|chdir|can't cd|not a directory|change dir|os error 2\b|errno[:= ]+2\b|errcode: 2\b`)

// StartsProgram matches what is printed around the failure to start a program: by shells, and by what starts processes.
var StartsProgram = Lazily(`(?i)command not found|\bexec\b|(?:^|[/\s])(?:ba|da|z|k|a)?sh: |: (?:line )?\d+: .*not found|spawn|subprocess|popen|Process::|child_process|env: |executable file|\bmake(?:\[\d+\])?: |is not recognized`)

// Request matches lines about a request, whose paths are not files.
var Request = Lazily(`\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b|HTTP/\d|\b40[0-9]\b|Not Found:`)

// OfLibrary matches what loaders of libraries print.
var OfLibrary = Lazily(`\.so\b|\.node\b|\.dylib|dlsym|dlopen|dyld|symbol lookup|relocation`)

// PhpRequires matches an extension in composer.json.
var PhpRequires = Lazily(`"ext-([\w-]+)"`)

// PdoAddress matches the beginning of an address for PDO.
var PdoAddress = Lazily(`\b(mysql|pgsql|sqlite|sqlsrv|odbc|oci|firebird):`)

// BindAddress matches an address to listen on.
var BindAddress = Lazily(`(?:^|[\s'"=(/@])((?:\d{1,3}\.){3}\d{1,3}|\[?[0-9a-fA-F]*:[0-9a-fA-F:]+\]?|[a-z][\w-]*(?:\.[\w-]+)+)(?::\d{1,5})?(?:$|[\s'",;:)])`)

// Errno is the number of a system error, not a port.
var Errno = Lazily(`\[Errno \d+\]|\berrno:? -?\d+|\(\d+\)|\(\d+:|\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\d+#\d+|\[\d+\]|\b\d{1,3}(?:\.\d{1,3}){3}\b`)

// IsCode is a property of Node's error, printed below its stack.
var IsCode = Lazily(`^\s+code: 'EADDRINUSE',?$`)

// PortIn matches what looks like a port.
var PortIn = Lazily(`(?:^|[:\s"'=.*])(\d{3,5}|80)\b`)

// LockFile matches the path of a lock or of a PID file.
var LockFile = Lazily(`((?:/|\b)[\w@./+-]*(?:\.pid|\.lock|\.lck|/LOCK|/lock|lockfile|mongod\.lock|\.db-lock))\b`)

// IsLocked matches what a line says if a lock is held.
var IsLocked = Lazily(`(?i)already (?:running|locked|in use|exists|held)|is running|another (?:instance|process|server|program|postmaster)|could not (?:acquire|lock|obtain|get)|unable to (?:acquire|lock|obtain|get)|failed to (?:acquire|lock|obtain|get)|can(?:no|')t (?:acquire|lock|obtain)|database is locked|locked by|lock (?:file )?(?:is )?(?:held|exists)|resource temporarily unavailable`)

// BadInterpreter matches what shells say of the first line of a script.
var BadInterpreter = Lazily(`(/[\w./+-]+): bad interpreter`)

// Harmless matches what a program says of something that it does without.
var Harmless = Lazily(`(?i)\b(?:warn(?:ing)?|deprecat\w*|info|debug|notice|default(?:s|ing)?|fall(?:ing|s)? ?back|fallback|optional|skipp(?:ed|ing)|ignor(?:ed|ing)|disabled|retry(?:ing)?|instead)\b`)

// Warns matches warnings of tools that install and run packages, about their own settings and versions.
var Warns = Lazily(`^\s*(?:npm (?:warn|WARN)|WARN|warning|WARNING:)\b`)

// WellAgain matches what servers print once all their code is loaded.
var WellAgain = Lazily(`(?i)compiled successfully|system check identified no issues|\bready in \d|hmr update|page reload|application startup complete|found 0 errors|✓ compiled`)

// NodeHas matches the version of Node that runs.
var NodeHas = Lazily(`Node\.js v([\d.]+)|Actual: .*"node":"v?([\d.]+)"`)

// Behind matches what a program says if its database lacks migrations.
const Behind = `(?i)PendingMigration|target database is not up to date|` +
	`\b(?:pending|unapplied|outstanding|missing|unrun|un-?migrated)\b[\w\s]{0,20}\b(?:migrations?|schema (?:changes|version|update))\b|` +
	`\b(?:migrations?|schema)\b[\w\s:'".()-]{0,40}\b(?:(?:is|are) pending|pending|not (?:been )?(?:applied|run|migrated)|not up[ -]to[ -]date|out of date|outdated|behind|need(?:s)? to be (?:run|applied|migrated)|must be (?:run|applied)|(?:is )?too old|mismatch)|` +
	`\b(?:run|apply) (?:the |your |pending |database |db )*migrations?\b|database (?:is )?(?:not migrated|needs? (?:to be )?migrat)|expected schema version`

// Connective are words that stand where a name would.
var Connective = map[string]bool{"or": true, "and": true, "in": true, "for": true, "at": true, "the": true, "a": true, "of": true, "to": true, "is": true, "on": true, "with": true, "from": true, "list": true,
	"not": true, "must": true, "error": true, "file": true, "are": true, "was": true, "that": true, "found": true, "value": true}
