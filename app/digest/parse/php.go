package parse

// php parses the log of PHP.
var php = Parser{
	Kind: "php", Absorbs: true,
	Cues: []string{"PHP Fatal error: ", "PHP Parse error: ", "PHP Warning: ", "PHP Notice: ", "PHP Deprecated: "},
	Begin: begins(&Format{
		Head: []*Pattern{{Expr: `PHP (?:Fatal |Parse )?(?P<level>error|Warning|Notice|Deprecated):  ` +
			`(?:Uncaught )?(?P<message>.+) in (?P<file>/\S+?)(?:\(\d+\).*)?(?: on line |:)(?P<line>\d+)$`}},
		Below: []*Pattern{{Expr: `^Next (?P<again>.+) in (?P<file>/\S+?):(?P<line>\d+)$`}},
		More:  &Pattern{Expr: `^$|^Stack trace:|^#|^  thrown in `},
	}),
	Next: nextOfFormat,
}
