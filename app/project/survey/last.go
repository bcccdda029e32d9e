package survey

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/project/code"
	"devservers/app/transcript/text"
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

// Same reports whether two commands start the same program, and tell it to do the same.
func Same(one, other []string) bool {
	a, b := third(one), third(other)
	return FirstTwo(one) == FirstTwo(other) && (a == "" || b == "" || a == b)
}

// third returns the second argument of a program that is run, if it is a plain word.
func third(program []string) string {
	if len(program) > 3 && program[1] == "run" && command().MatchString(program[3]) {
		return program[3]
	}
	return ""
}

var command = text.Lazy(`^[a-z][a-z-]*$`)

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
