// Package disk finds what is wrong with a file itself, whatever reads it: a link that leads nowhere, a submodule that is not
// checked out, a pointer of Git LFS, bytes that are no text. It changes nothing, and knows no output of programs.
package disk

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"devservers/app"
	"devservers/app/project/sources"
)

// Missing returns why a path leads to nothing although the project has it: a part of it is a link that leads nowhere, or
// belongs to a submodule; or nil.
func Missing(p *sources.Project, path string) *app.Finding {
	for at := path; at != p.Dir && at != filepath.Dir(at); at = filepath.Dir(at) {
		if to, err := os.Readlink(at); err == nil && sources.Existing(at) == "" {
			return &app.Finding{Kind: app.FindingFile, Problem: p.Shown(at) + " is a link to " + to + ", which does not exist", Fix: "create " + to + ", or correct the link: ls -l " + p.Shown(at)}
		}
	}
	for _, dir := range submodules(p.Dir) {
		if entries, err := os.ReadDir(dir); err == nil && len(entries) == 0 && (path == dir || strings.HasPrefix(path, dir+"/")) {
			name := p.Shown(dir)
			return &app.Finding{Kind: app.FindingFile, Problem: "the submodule " + name + " is not checked out", Evidence: []string{name + " is empty, and .gitmodules lists it"}, Fix: "git submodule update --init " + name}
		}
	}
	return nil
}

// submodules returns the directories that the .gitmodules of a repository lists.
func submodules(root string) (dirs []string) {
	for _, line := range strings.Split(sources.Read(filepath.Join(root, ".gitmodules")), "\n") {
		if key, dir, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "path" && filepath.IsLocal(strings.TrimSpace(dir)) {
			dirs = append(dirs, filepath.Join(root, strings.TrimSpace(dir)))
		}
	}
	return dirs
}

// Odd returns what a file contains in place of what its name promises: a pointer of Git LFS, nothing, a merge conflict, or bytes
// that are no UTF-8; or nil. Only text of the project is looked at.
func Odd(p *sources.Project, path string) *app.Finding {
	text := sources.Read(path)
	name := p.Shown(path)
	info, err := os.Stat(path)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return nil
	case info.Size() == 0:
		return &app.Finding{Kind: app.FindingFile, Problem: name + " is empty", Fix: "restore it: git log -- " + name + " shows its versions"}
	case strings.HasPrefix(text, "version https://git-lfs.github.com/spec/"):
		return &app.Finding{Kind: app.FindingFile, Problem: name + " is only the pointer of Git LFS: its content was not fetched", Fix: "git lfs install && git lfs pull --include " + name}
	case slices.Contains([]string{".pem", ".crt", ".key"}, filepath.Ext(path)) && !strings.Contains(text, "-----BEGIN "):
		return &app.Finding{Kind: app.FindingFile, Problem: name + " is not in the format PEM: no line of it begins a certificate or a key", Fix: "write the certificate or the key into " + name + ", or convert it with openssl"}
	case text == "" || !isText(path):
		return nil
	}
	if line := conflict(text); line > 0 {
		where := name + ":" + strconv.Itoa(line)
		return &app.Finding{Kind: app.FindingCode, Problem: where + " has the marks of a merge conflict", Fix: "resolve the conflict in " + where}
	}
	return encoding(name, text)
}

// conflict returns the line of the first mark of a merge conflict, or 0.
func conflict(text string) int {
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "<<<<<<< ") {
			return i + 1
		}
	}
	return 0
}

// isText reports whether a file should be text by its name.
func isText(path string) bool {
	switch filepath.Ext(path) {
	case ".png", ".db", ".pem", ".key", ".crt":
		return false
	}
	return sources.IsSource(path) || sources.IsText(path)
}
