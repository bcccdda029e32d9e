package parse

import (
	"path"
	"slices"
	"strings"
)

// maxName is the longest name of a file.
const maxName = 300

// IsFileName reports whether s can be the name of a file: it has a path or an extension or is a word, and is not a
// number, a host or a time.
func IsFileName(s string) bool {
	s = strings.TrimPrefix(s, "file://")
	if s == "" || len(s) > maxName || strings.ContainsAny(s, "\x00\"") || strings.Trim(s, "0123456789.:-+/") == "" ||
		strings.HasPrefix(s, "-") {
		return false
	}
	if _, rest, ok := strings.Cut(s, "://"); ok {
		_, file, _ := strings.Cut(rest, "/")
		return LooksLikeFile(file)
	}
	return isLetter(s[0]) || strings.IndexByte("/.@_<~([$", s[0]) >= 0 || s[0] >= 0x80 || isDigit(s[0])
}

// LooksLikeFile reports whether a name looks like that of a source file, for files that can't be looked up: those of a
// container, or of another directory.
func LooksLikeFile(name string) bool {
	if strings.HasPrefix(name, "<") { // <stdin>, <anonymous>
		return false
	}
	name, _, _ = strings.Cut(name, "?")
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	ext := strings.TrimPrefix(path.Ext(base), ".")
	if ext == "" || len(ext) > 12 || !isLetter(ext[0]) ||
		strings.Trim(strings.ToLower(ext), "abcdefghijklmnopqrstuvwxyz0123456789_+-") != "" {
		return slices.Contains(makefiles, base)
	}
	if strings.ContainsAny(name, `/\`) {
		return base != name || !isHost(name)
	}
	return strings.Contains(known, " "+strings.ToLower(ext)+" ")
}

// HasExtension reports whether a name without a path has an extension that isn't known, but isn't that of a host: with
// a line and a column after it, it is a file.
func HasExtension(name string) bool {
	ext := strings.TrimPrefix(path.Ext(name), ".")
	return len(ext) > 1 && len(ext) < 12 && strings.Trim(strings.ToLower(ext), "abcdefghijklmnopqrstuvwxyz") == "" &&
		!strings.ContainsAny(name, `/\<>()`) && !isHost(name) && ext != "local"
}

// isHost reports whether a name begins with a host: example.com/x, registry.io/y.
func isHost(name string) bool {
	host, _, _ := strings.Cut(name, "/")
	return slices.Contains([]string{".com", ".io", ".org", ".net"}, path.Ext(host))
}

// makefiles are files without an extension whose names are known.
var makefiles = strings.Fields("Makefile makefile GNUmakefile Dockerfile Containerfile Gemfile Rakefile Procfile " +
	"Caddyfile Jenkinsfile Vagrantfile Justfile justfile BUILD WORKSPACE")

// known are extensions by which a name without a path is known to be a file, and not a host or a property.
const known = " ada adb ads asm astro awk bash bat bzl c c++ cc cfg cjs clj cljs cmake coffee conf cpp cr cs css csv " +
	"cts cxx d dart dhall ejs elm erb erl ex exs f f90 fish fs fsx go " +
	"gql gradle graphql groovy h haml hbs hcl hh hpp hrl hs htm html hxx ini ipynb java jl js json json5 jsonc jsx kt " +
	"kts less lisp lua m4 markdown md mdx mjs ml mli mm mts nim nix " +
	"njk pas php phtml pl pm pp proto ps1 pug purs py pyi pyx r rake rb rkt rs s sass sbt scala scm scss sh slim sol " +
	"sql styl sv svelte swift t tcl tex tf toml ts tsx twig txt v vala " +
	"vb vert vhd vue wat xml xsl y yaml yml zig zsh l lock mod env properties xhtml svg eex heex leex po rst sls " +
	"liquid mustache handlebars jinja j2 glsl wgsl hlsl frag prisma "
