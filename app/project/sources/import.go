package sources

import (
	"path/filepath"
	"strings"
)

// NodeName matches what a package of npm may be called.
var NodeName = lazily(`^(?:@[\w.-]{1,100}/)?[\w.-]{1,100}$`)

// ImportedFile reports whether an import names a file rather than a package.
func ImportedFile(name string) bool {
	switch filepath.Ext(name) {
	case ".ts", ".tsx", ".mjs", ".cjs", ".jsx", ".vue", ".svelte", ".css", ".scss", ".json", ".html":
		return true
	case ".js":
		return strings.Contains(name, "/")
	}
	return false
}

// PackageOf returns the package of an import: react-dom for react-dom/client, @a/b for @a/b/c.
func PackageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}

// LooksLikeFile reports whether a word is a path rather than a fraction, a version or a name of a package.
func LooksLikeFile(name string) bool {
	ext := filepath.Ext(name)
	if filepath.IsAbs(name) {
		top, _, below := strings.Cut(name[1:], "/")
		return below && Existing("/"+top) != ""
	}
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		return true
	}
	return ext != "" && strings.Trim(ext[1:], "0123456789") != "" && len(ext) < 9 && !strings.HasPrefix(name, "@")
}
