package sources

import (
	"strings"
)

// NodeName matches what a package of npm may be called.
var NodeName = lazily(`^(?:@[\w.-]{1,100}/)?[\w.-]{1,100}$`)

// PackageOf returns the package of an import: react-dom for react-dom/client, @a/b for @a/b/c.
func PackageOf(name string) string {
	parts := strings.SplitN(name, "/", 3)
	if strings.HasPrefix(name, "@") && len(parts) > 1 {
		return parts[0] + "/" + parts[1]
	}
	return parts[0]
}
