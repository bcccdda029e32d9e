package code

import (
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/project/sources"
)

var quotedPath = lazily("[\"'`](/[\\w/-]{2,60})[\"'`]")

// RouteLike returns the path in quotes in the project's sources of which path may be a misspelling, and where it is;
// or "".
func (p *Workspace) RouteLike(path string) (like, where string) {
	var paths []string
	at := map[string]string{}
	for _, file := range p.Sources() {
		if !sources.IsSource(file) {
			continue
		}
		for i, line := range strings.Split(sources.Read(file), "\n") {
			for _, m := range quotedPath().FindAllStringSubmatch(line, 8) {
				if at[m[1]] == "" {
					paths, at[m[1]] = append(paths, m[1]), p.Shown(file)+":"+strconv.Itoa(i+1)
				}
			}
		}
	}
	if meant := words.Meant(path, paths); len(meant) > 0 && meant[0] != path {
		return meant[0], at[meant[0]]
	}
	return "", ""
}
