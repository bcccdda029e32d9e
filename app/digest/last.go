package digest

import (
	"strings"
	"time"

	"devservers/app/digest/parse"
	"devservers/app/digest/place"
	"devservers/app/transcript/text"
	"devservers/app/words"
)

// A command that fails says why in its last lines, often without a sign of an error that counts in other output:
// "tool: cannot open shop.db".

// Line is a line of output, as text.Plain returns it.
type Line struct {
	Seq  int64
	At   time.Time
	Text string
}

// LastLines is how many lines Failed wants.
const LastLines = 60

// Failed says that the command ended by itself and reported failure, after these lines. If they contain no error, what
// they say about the failure counts as one.
func (d *Digest) Failed(lines []Line) {
	d.Flush()
	if len(lines) == 0 || d.explains(lines[0].Seq) {
		return
	}
	for i, l := range lines {
		if !isLastWord(l.Text) && !(i == len(lines)-1 && isSaid(l.Text)) {
			continue
		}
		f := parse.Finding{Level: "error", Message: strings.TrimSpace(l.Text)}
		d.seen, d.where.now = parse.LineRef{Seq: l.Seq, At: l.At}, l.At
		d.placeBelow(&f, lines[i:])
		d.record(f, &parse.Levels, d.seen, d.seen)
	}
	last := lines[len(lines)-1]
	d.seen = parse.LineRef{Seq: last.Seq, At: last.At}
}

// explains reports whether an error since a line says why the command failed.
func (d *Digest) explains(since int64) bool {
	for _, e := range d.entries {
		if e.Last >= since && !e.Fixed && !isSummary(e.Message) {
			return true
		}
	}
	return false
}

// said matches what a program says under its own name: "tool: text".
var said = parse.Pattern{Expr: `^[A-Za-z][\w.+/-]{0,40}(?:\[\d+\])?: [^\s:].*$`}

func isSaid(line string) bool {
	return said.Find(line) != nil && !isUsage(line) && text.Level(line) == ""
}

// isLastWord reports whether a line of a command that failed says why.
func isLastWord(line string) bool {
	if indentOf(line) > 0 || line == "" || !sayFailing(line) && !sayRefusing(line) || isUsage(line) || isSummary(line) || parse.IsFramed(line) {
		return false
	}
	level := text.Level(line)
	return (level == "" || level == "error") && parse.IsProse(strings.TrimLeft(line, "*-> ")+"x")
}

// isUsage reports whether a line explains how to use a program.
func isUsage(line string) bool {
	line = strings.ToLower(line)
	return strings.HasPrefix(line, "usage") || strings.HasPrefix(line, "try ") || strings.Contains(line, "--help") || strings.Contains(line, "for more information")
}

// refusing are words of what fails that also occur when all is well.
var refusing = []string{"not ", "n't ", "no ", "must ", "unsupported", "violat", "forbidden", "already", "timed out", "too ", "conflict", "corrupt", "abort", "wrong", "outside", "misspelled", "dubious"}

func sayRefusing(line string) bool {
	line = strings.ToLower(words.Clip(line, maxMessage)) + " "
	for _, w := range refusing {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// placeBelow finds the place of a failure in its line and those below it.
func (d *Digest) placeBelow(f *parse.Finding, lines []Line) {
	best := spot{}
	for _, l := range lines[:min(len(lines), maxBelow)] {
		if strings.TrimSpace(l.Text) == "" {
			break
		}
		if place.Might([]byte(l.Text)) {
			if at, _ := d.where.spots(l.Text); at.rank > max(best.rank, rankTheirs) {
				best = at
			}
		}
	}
	if best.rank > 0 {
		f.File, f.Line, f.Column = best.file, best.line, best.column
	} else {
		f.File = d.where.named(f.Message)
	}
}
