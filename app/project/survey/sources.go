package survey

import (
	"os"
	"path"
	"regexp"
	"slices"
	"sync"
)

// Promising reports whether a directory has a file from which a server could be proposed, by the names in it alone.
func Promising(dir string) bool {
	entries, _ := os.ReadDir(dir)
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return slices.Contains(signs(), e.Name()) })
}

// signs are the names of files that describe how a project is run.
var signs = sync.OnceValue(func() []string {
	names := append([]string{"package.json", "deno.json", "go.mod", "manage.py", "Procfile", "Procfile.dev",
		"compose.yaml",
		"docker-compose.yml", "Makefile", "justfile", "index.php", "index.html", "process-compose.yaml", "mprocs.yaml"},
		Python...)
	for _, o := range Frameworks {
		names = append(names, o.File)
	}
	return names
})

// FirstIn returns the first match in the sources of a directory, or nil.
func (p *Checkout) FirstIn(dir string, re *regexp.Regexp, extensions ...string) []string {
	files := append(p.Files(dir, 3, extensions...), p.Files(path.Join(dir, "src/main"), 8, extensions...)...)
	for _, file := range files {
		if m := re.FindStringSubmatch(p.Read(".", file)); m != nil {
			return m
		}
	}
	return nil
}

// Anywhere reports whether a source of a directory matches.
func (p *Checkout) Anywhere(dir string, re *regexp.Regexp, extensions ...string) bool {
	return p.FirstIn(dir, re, extensions...) != nil
}
