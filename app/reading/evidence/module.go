package evidence

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"devservers/app"
)

// moduleEnds are endings of files that servers compile when they are requested.
var moduleEnds = []string{".js", ".jsx", ".ts", ".tsx", ".mjs", ".mts", ".vue", ".svelte", ".marko", ".css", ".scss",
	".sass", ".less", ".styl", ".pcss"}

// isModule reports whether a browser may request a file as a module: not the tool's configuration, and nothing that
// only the server may load.
func isModule(name string) bool {
	return slices.Contains(moduleEnds, filepath.Ext(name)) && !strings.HasPrefix(name, "vite.config.") &&
		!strings.Contains(name, ".server.")
}

// IsModule reports whether a browser may request one of these files as a module.
func IsModule(files []string) bool {
	return slices.ContainsFunc(files, func(f string) bool { return isModule(filepath.Base(f)) })
}

// modules returns the addresses at which a server with the working directory dir may serve an edited module, most
// likely first. vite: it serves files outside of it, too, and all of them below base.
func modules(dir, root, base string, edit app.Edit, vite bool) (list []string) {
	for _, f := range edit.Files {
		file := filepath.Join(root, f)
		if _, err := os.Stat(file); err != nil || !isModule(filepath.Base(file)) {
			continue
		}
		rel, err := filepath.Rel(dir, file)
		if outside := err != nil || strings.HasPrefix(rel, ".."); outside && vite {
			return []string{base + "/@fs" + (&url.URL{Path: file}).EscapedPath()}
		} else if outside {
			continue
		}
		list = append(list, base+"/"+(&url.URL{Path: rel}).EscapedPath())
		if vite { // its root may be another directory
			list = append(list, base+"/@fs"+(&url.URL{Path: file}).EscapedPath())
		}
		top, rest, below := strings.Cut(rel, "/")
		if !vite && below && (top == "public" || top == "static" || top == "www") { // served as they are, at the root
			list = append(list, "/"+(&url.URL{Path: rest}).EscapedPath())
		}
		return list
	}
	return nil
}

// route returns the page that an edited file makes, by the conventions of frameworks whose routes are files:
// routes/NAME/+page.svelte, app/NAME/page.tsx, pages/NAME.astro. "" = none, or a page whose address has parameters.
func route(files []string) string {
	for _, file := range files {
		parts := strings.Split(filepath.ToSlash(file), "/")
		name, ext, _ := strings.Cut(parts[len(parts)-1], ".")
		for i, root := range parts[:len(parts)-1] {
			path := parts[i+1 : len(parts)-1]
			switch {
			case root == "routes" && strings.HasPrefix(name, "+page"), root == "app" && name == "page":
			case root == "pages" && slices.Contains([]string{"astro", "vue", "jsx", "tsx", "mdx"}, ext) &&
				!strings.HasPrefix(name, "_"):
				if name != "index" {
					path = append(slices.Clone(path), name)
				}
			default:
				continue
			}
			if page, ok := pageOf(path); ok {
				return page
			}
		}
	}
	return ""
}

// pageOf returns the address of a page in these directories. Those in parentheses only group pages.
func pageOf(path []string) (string, bool) {
	page := ""
	for _, part := range path {
		switch {
		case strings.HasPrefix(part, "("):
		case strings.ContainsAny(part, "[]@$_"):
			return "", false
		default:
			page += "/" + url.PathEscape(part)
		}
	}
	return max(page, "/"), true
}

// IsEndpoint reports whether a file is an API route by the conventions of frameworks whose routes are files. It is not
// requested, as that may do something, and another page that is answered well does not prove it.
func IsEndpoint(file string) bool {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	dir := "/" + filepath.ToSlash(filepath.Dir(file)) + "/"
	return name == "route" && strings.Contains(dir, "/app/") || name == "+server" && strings.Contains(dir, "/routes/")
}
