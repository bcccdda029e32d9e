package why

import "devservers/app"

// systemRules: what the machine refuses, and settings without which a framework does not start.
var systemRules = []rule{
	{words: []string{"ermission denied"}, pattern: lazily(`[Pp]ermission denied:? '?([~/.][^'\s:]+)`),
		find: func(_ *clues, _ int, m []string) *app.Finding {
			return &app.Finding{Kind: app.FindingSystem, Problem: "it may not use " + m[1], Fix: "look who owns it: ls -ld " + m[1]}
		}},
	{words: []string{"ALLOWED_HOSTS"}, pattern: lazily(`You must set settings\.(ALLOWED_HOSTS) if DEBUG is False`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingEnv, Problem: "Django runs with DEBUG off and without ALLOWED_HOSTS", Fix: "turn DEBUG on for development, such as: devservers set-env " + c.ref + " DJANGO_DEBUG=1"}
		}},
	{words: []string{"settings are not configured", "DJANGO_SETTINGS_MODULE"}, pattern: lazily(`settings are not configured.*(DJANGO_SETTINGS_MODULE)`),
		find: func(c *clues, _ int, m []string) *app.Finding { return c.unset(m[1]) }},
	{words: []string{"invalid ELF header", "Exec format error", "wrong architecture", "incompatible architecture"}, pattern: lazily(`(invalid ELF header|Exec format error|wrong architecture|incompatible architecture)`),
		find: func(c *clues, _ int, _ []string) *app.Finding {
			return &app.Finding{Kind: app.FindingModule, Problem: "a package was built for another kind of machine", Fix: "install the packages again on this machine, after removing what is installed"}
		}},
}
