package lists

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/survey"
)

// Named returns the sources that a command in a directory starts: files and modules that it names.
func Named(p *survey.Checkout, dir string, program []string) []string {
	files := Operands(p, dir, program)
	for _, word := range program {
		if at := filepath.Join(dir, word); (word != "." || program[0] == "go") && slices.Contains(p.Dirs, at) {
			files = append(files, p.Files(at, 0, survey.SourceExts...)...)
		}
		module, _, _ := strings.Cut(word, ":")
		module = strings.ReplaceAll(strings.TrimPrefix(module, "./"), ".", "/")
		for _, src := range []string{"", "src"} {
			for _, end := range []string{".py", "/__init__.py", "/__main__.py"} {
				if file := filepath.Join(dir, src, module+end); filepath.IsLocal(file) && p.Has(".", file) {
					files = append(files, file)
				}
			}
		}
	}
	return files
}
