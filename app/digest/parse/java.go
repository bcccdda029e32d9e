package parse

// java parses stack traces of the JVM and reports of javac and Maven, and knows when Spring has started.
var java = Parser{
	Kind: "java", Absorbs: true,
	Cues: []string{"\tat ", ".java:", ".kt:"}, Files: []string{".java"},
	Begin: begins(&Format{
		Head:  javaFrames,
		Above: &Pattern{Expr: `^(?:Exception in thread "[^"]*" )?(?P<message>.*\S.*)$`},
		Below: javaFrames,
		More:  &Pattern{Expr: `^\tat |^Caused by: |^\t\.\.\.|^\tSuppressed: `},
	}),
	Next:    nextOfFormat,
	Signals: []Signal{{Text: "Started ", Is: fits(`: Started \w+ in [\d.]+ seconds`), Says: Works, Clears: program}},
}

// javaFrames are the frames of packages that the project doesn't contain, which have no place, and all others.
var javaFrames = []*Pattern{
	{Expr: `^\s+at (?:(?:javax?|jakarta|sun|jdk|com\.sun|kotlinx?|scala|reactor|java\.base/.*|io\.netty|com\.fasterxml|` +
		`org\.(?:springframework|apache|hibernate|eclipse))\.[\w.$<>/@-]+\(|[\w.$<>/@-]+\((?:Native Method|Unknown Source)\))`},
	{Expr: `^\s+at [\w.$<>/@-]+\((?P<file>\w+\.(?:java|kt|scala|groovy)):(?P<line>\d+)\)`},
}
