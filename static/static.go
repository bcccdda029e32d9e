// Package static holds the files that browsers get as they are. They carry no secrets: everybody may have them.
package static

import "embed"

// Files are the style sheets, the scripts, the icons, and under vendor what others wrote, which vendor/manifest.json
// lists.
//
//go:embed *.css *.svg *.js js vendor
var Files embed.FS
