package pages

import (
	"bufio"
	"io"
	"os"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/views"
)

// Limits of an excerpt: lines before and after that of the error, characters of a line, and bytes of a file.
const (
	excerptAround = 2
	excerptWidth  = 200
	excerptFile   = 1 << 20
)

// described returns errors of a run with their places in the project and the code there; muted are fingerprints.
func (p places) described(server, run string, list []digest.Error, muted []string) (rows []views.ErrorRow) {
	find, root := p.finder(), ""
	for _, sr := range p.sup.ServerRuns() {
		if sr.Ref.String() == server {
			root = sr.Root
		}
	}
	for _, e := range list {
		row := views.ErrorRow{Error: e, Run: run, Muted: slices.Contains(muted, e.Fingerprint)}
		if e.File != "" && root != "" {
			if at, ok := find(server, e.File, e.Line, e.Column); ok {
				row.At, row.Excerpt = at, excerptOf(root, at.File, at.Line)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// excerptOf returns the lines of a project's file around one; nil if it can't be read, or has no such line.
func excerptOf(root, file string, line int) (list []views.CodeLine) {
	f, err := os.OpenInRoot(root, file)
	if err != nil || line < 1 {
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	in, found := bufio.NewScanner(io.LimitReader(f, excerptFile)), false
	for n := 1; n <= line+excerptAround && in.Scan(); n++ {
		if n >= line-excerptAround {
			text := words.Clean(strings.ReplaceAll(in.Text(), "\t", "    "), excerptWidth)
			list = append(list, views.CodeLine{Number: n, Text: text, Hit: n == line})
			found = found || n == line
		}
	}
	if !found {
		return nil
	}
	return list
}
