package why

import "devservers/app"

// systemRules find what the machine refuses, and settings that a framework needs to start.
var systemRules = []rule{
	{words: []string{"ermission denied"}, pattern: lazily(`[Pp]ermission denied:? '?([~/.][^'\s:]+)`),
		find: func(_ *clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingSystem, Problem: "it may not use " + m[1], Fix: "check its owner: ls -ld " + m[1]}
		}},
	{words: []string{"ALLOWED_HOSTS"}, pattern: lazily(`You must set settings\.(ALLOWED_HOSTS) if DEBUG is False`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingEnv, Problem: "Django runs with DEBUG off and without ALLOWED_HOSTS", Fix: "turn DEBUG on for development, such as: devservers set-env " + c.ref + " DJANGO_DEBUG=1"}
		}},
	{words: []string{"settings are not configured", "DJANGO_SETTINGS_MODULE"}, pattern: lazily(`settings are not configured.*(DJANGO_SETTINGS_MODULE)`),
		find: func(c *clues, _ int, m []string) *app.Finding { return c.unset(m[1]) }},
	{words: []string{"invalid ELF header", "Exec format error", "wrong architecture", "incompatible architecture"}, pattern: lazily(`(invalid ELF header|Exec format error|wrong architecture|incompatible architecture)`),
		find: always(app.FindingModule, "a package was built for another kind of machine", "remove the installed packages and install them again on this machine")},
}
