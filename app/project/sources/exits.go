package sources

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// Exits returns the only line of the project's sources that ends a program with an exit code, as file:line and its
// text; or "".
func (p *Project) Exits(code int) (found string) {
	ends := regexp.MustCompile(`\b(?:process\.exit|sys\.exit|os\.Exit|os\._exit|System\.exit|process::exit|exit!?)\s*[ (]\s*` + strconv.Itoa(code) + `\b`)
	n := 0
	for _, file := range p.Sources() {
		if base := filepath.Base(file); !IsSource(file) || strings.Contains(base, "test") {
			continue
		}
		for i, line := range strings.Split(Read(file), "\n") {
			if ends.MatchString(line) {
				found, n = p.Shown(file)+":"+strconv.Itoa(i+1)+": "+strings.TrimSpace(line), n+1
			}
		}
	}
	if n != 1 {
		return ""
	}
	return found
}
