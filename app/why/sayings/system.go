package sayings

import "devservers/app"

// System are about limits of the machine, users and certificates.
var System = []Saying{
	{Words: []string{"OutOfMemoryError", "annot allocate memory", "ut of memory", "std::bad_alloc", "Allowed memory size", "NoMemoryError"},
		Pattern: lazily(`(java\.lang\.OutOfMemoryError|[Cc]annot allocate memory|Allowed memory size of \d+ bytes exhausted|std::bad_alloc|failed to allocate memory|NoMemoryError|out of memory)`),
		Kind:    app.FindingMemory, Problem: "it ran out of memory: $1", Fix: "raise memory: of the server in devservers.yml, or find what grows"},
	{Words: []string{"file watchers", "inotify", "OS file watch limit"}, Pattern: lazily(`(System limit for number of file watchers reached|inotify (?:watch|instance)\w* limit|inotify_(?:add_watch|init).*(?:No space|Too many)|OS file watch limit)`),
		Kind: app.FindingSystem, Problem: "the system's limit for watched files is used up", Fix: "sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512"},
	{Words: []string{"EMFILE", "oo many open files", "ENFILE", "ile descriptor limit"}, Pattern: lazily(`(EMFILE|ENFILE|[Tt]oo many open files|file descriptor limit)`),
		Kind: app.FindingSystem, Problem: "it has too many files open", Fix: "raise the limit in the shell that starts it: ulimit -n 65536"},
	{Words: []string{"ENOSPC", "o space left on device", "isk full", "isk quota", "EDQUOT"}, Pattern: lazily(`(ENOSPC|[Nn]o space left on device|[Dd]isk full|[Dd]isk quota exceeded|EDQUOT)`),
		Kind: app.FindingSystem, Problem: "the disk is full", Fix: "free some space: df -h shows where"},
	{Words: []string{"EFBIG", "File too large", "file size limit", "ile size limit exceeded"}, Pattern: lazily(`(EFBIG|File too large|[Ff]ile size limit exceeded)`),
		Kind: app.FindingSystem, Problem: "a file grew beyond the limit of its size", Fix: "raise file_size: of the server in devservers.yml, or find what writes so much"},
	{Words: []string{"esource temporarily unavailable", "pthread_create", "unable to create native thread"}, Pattern: lazily(`(?:fork|pthread_create|thread).*[Rr]esource temporarily unavailable|unable to create (?:new )?native thread`),
		Kind: app.FindingSystem, Problem: "the limit of processes and threads is used up", Fix: "stop some, or raise ulimit -u"},
	{Words: []string{"ole \"", "user"}, Pattern: lazily(`[Rr]ole "([\w.-]+)" does not exist`),
		Kind: app.FindingDependency, Problem: "the database has no user $1", Fix: "create the user, or correct it in the address of the database"},
	{Words: []string{"root"}, Pattern: lazily(`(?i)"?root"?\b.{0,40}(?:not permitted|not allowed|refus|forbidden)|(?:do not|don't|can ?not|must not|refusing to|refuses to|unable to) (?:be )?run .{0,30}as (?:the )?"?root|running as root without|run(?:ning)? .{0,30}as root is (?:not|dis)`),
		Kind: app.FindingAccess, Problem: "it refuses to run as root", Fix: "start devservers as another user"},
	{Words: []string{"ertificate", "CERT_", "SELF_SIGNED", "SSL", "TLS"}, Pattern: lazily(`(?i)(?:certificate[\w\s]*(?:has )?expired|CERT_HAS_EXPIRED)`),
		Kind: app.FindingExpired, Problem: "a certificate has expired", Fix: "renew the certificate"},
	{Words: []string{"ertificate", "SELF_SIGNED", "UNABLE_TO_"}, Pattern: lazily(`(?i)self[- ]signed certificate|SELF_SIGNED_CERT|certificate verify failed|unable to (?:get local issuer|verify the first) certificate|UNABLE_TO_(?:GET_ISSUER|VERIFY)|unknown authority`),
		Kind: app.FindingAccess, Problem: "a certificate is not trusted", Fix: "add its authority to the trusted ones (Node: NODE_EXTRA_CA_CERTS), or use one that is trusted"},
	{Words: []string{"atabase"}, Pattern: lazily(`(?i)database:? ["'` + "`" + `]([\w.-]+)["'` + "`" + `] (?:does not exist|not found|doesn't exist)|unknown database ["'` + "`" + `]?([\w.-]+)|(?:could not|couldn't|cannot|can't) find (?:your |the )?database:? ["'` + "`" + `]?([\w-]+)`),
		Kind: app.FindingDependency, Problem: "the database $1$2$3 does not exist", Fix: "create it, or correct its name in the address"},
	{Broad: true, Words: []string{"with the -", "with -"}, Pattern: lazily("(?i)\\b(?:run|try|start)(?: it)?(?: again)? with (?:the )?[`'\"]?(--[\\w-]+)"),
		Kind: app.FindingAccess, Problem: "it lacks a permission that the argument $1 gives", Fix: "add $1 to the command in devservers.yml, if that is wanted"},
}
