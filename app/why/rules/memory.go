package rules

import "devservers/app"

// memoryRules find memory, file watchers, open files and disk space that are used up.
var memoryRules = []rule{
	{words: []string{"heap out of memory", "OutOfMemoryError", "annot allocate memory", "MemoryError", "ut of memory", "std::bad_alloc", "Allowed memory size", "NoMemoryError"},
		pattern: lazily(`(JavaScript heap out of memory|java\.lang\.OutOfMemoryError|[Cc]annot allocate memory|^MemoryError|Allowed memory size of \d+ bytes exhausted|std::bad_alloc|failed to allocate memory|NoMemoryError|out of memory)`),
		find: func(c *Clues, _ int, m []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingMemory, Problem: "it ran out of memory: " + m[1], Fix: "raise memory: of the server in devservers.yml, or find what grows"}
			if m[1] == "JavaScript heap out of memory" {
				f.Next(app.Step{Do: app.StepSetEnv, Server: c.Ref, Name: "NODE_OPTIONS", Value: "--max-old-space-size=4096"}, "find what grows")
			}
			return f
		}},
	{words: []string{"file watchers", "inotify", "OS file watch limit"}, pattern: lazily(`(System limit for number of file watchers reached|inotify (?:watch|instance)\w* limit|inotify_(?:add_watch|init).*(?:No space|Too many)|OS file watch limit)`),
		find: always(app.FindingSystem, "the system's limit for watched files is used up", "sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512")},
	{words: []string{"EMFILE", "oo many open files", "ENFILE", "ile descriptor limit"}, pattern: lazily(`(EMFILE|ENFILE|[Tt]oo many open files|file descriptor limit)`),
		find: always(app.FindingSystem, "it has too many files open", "raise the limit in the shell that starts it: ulimit -n 65536")},
	{words: []string{"ENOSPC", "o space left on device", "isk full", "isk quota", "EDQUOT"}, pattern: lazily(`(ENOSPC|[Nn]o space left on device|[Dd]isk full|[Dd]isk quota exceeded|EDQUOT)`),
		find: always(app.FindingSystem, "the disk is full", "free some space: df -h shows where")},
	{words: []string{"EFBIG", "File too large", "file size limit", "ile size limit exceeded"}, pattern: lazily(`(EFBIG|File too large|[Ff]ile size limit exceeded)`),
		find: always(app.FindingSystem, "a file grew beyond the limit of its size", "raise file_size: of the server in devservers.yml, or find what writes so much")},
	{words: []string{"esource temporarily unavailable", "pthread_create", "unable to create native thread"}, pattern: lazily(`(?:fork|pthread_create|thread).*[Rr]esource temporarily unavailable|unable to create (?:new )?native thread`),
		find: always(app.FindingSystem, "the limit of processes and threads is used up", "stop some, or raise ulimit -u")},
}
