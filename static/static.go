// Package static holds the files that browsers get as they are. They carry no secrets: everybody may have them.
package static

import "embed"

// Files are style.css and the scripts.
//
//go:embed *.css *.js *.svg
var Files embed.FS
