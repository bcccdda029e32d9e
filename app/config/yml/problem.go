package yml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app/base/words"
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

// ProblemPart is a part of the text of a problem.
type ProblemPart int

// The parts of a problem's text that a color can distinguish.
const (
	Place ProblemPart = iota
	Message
	Caret
	Hint
)

// String returns the problem as a compiler prints it: position and message, the source line, a caret, the hint.
func (p Problem) String() string {
	return p.Render(func(_ ProblemPart, text string) string { return text })
}

// Render is String with each part as paint returns it.
func (p Problem) Render(paint func(ProblemPart, string) string) string {
	message := " "
	if p.Warning {
		message += "warning: "
	}
	if p.Key != "" {
		message += p.Key + ": "
	}
	text := paint(Place, p.Position()+":") + paint(Message, message+p.Msg)
	line, column := p.excerpt()
	if line != "" {
		text += "\n    " + line
	}
	if column >= 0 {
		text += "\n" + paint(Caret, "    "+strings.Repeat(" ", column)+"^")
	}
	if p.Hint != "" {
		text += "\n" + paint(Hint, "    hint: "+strings.ReplaceAll(p.Hint, "\n", "\n          "))
	}
	return text
}

// excerptWidth is how much of a source line is shown, in runes.
const excerptWidth = 110

// excerpt returns the source line and the place of the caret below it, or -1. A long line is cut around the column.
func (p Problem) excerpt() (text string, caret int) {
	if p.Excerpt == "" {
		return "", -1
	}
	line, column := []rune(p.Excerpt), p.Column-1
	if from := column - excerptWidth*2/3; from > 0 && len(line) > excerptWidth && column <= len(line) {
		line, column = append([]rune("..."), line[from+3:]...), column-from
	}
	if len(line) > excerptWidth {
		line = append(line[:excerptWidth:excerptWidth], []rune("...")...)
	}
	if column > len(line) {
		column = -1
	}
	return strings.ReplaceAll(Printable(string(line)), "\t", " "), column
}

// FileProblem is a Problem for programs.
type FileProblem struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Key     string `json:"key,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// FileProblems returns problems for programs.
func FileProblems(list []Problem) []FileProblem {
	return words.Each(list, func(p Problem) FileProblem {
		return FileProblem{p.Line, p.Column, p.Key, p.Msg, p.Hint}
	})
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

// Sort orders problems by place, problems of the whole file first.
func (ps Problems) Sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
}
