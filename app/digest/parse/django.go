package parse

// django is what manage.py prints without a traceback: errors of a command, and the findings of a check.
var django = Format{Head: []*Pattern{
	{Expr: `^(?P<message>CommandError: .+)$`},
	{Expr: `^(?P<message>\S+: \(\w+\.(?P<level>[EW])\d{3}\) .+)$`},
	{Expr: `^SystemCheckError: `}, // the findings follow
}}
