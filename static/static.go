// Package static holds the files that browsers get as they are. They carry no secrets: everybody may have them.
package static

import (
	"bytes"
	"compress/gzip"
	"embed"
	"io"
	"io/fs"
	"slices"
	"strings"
)

// files are the style sheets, the scripts, the icons, and under vendor what others wrote, which vendor/manifest.json
// lists. Of those, the large ones are compressed: name.gz. They never change.
//
//go:embed *.css *.svg *.js js vendor
var files embed.FS

// bundles are files that consist of others, one after another, so that a page loads with few requests. Scripts in them
// import and export nothing; each gets a block, and so names of its own.
var bundles = map[string][]string{
	"app.css":    {"style.css", "shell.css", "parts.css", "table.css", "output.css"},
	"logs.css":   {"logs.css", colorsFile},
	"js/page.js": {"js/copy.js", "js/keys.js"},
}

// Names returns the paths of all files, bundles included.
func Names() (list []string) {
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			list = append(list, strings.TrimSuffix(name, ".gz"))
		}
		return err
	})
	for name := range bundles {
		list = append(list, name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Read returns a file or a bundle.
func Read(name string) (data []byte, err error) {
	parts, ok := bundles[name]
	if !ok {
		parts = []string{name}
	}
	for _, part := range parts {
		text, err := read(part)
		if err != nil {
			return nil, err
		}
		if ok && strings.HasSuffix(name, ".js") {
			text = slices.Concat([]byte("{\n"), text, []byte("}\n"))
		}
		data = append(data, text...)
	}
	return data, nil
}

func read(name string) ([]byte, error) {
	if name == colorsFile {
		return colors(), nil
	}
	if small, ok := Compressed(name); ok {
		return Decompressed(small)
	}
	return files.ReadFile(name)
}

// Compressed returns a file in the format gzip if it is stored so.
func Compressed(name string) ([]byte, bool) {
	small, err := files.ReadFile(name + ".gz")
	return small, err == nil
}

// Decompressed returns the content of a file in the format gzip.
func Decompressed(small []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
