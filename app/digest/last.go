package digest

import (
	"strings"
	"time"

	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
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
const LastLines = 200

// Failed says that the command ended by itself and reported failure, after these lines. What names a place in them is
// an error, and if there is none, what they say about the failure.
func (d *Digest) Failed(lines []Line) {
	d.Flush()
	if len(lines) == 0 {
		return
	}
	for _, l := range lines {
		d.at(l)
		if h := d.see(l.Text); (h.indent == 0 || bullet.Find(l.Text) != nil) && h.at.rank == rankOurs && h.at.line > 0 &&
			!h.timed && !h.alone && !d.entries.covers(l.Seq) && isStatement(l.Text) && (h.first || text.Complains(l.Text) ||
			text.Refuses(l.Text)) {
			message := strings.TrimSpace(l.Text)
			if h.first {
				message = h.rest
			}
			d.record(h.finding(message), &parse.Reports, d.seen, d.seen)
		}
	}
	d.lastWords(lines, d.entries.explain(lines[0].Seq))
	d.at(lines[len(lines)-1])
}

// bullet matches what an item of a list begins with.
var bullet = parse.Pattern{Expr: `^\s*[-*•] `}

// at makes a line the one that is read.
func (d *Digest) at(l Line) {
	d.seen, d.where.now = parse.LineRef{Seq: l.Seq, At: l.At}, l.At
}

// isStatement reports whether a line is neither a record of a log, nor quoted source, nor a summary.
func isStatement(line string) bool {
	level := text.Level(line)
	return (level == "" || level == "error" || level == "warn") && !parse.IsFramed(line) && !IsSummary(line) &&
		!text.IsUsage(line)
}

// lastWords records what a command said before it failed; if an error explains the failure, only what it said under a
// name.
func (d *Digest) lastWords(lines []Line, explained bool) {
	joined, taken := false, false // the line continues the one before; its paragraph has an error
	for i, l := range lines {
		again := joined || taken && l.Text != "" && l.Text[0] >= 'a' && l.Text[0] <= 'z' && said.Find(l.Text) == nil &&
			!strings.ContainsAny(lines[i-1].Text[max(0, len(lines[i-1].Text)-1):], ".!?:")
		joined, taken = false, taken && l.Text != ""
		if again || explained && (said.Find(l.Text) == nil || l.Text[0] < 'a' || !text.Complains(l.Text) ||
			d.entries.covers(l.Seq)) || !isLastWord(l.Text) && !(i == len(lines)-1 && isSaid(l.Text)) {
			continue
		}
		taken = true
		f := parse.Finding{Level: "error", Message: strings.TrimSpace(l.Text)}
		if joined = strings.HasSuffix(l.Text, ":") && i+1 < len(lines) && lines[i+1].Text != ""; joined {
			f.Message += " " + strings.TrimSpace(lines[i+1].Text)
		}
		d.at(l)
		to := d.seen
		if joined {
			to.Seq++
		}
		d.where.placeBelow(&f, lines[i:])
		d.record(f, &parse.Levels, d.seen, to)
	}
}

// said matches what a program says under its own name, or path: "tool: text".
var said = parse.Pattern{Expr: `^[/A-Za-z][\w.+/-]{0,80}(?:\[\d+\])?: [^\s:].*$`}

func isSaid(line string) bool {
	return said.Find(line) != nil && !text.IsUsage(line) && text.Level(line) == ""
}

// isLastWord reports whether a line of a command that failed says why.
func isLastWord(line string) bool {
	return line != "" && indentOf(line) == 0 && text.Level(line) != "warn" && (text.Complains(line) ||
		text.Refuses(line)) && isStatement(line) && sentence.Find(line) != nil
}

// sentence matches a line of words.
var sentence = parse.Pattern{Expr: "^[-*+:#%!></(\"'`\\s]*\\pL"}

// placeBelow finds the place of a failure in its line and those below it.
func (w *where) placeBelow(f *parse.Finding, lines []Line) {
	best := spot{}
	for _, l := range lines[:min(len(lines), maxBelow)] {
		if strings.TrimSpace(l.Text) == "" {
			break
		}
		if parse.MightHavePlace([]byte(l.Text)) {
			if at, _ := w.spots(l.Text); at.rank == rankOurs && best.rank == 0 {
				best = at
			}
		}
	}
	if best.rank > 0 {
		f.File, f.Line, f.Column = best.file, best.line, best.column
	} else {
		f.File = w.named(f.Message)
	}
}
