package survey

import (
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"devservers/app/base/words"
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

// subcommands match sources of programs that do nothing without a word for what to do.
var subcommands = words.Lazy(`#\[derive\([^)]*\bSubcommand\b|#\[derive\([^)]*\bParser\b[^)]*\)\]\s*(?:#[^\n]*\s*)*(?:pub )?enum\b|\.subcommand\([^)]|#\[(?:clap|command)\(subcommand|\.AddCommand\(|\*cli\.Command\{|\bcommand:"\w`)

// CommandLine reports whether the program of Rust in a directory is a command line: alone it prints its help.
func (p *Checkout) CommandLine(dir string) bool {
	return slices.ContainsFunc(p.Files(dir, 3, ".rs"), p.Subcommands)
}

// Subcommands reports whether a source declares commands of a command line.
func (p *Checkout) Subcommands(file string) bool {
	text := p.Read(".", file)
	may := strings.Contains(strings.ToLower(text), "command") || strings.Contains(text, "Parser")
	return may && subcommands().MatchString(text)
}

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
