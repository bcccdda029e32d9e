package parse

import (
	"slices"
	"strconv"
	"strings"
)

// Format is how a tool writes an error: the line that begins it, and what the lines below add. Groups of the patterns
// are named after what they hold: level, message, file, line, column (column0: from 0), more (of the message,
// after a colon), also (after a semicolon), again (another error, raised by this one), below (that the message
// follows).
type Format struct {
	Head  []*Pattern
	Above *Pattern // of the line before, which belongs to it; nil = it begins with the head
	Level string   // of a head that states none; "" = error
	// Below are tried in order on each line below. A match adds what is not known yet, or a better place.
	Below []*Pattern
	// More matches other lines that belong to it.
	More *Pattern
	// Placed says that it is an error only if a place is known.
	Placed bool
	// Last says that the last place counts, Silent that the lines say nothing.
	Last, Silent bool
	// Counts matches messages that say nothing: the next line has the message.
	Counts *Pattern
}

// maxToMessage is how many lines of an error of a Format may precede its message.
const maxToMessage = 8

// begins returns a Begin for errors in these formats.
func begins(list ...*Format) func(text, prev string) *Reading {
	return func(text, prev string) *Reading {
		for _, f := range list {
			for _, p := range f.Head {
				if m := p.Find(text); m != nil && (f.Above == nil || f.Above.Matches(prev)) {
					r := &Reading{format: f, Finding: Finding{Level: f.Level}}
					r.fill(p, m)
					if f.Above != nil {
						r.fill(f.Above, f.Above.Find(prev))
						r.Back = 1
					}
					return r
				}
			}
		}
		return nil
	}
}

// nextOfFormat is the Next for errors in a Format.
func nextOfFormat(r *Reading, text string) bool {
	if !r.Ready && r.bundler(text) {
		return true
	}
	for _, p := range r.format.Below {
		if m := p.Find(text); m != nil && (r.fill(p, m) || !slices.Contains(p.Names(), "message")) {
			return true
		}
	}
	if r.format.Below == nil && r.format.More == nil {
		return false
	}
	return r.format.More != nil && r.format.More.Matches(text) || !r.Ready && !r.format.Silent && r.Lines < maxToMessage
}

// fill takes what a match of p names, and reports whether it was something new.
func (r *Reading) fill(p *Pattern, m []string) (took bool) {
	before, ready := r.Finding, r.Ready
	var at [3]string
	named := ""
	for i, name := range p.Names() {
		switch name {
		case "level":
			r.Level = levelOf(m[i])
		case "message":
			if f := r.format; m[i] != "" && !r.Ready && !(f.Counts != nil && f.Counts.Matches(m[i])) {
				r.Message, r.Ready = m[i], !f.Placed
			}
		case "again": // another exception, thrown while this one was handled
			r.Message = m[i]
			r.Rank = 0
		case "more":
			r.Message += ": " + m[i]
		case "also":
			r.Message += "; " + m[i]
		case "below": // the message was a heading
			r.Ready = r.Ready && m[i] == ""
		case "name": // of the exception
			named = m[i] + ": "
		case "file":
			at[0] = m[i]
		case "line":
			at[1] = m[i]
		case "column":
			at[2] = m[i]
		case "column0":
			at[2] = strconv.Itoa(Number(m[i]) + 1)
		}
	}
	if named != "" {
		r.Message = named + r.Message
	}
	r.placed(at[0], at[1], at[2])
	r.Ready = r.Ready || r.format.Placed && r.Line > 0
	return r.Finding != before || r.Ready != ready
}

// placed takes a place of a Format: one that is ours, or that has a line.
func (r *Reading) placed(file, line, column string) {
	if file == "" || r.Rank == Ours && (r.Line > 0 || line == "") && !r.format.Last {
		return
	}
	if rank := RankOf(file); rank >= r.Rank {
		r.Rank, r.File, r.Line, r.Column = rank, file, Number(line), Number(column)
	}
}

// levelOf returns the level for a compiler's word.
func levelOf(word string) string {
	if word = strings.ToLower(word); strings.HasPrefix(word, "w") || word == "notice" || word == "deprecated" {
		return "warn"
	}
	return "error"
}
