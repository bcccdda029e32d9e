package programs

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// FirstTwo returns what a program is told to do: its name and first argument that is no option, then one more for those
// that take a command.
func FirstTwo(program []string) string {
	words := slices.DeleteFunc(slices.Clone(program[1:]), func(w string) bool { return strings.HasPrefix(w, "-") })
	for i, w := range words {
		if strings.HasSuffix(w, ".go") { // as its package
			words[i] = survey.Relative(".", filepath.Dir(w))
		}
	}
	return program[0] + " " + strings.Join(words[:min(2, len(words))], " ")
}

// Same reports whether two commands start the same program, and tell it to do the same.
func Same(one, other []string) bool {
	a, b := third(one), third(other)
	return FirstTwo(one) == FirstTwo(other) && (a == "" || b == "" || a == b)
}

// SameFile reports whether commands in two directories name the same file, by different paths.
func SameFile(at string, one []string, to string, other []string) bool {
	return len(one) > 1 && len(other) > 1 && one[0] == other[0] && strings.Contains(one[1], "/") && at != to &&
		filepath.Join(at, one[1]) == filepath.Join(to, other[1])
}

// third returns the second argument of a program that is run, if it is a plain word.
func third(program []string) string {
	if len(program) > 3 && program[1] == "run" && subcommand().MatchString(program[3]) {
		return program[3]
	}
	return ""
}

var subcommand = words.Lazy(`^[a-z][a-z-]*$`)

// proxied matches the address to which a configuration of a frontend passes requests on.
var proxied = words.Lazy(`(?i)(?:proxy|target|api|backend)[^\n]{0,80}(?:localhost|127\.0\.0\.1|0\.0\.0\.0):(\d{4,5})\b`)

// passing matches the names of files in which a frontend's tool is told where requests go.
var passing = words.Lazy(`\.config\.|^proxy\.conf|^webpack\.|^\.env(?:\.local|\.development)?$|^setupProxy\.`)

// Asked returns the ports to which the configurations of some directories pass requests on, by directory and as a list.
func Asked(p *survey.Checkout, dirs []string) (by map[string]string, ports []string) {
	by = map[string]string{}
	for _, dir := range dirs {
		_, by[dir] = PassesOn(p, dir)
		ports = append(ports, by[dir])
	}
	return by, ports
}

// PassesOn returns the configuration of a directory that passes requests on to a port, and that port.
func PassesOn(p *survey.Checkout, dir string) (file, port string) {
	for _, entry := range p.List(dir) {
		if !passing().MatchString(entry.Name()) {
			continue
		}
		file = filepath.Join(dir, entry.Name())
		if m := proxied().FindStringSubmatch(p.Read(".", file)); m != nil {
			return file, m[1]
		}
	}
	return "", ""
}

// tested matches the address that tests in a browser are told.
var tested = words.Lazy(`["']?\bbase(?:Url|URL)["']?\s*:\s*["']https?://(?:localhost|127\.0\.0\.1):(\d{4,5})\b`)

// Tested returns the port of the server that tests in a browser look for, and their configuration in a directory.
func Tested(p *survey.Checkout, dir string) (file string, port int) {
	for _, e := range p.List(dir) {
		if survey.AboutServer().MatchString(e.Name()) {
			if m := tested().FindStringSubmatch(p.Read(dir, e.Name())); m != nil {
				port, _ = strconv.Atoi(m[1])
				return path.Join(dir, e.Name()), port
			}
		}
	}
	return "", 0
}
