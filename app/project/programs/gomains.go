package programs

import (
	"maps"
	"path"
	"slices"

	"devservers/app/base/words"
	"devservers/app/project/survey"
)

// goServer matches the names of programs that serve.
var goServer = words.Lazy(`server|api|agent|gateway|service|svc`)

// GoMains returns the directories with a program of the module of Go in a directory, if that opens a server, and what
// is said of the others.
func (p *Listening) GoMains(dir string) (mains, left []string) {
	if !p.OpensServer(dir) && !p.Anywhere(dir, GoListens(), ".go") {
		return nil, nil
	}
	seen := map[string]bool{}
	for _, file := range p.Files(dir, 3, ".go") {
		at := path.Dir(file)
		main := isGoMain(p.Read(".", file)) && !survey.BesideMain(at)
		if module, _ := p.Upwards(at, "go.mod"); module == dir && !seen[at] && main {
			seen[at] = true
			if at == dir || p.Listens(at).Port > 0 || goServer().MatchString(path.Base(at)) || GoWorks(p.Checkout, at) {
				mains = append(mains, at)
			}
		}
	}
	stay := slices.DeleteFunc(slices.Sorted(maps.Keys(seen)), func(at string) bool {
		return len(seen) > 1 && !GoStays(p.Checkout, at)
	})
	if len(mains) == 0 && len(stay) == 1 {
		mains = stay
	}
	for _, at := range slices.Sorted(maps.Keys(seen)) {
		if !slices.Contains(mains, at) && p.Anywhere(at, GoListens(), ".go") {
			left = append(left, at+" is left out: its program may open a server, but no source of it names a port")
		} else if !slices.Contains(mains, at) && !GoStays(p.Checkout, at) {
			left = append(left, at+" is left out: its program seems to end by itself")
		}
	}
	return mains, left
}
