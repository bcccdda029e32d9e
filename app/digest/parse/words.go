package parse

import "strings"

// worded reads places in words, whose line number begins at i: "F", line L, column C; at F line L; in F on line L;
// line L of F.
func worded(text string, i int) (Place, bool) {
	before := strings.TrimSuffix(text[:i-1], ":")
	if len(before) < 4 || !strings.EqualFold(before[len(before)-4:], "line") || len(before) > 4 &&
		isLetter(before[len(before)-5]) {
		return Place{}, false
	}
	from := len(before) - 4
	p := Place{From: from}
	p.Line, p.To = number(text, i)
	if p.Line == 0 || isWordAt(text, p.To) {
		return p, false
	}
	p.Column, p.To = columnAfter(text, p.To)
	if a := ahead(text, from); LooksLikeFile(a.File) || !p.fileBehind(text) {
		p.File, p.From = a.File, a.From
		p.Ran = strings.HasSuffix(text[:from], ": ") && strings.HasPrefix(text[p.To:], ":")
	}
	return p, true
}

// ahead returns the file that is named before the line number.
func ahead(text string, end int) Place {
	rest := strings.TrimRight(text[:end], " \t[(:,")
	for _, word := range []string{" on", " at", " near", " in"} {
		rest = strings.TrimRight(strings.TrimSuffix(rest, word), " ,:")
	}
	from, file := fileBefore(text, len(rest))
	if !IsFileName(file) {
		return Place{From: end}
	}
	return Place{File: file, From: from}
}

// fileBehind finds the file that is named after the line number: line 3 of "F", line 3, column 5, in F.
func (p *Place) fileBehind(text string) bool {
	rest := strings.TrimLeft(text[p.To:], " ,;:(")
	for _, word := range []string{"in file ", "of file ", "in ", "of ", "file ", "at "} {
		if after, ok := strings.CutPrefix(rest, word); ok {
			file := firstName(after)
			if IsFileName(file) {
				p.File, p.To = file, len(text)-len(after)+len(file)
			}
			return IsFileName(file)
		}
	}
	return false
}

// firstName returns the word that text begins with, or what is quoted there.
func firstName(text string) string {
	if text != "" && strings.IndexByte("\"'`", text[0]) >= 0 {
		if end := strings.IndexByte(text[1:], text[0]); end >= 0 {
			return text[1 : end+1]
		}
		return ""
	}
	if end := strings.IndexAny(text, " \t,;()\"'"); end >= 0 {
		text = text[:end]
	}
	return strings.TrimRight(text, ":.")
}

// columnAfter reads ", column C" and its like after a line number.
func columnAfter(text string, i int) (column, end int) {
	rest := strings.TrimLeft(text[i:], " ,:;")
	for _, word := range []string{"at column ", "column ", "col ", "Column ", "pos: ", "pos ", "Pos ", "char ",
		"character ", "characters ", "position "} {
		if after, ok := strings.CutPrefix(rest, word); ok {
			column, end = number(text, len(text)-len(after))
			return column, skipRange(text, end)
		}
	}
	return 0, i
}
