package yml

import (
	"strings"

	"devservers/app/base/words"
)

// Reference is ${servers.NAME.port} or ${data.NAME.url}: a fact of another server of the project, or of its data.
type Reference struct {
	Of     string // OfServers or OfData
	Server string // or the name of the data
	Fact   string // port, url ...
}

// What a reference can be about.
const (
	OfServers = "servers"
	OfData    = "data"
)

// The facts that a reference can name: of servers the first two, of data the others and the URL.
const (
	FactPort = "port"
	FactURL  = "url"
	FactName = "name"
	FactPath = "path"
)

var referring = words.Lazy(`\$\{(servers|data)\.([A-Za-z0-9._-]+)\.([A-Za-z_]+)\}`)

// Refers reports whether a text may have references.
func Refers(text string) bool {
	return strings.Contains(text, "${servers.") || strings.Contains(text, "${data.")
}

// References returns all references in a text, in order.
func References(text string) (list []Reference) {
	if !Refers(text) {
		return nil
	}
	for _, m := range referring().FindAllStringSubmatch(text, -1) {
		list = append(list, Reference{m[1], m[2], m[3]})
	}
	return list
}

// Refer replaces the references in a text by what value returns for each.
func Refer(text string, value func(Reference) string) string {
	return referring().ReplaceAllStringFunc(text, func(found string) string { return value(References(found)[0]) })
}

// String returns the reference as it is written, without ${ and }.
func (r Reference) String() string { return r.Of + "." + r.Server + "." + r.Fact }

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
	if !Refers(text) {
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
