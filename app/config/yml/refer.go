package yml

import (
	"regexp"
	"strings"
	"sync"
)

// Reference is ${servers.NAME.port} or ${servers.NAME.url}: a fact of another server of the project.
type Reference struct {
	Server string
	Fact   string // port or url
}

// The facts that a reference can name.
const (
	FactPort = "port"
	FactURL  = "url"
)

var referring = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{servers\.([A-Za-z0-9._-]+)\.([A-Za-z_]+)\}`) })

// References returns all references in a text, in order.
func References(text string) (list []Reference) {
	if !strings.Contains(text, "${servers.") {
		return nil
	}
	for _, m := range referring().FindAllStringSubmatch(text, -1) {
		list = append(list, Reference{m[1], m[2]})
	}
	return list
}

// Refer replaces the references in a text by what value returns for each.
func Refer(text string, value func(Reference) string) string {
	return referring().ReplaceAllStringFunc(text, func(found string) string { return value(References(found)[0]) })
}

// String returns the reference as it is written, without ${ and }.
func (r Reference) String() string { return "servers." + r.Server + "." + r.Fact }

// ReferenceNamed returns the reference that String made a name of.
func ReferenceNamed(name string) (Reference, bool) {
	list := References("${" + name + "}")
	if len(list) != 1 {
		return Reference{}, false
	}
	return list[0], true
}

// MaskReferences returns a text of the same length in which references are variables of a shell.
func MaskReferences(text string) string {
	if !strings.Contains(text, "${servers.") {
		return text
	}
	return referring().ReplaceAllStringFunc(text, func(found string) string {
		return "${" + strings.Map(func(r rune) rune {
			if r == '.' || r == '-' {
				return '_'
			}
			return r
		}, found[2:])
	})
}
