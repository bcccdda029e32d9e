package programs

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/command"
	"devservers/app/project/code"
	"devservers/app/project/survey"
)

// Named returns the sources that a command in a directory starts: files and modules that it names.
func Named(p *survey.Checkout, dir string, program []string) []string {
	files := Operands(p, dir, program)
	for _, word := range program {
		if at := filepath.Join(dir, word); (word != "." || program[0] == "go") && filepath.IsLocal(at) &&
			slices.Contains(p.Dirs, at) && !p.Has(at, "__main__.py") {
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

// Unwrapped makes `sh worker.sh` the script itself: commands run without a shell, but a script may be one. Any other
// call of a shell is an error.
func Unwrapped(p *survey.Checkout, dir, line string) (own string, remarks []string, err error) {
	list := code.Words(line)
	if len(list) == 0 || !slices.Contains([]string{"sh", "bash", "dash", "zsh", "ksh"}, path.Base(list[0])) {
		return line, nil, nil
	}
	if len(list) < 2 || !filepath.IsLocal(list[1]) {
		return line, nil, command.ErrShell
	}
	script := filepath.Join(dir, list[1])
	info, err := os.Stat(filepath.Join(p.Root, script))
	if err != nil || !info.Mode().IsRegular() {
		return line, nil, command.ErrShell
	}
	if !strings.HasPrefix(p.Read(".", script), "#!") {
		remarks = append(remarks, script+" is run without a shell before it: give it the first line #!/usr/bin/env "+
			path.Base(list[0]))
	}
	if info.Mode()&0o111 == 0 {
		remarks = append(remarks, script+" is not executable: chmod +x "+command.Quote(script))
	}
	_, rest, _ := strings.Cut(line, " ")
	return "./" + strings.TrimPrefix(strings.TrimSpace(rest), "./"), remarks, nil
}

// Reason explains why a command can't be declared, without a place in it.
func Reason(err error) string {
	var e *command.SyntaxError
	if errors.As(err, &e) {
		return e.Msg
	}
	return err.Error()
}
