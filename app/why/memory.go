package why

import "devservers/app"

// memoryRules find memory, file watchers, open files and disk space that are used up.
var memoryRules = []rule{
	{words: []string{"heap out of memory", "OutOfMemoryError", "annot allocate memory", "MemoryError"},
		pattern: lazily(`(JavaScript heap out of memory|java\.lang\.OutOfMemoryError|[Cc]annot allocate memory|^MemoryError)`),
		find: func(c *clues, _ int, m []string) *app.Finding {
			f := &app.Finding{Kind: app.FindingMemory, Problem: "it ran out of memory: " + m[1], Fix: "raise memory: of the server in devservers.yml, or find what grows"}
			if m[1] == "JavaScript heap out of memory" {
				f.Fix = "devservers set-env " + c.ref + " NODE_OPTIONS=--max-old-space-size=4096, and raise memory: in devservers.yml"
			}
			return f
		}},
	{words: []string{"file watchers", "inotify"}, pattern: lazily(`(System limit for number of file watchers reached|inotify (?:watch|instance) limit|inotify_add_watch.*No space)`),
		find: always(app.FindingSystem, "the system's limit for watched files is used up", "sudo sysctl fs.inotify.max_user_watches=524288 fs.inotify.max_user_instances=512")},
	{words: []string{"EMFILE", "oo many open files"}, pattern: lazily(`(EMFILE|[Tt]oo many open files)`),
		find: always(app.FindingSystem, "it has too many files open", "raise the limit in the shell that starts it: ulimit -n 65536")},
	{words: []string{"ENOSPC", "o space left on device"}, pattern: lazily(`(ENOSPC|[Nn]o space left on device)`),
		find: always(app.FindingSystem, "the disk is full", "free some space: df -h shows where")},
}
