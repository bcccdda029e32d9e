package survey

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
)

// Last returns the words of the last command in a line of shell.
func Last(line string) []string {
	for _, sep := range []string{"&&", ";"} {
		if i := strings.LastIndex(line, sep); i >= 0 {
			line = line[i+len(sep):]
		}
	}
	return code.Words(line)
}

// FirstTwo returns what a program is told to do: its name and first argument that is no option, then one more for those
// that take a command.
func FirstTwo(program []string) string {
	words := slices.DeleteFunc(slices.Clone(program[1:]), func(w string) bool { return strings.HasPrefix(w, "-") })
	for i, w := range words {
		if strings.HasSuffix(w, ".go") { // as its package
			words[i] = Relative(".", filepath.Dir(w))
		}
	}
	return program[0] + " " + strings.Join(words[:min(2, len(words))], " ")
}

// OwnerOf returns the deepest of dirs that holds a file, "." if none does.
func OwnerOf(file string, dirs []string) string {
	owner := "."
	for _, dir := range dirs {
		if strings.HasPrefix(file, dir+"/") && len(dir) > len(owner)-1 {
			owner = dir
		}
	}
	return owner
}

// BelowPHP reports whether a directory above has a program of PHP, to which this one belongs.
func (p *Checkout) BelowPHP(dir string) bool {
	at, _ := p.Upwards(path.Dir(dir), "index.php", "composer.json")
	return dir != "." && at != ""
}
