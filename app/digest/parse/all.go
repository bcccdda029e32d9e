package parse

// All are the parsers, in the order in which they are tried.
var All = []*Parser{&python, &pytest, &vite, &esbuild, &webpack, &next, &typescript, &eslint, &golang, &rust, &java,
	&ruby, &php, &jest, &vitest, &Node, &Levels}
