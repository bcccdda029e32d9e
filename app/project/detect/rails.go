package detect

import (
	"path/filepath"
	"strings"
)

// railsHosts notes Rails applications that respond with 403 at the named URLs of their servers: of names below
// localhost, Rails accepts only names with one label.
func (f *finder) railsHosts() {
	const file = "config/environments/development.rb"
	for _, dir := range f.Dirs {
		if text := f.Read(dir, file); f.Has(dir, "bin/rails") && text != "" && !strings.Contains(text, "config.hosts") {
			f.note("Rails refuses named URLs (http://SERVER.PROJECT.localhost) until " + filepath.Join(dir, file) +
				` has: config.hosts << /[a-z0-9.-]+\.localhost/`)
		}
	}
}
