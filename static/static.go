// Package static holds the files that browsers get as they are. They carry no secrets: everybody may have them.
package static

import (
	"embed"
	"io/fs"
	"slices"
)

// Files are the style sheets, the scripts, the icons, and under vendor what others wrote, which vendor/manifest.json
// lists.
//
//go:embed *.css *.svg *.js js vendor
var Files embed.FS

// bundles are files that consist of others, one after another, so that a page loads with few requests.
var bundles = map[string][]string{"app.css": {"style.css", "shell.css", "parts.css", "table.css", "output.css"}}

// Names returns the paths of all files, bundles included.
func Names() (list []string) {
	_ = fs.WalkDir(Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, name)
		}
		return err
	})
	for name := range bundles {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// Read returns a file or a bundle.
func Read(name string) (data []byte, err error) {
	parts, ok := bundles[name]
	if !ok {
		return Files.ReadFile(name)
	}
	for _, part := range parts {
		text, err := Files.ReadFile(part)
		if err != nil {
			return nil, err
		}
		data = append(data, text...)
	}
	return data, nil
}
