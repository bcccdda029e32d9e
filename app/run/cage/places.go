package cage

import (
	"path/filepath"
	"slices"
	"strings"

	"devservers/app/config/yml"
)

// tools are directories of the home directory with programs, and caches those that tools fill again.
var (
	tools = strings.Fields(".asdf .bun .cargo/bin .config/mise .deno .fnm .local/bin .local/lib .local/pipx " +
		".local/share/fnm .local/share/mise .local/share/pnpm .local/share/uv .nvm .pyenv .rbenv .rustup .sdkman .volta " +
		"go/bin")
	caches = strings.Fields(".bun/install/cache .cache/Cypress .cache/deno .cache/go-build .cache/ms-playwright " +
		".cache/node .cache/pip .cache/pnpm .cache/pypoetry/cache .cache/uv .cache/yarn .cargo/git .cargo/registry " +
		".gradle/caches .local/share/pnpm/store .m2/repository .npm .yarn/berry/cache go/pkg Library/Caches/go-build " +
		"Library/Caches/pip")
)

// Tools returns the directories of programs in a home directory.
func Tools(home string) []string { return below(home, tools) }

// Caches returns the directories of a home directory that tools fill again.
func Caches(home string) []string { return below(home, caches) }

func below(home string, names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = filepath.Join(home, name)
	}
	return list
}

// Narrow returns the paths that exist, except those that would show all of a hidden directory: a home directory can be
// a git repository, or stand in PATH.
func Narrow(hidden, paths []string) []string {
	return slices.DeleteFunc(Resolved(paths), func(path string) bool {
		return slices.ContainsFunc(hidden, func(h string) bool { return yml.Within(path, h) })
	})
}

// Resolved returns the paths that exist, without symlinks, and not the root.
func Resolved(paths []string) (list []string) {
	for _, path := range paths {
		if real, err := filepath.EvalSymlinks(path); err == nil && filepath.IsAbs(real) && real != "/" &&
			!slices.Contains(list, real) {
			list = append(list, real)
		}
	}
	return list
}
