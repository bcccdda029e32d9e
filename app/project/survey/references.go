package survey

import (
	"regexp"
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// SourceExts are the extensions of files whose code may show where it listens.
var SourceExts = []string{".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".go", ".rs", ".rb", ".ex", ".exs", ".php",
	".java", ".kt", ".scala", ".clj", ".cr", ".nim", ".dart"}

// references are the extensions of files that may name another server's address.
var references = append([]string{".json", ".yml", ".yaml", ".toml", ".vue", ".svelte", ".tsx", ".jsx", ".html", ".conf",
	".env"}, SourceExts...)

// AboutServer matches the files of a server's own directory that name its address for others: what tests it, too.
var AboutServer = words.Lazy(`\.env|proxy|(?:cypress|playwright|nightwatch|wdio|protractor)[\w.-]*\.(?:json|[cm]?[jt]s)$`)

// Referrer returns a file that names localhost with this port, and that is not one of the server's own sources in dir;
// or "". Files below a directory of others belong to these.
func (p *Checkout) Referrer(dir string, port int, others []string) string {
	re := regexp.MustCompile(`(?:localhost|127\.0\.0\.1|0\.0\.0\.0):` + strconv.Itoa(port) +
		`\b|(?i:dev_?(?:server)?_?port)["']?\s*[:=]\s*` + strconv.Itoa(port) + `\b`)
	if p.referring == nil {
		p.referring = append(p.Files(".", MaxDepth, references...), p.DotEnvs()...)
	}
	for _, file := range p.referring {
		if strings.Contains(p.Read(".", file), strconv.Itoa(port)) &&
			(OwnerOf(file, others) == "." || !strings.Contains(file, "compose")) && // which is about that one itself
			(AboutServer().MatchString(file) || OwnerOf(file, others) != dir) &&
			re.MatchString(p.Read(".", file)) {
			return file
		}
	}
	return ""
}
