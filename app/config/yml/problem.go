package yml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app/config/naming"
)

// Problem is something wrong in a file, or with Warning a remark, and how to fix it.
type Problem struct {
	File    string // absolute
	Line    int    // 1-based; 0 = the file as a whole
	Column  int    // 1-based, in runes; 0 = the line as a whole
	Key     string // the key's path, such as servers.web.port
	Msg     string // what is wrong
	Hint    string // what to do
	Excerpt string // the source line
	Warning bool
}

// Position returns "file:line:column", without the parts that are 0.
func (p Problem) Position() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// String returns the problem as a compiler prints it: position and message, the source line, a caret, the hint.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.Position() + ": ")
	if p.Warning {
		b.WriteString("warning: ")
	}
	if p.Key != "" {
		b.WriteString(p.Key + ": ")
	}
	b.WriteString(p.Msg)
	p.writeExcerpt(&b)
	if p.Hint != "" {
		b.WriteString("\n    hint: " + strings.ReplaceAll(p.Hint, "\n", "\n          "))
	}
	return b.String()
}

// excerptWidth is how much of a source line is shown, in runes.
const excerptWidth = 110

// writeExcerpt writes the source line and the caret under the column. A long line is cut around the column.
func (p Problem) writeExcerpt(b *strings.Builder) {
	if p.Excerpt == "" {
		return
	}
	line, column := []rune(p.Excerpt), p.Column-1
	if from := column - excerptWidth*2/3; from > 0 && len(line) > excerptWidth && column <= len(line) {
		line, column = append([]rune("..."), line[from+3:]...), column-from
	}
	if len(line) > excerptWidth {
		line = append(line[:excerptWidth:excerptWidth], []rune("...")...)
	}
	b.WriteString("\n    " + strings.ReplaceAll(naming.Printable(string(line)), "\t", " "))
	if column >= 0 && column <= len(line) {
		b.WriteString("\n    " + strings.Repeat(" ", column) + "^")
	}
}

// Problems is everything wrong with a file.
type Problems []Problem

// Error returns all problems, with an empty line between them.
func (ps Problems) Error() string {
	texts := make([]string, len(ps))
	for i, p := range ps {
		texts[i] = p.String()
	}
	return strings.Join(texts, "\n\n")
}

// Sort orders problems by place, those of the whole file first.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
