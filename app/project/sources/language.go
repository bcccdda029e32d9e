package sources

import (
	"path"
	"slices"
	"strings"
)

// languages are the endings of the source files that a program loads when it starts.
var languages = map[string][]string{
	"python": {".py"}, "pypy": {".py"}, "ruby": {".rb", ".ru"}, "perl": {".pl", ".pm"}, "php": {".php"},
	"node": scriptEnds, "bun": scriptEnds, "deno": scriptEnds,
	"java": {".java", ".kt", ".scala", ".clj"}, "dotnet": {".cs", ".fs"},
	"bash": {".sh", ".bash"}, "dash": {".sh"}, "sh": {".sh"}, "zsh": {".zsh", ".sh"}, "tclsh": {".tcl"},
	"go": {".go"}, "beam.smp": {".ex", ".exs", ".erl"}, "cargo": {".rs"}, "lua": {".lua"}, "Rscript": {".R"}, "R": {".R"},
}

var scriptEnds = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".jsx", ".tsx"}

// RunsCode reports whether a program may run one of these files: it is of its language, or not one of the system's.
func RunsCode(program string, files []string) bool {
	if len(EndingsOf(program)) > 0 {
		return slices.ContainsFunc(files, func(f string) bool { return speaks(program, f) })
	}
	return !slices.ContainsFunc([]string{"/bin/", "/sbin/", "/usr/bin/", "/usr/sbin/"},
		func(dir string) bool { return strings.HasPrefix(program, dir) })
}

// speaks reports whether the program at a path may load a file: it is of the file's language, or of any if that is not
// known.
func speaks(program, file string) bool {
	ext, ends := path.Ext(file), EndingsOf(program)
	for _, others := range languages {
		if len(ends) > 0 && slices.Contains(others, ext) {
			return slices.Contains(ends, ext)
		}
	}
	return len(ends) > 0
}

// EndingsOf returns the endings of the files that the program at a path loads: of "python3.11" as of "python".
func EndingsOf(program string) []string {
	name := path.Base(strings.TrimSuffix(program, " (deleted)"))
	if list, ok := languages[name]; ok {
		return list
	}
	return languages[strings.TrimRight(name, "0123456789.-")]
}

// NodeName matches what a package of npm may be called.
var NodeName = lazily(`^(?:@[\w.-]{1,100}/)?[\w.-]{1,100}$`)

// PackageOf returns the package of an import: react-dom for react-dom/client, @a/b for @a/b/c.
func PackageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
