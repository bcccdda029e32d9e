package why

import (
	"strings"

	"devservers/app"
	"devservers/app/base/words"
)

// The bounds of the lines that come along with a failure: how many, and how many of them are its first ones if it has
// more. The last ones usually have the message. A line with … stands for those between.
const (
	blockLines = 15
	blockHead  = 5
	blockWidth = 500
)

// block returns the lines of the failure, verbatim, from its first error to the end, at most 15.
func (r *printout) block() (lines []string) {
	from, _ := r.root()
	if group := r.fatal(); len(group) > 0 {
		from, _ = r.span(group[0])
	}
	from = min(from, max(0, len(r.texts)-blockLines)) // never less than the last lines
	for _, text := range r.texts[min(from, len(r.texts)):] {
		blank := strings.TrimSpace(text) == ""
		if blank && (len(lines) == 0 || strings.TrimSpace(lines[len(lines)-1]) == "") {
			continue
		}
		lines = append(lines, words.Clip(text, blockWidth))
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) > blockLines {
		lines = r.withoutFrames(lines)
	}
	if len(lines) > blockLines {
		rest := lines[len(lines)-(blockLines-blockHead-1):]
		lines = append(append(lines[:blockHead:blockHead], left), rest...)
	}
	return lines
}

// left stands for lines that are left out.
const left = "…"

// withoutFrames returns lines without the frames of libraries.
func (r *printout) withoutFrames(lines []string) (kept []string) {
	for _, text := range lines {
		switch {
		case !frame().MatchString(text) || r.ownPlace(text).File != "":
			kept = append(kept, text)
		case len(kept) == 0 || kept[len(kept)-1] != left:
			kept = append(kept, left)
		}
	}
	return kept
}

// explain adds to a diagnosis what lets its reader judge by themselves: the lines of the failure, how the run ended,
// who listens on its port, and what was looked at.
func (x *examination) explain(d *app.Diagnosis) {
	if x.Run == nil || x.Status.Unmanaged {
		return
	}
	r := x.reading()
	if !r.Failed && len(r.errors) == 0 {
		return
	}
	d.Output, d.Exit = r.block(), x.Status.Exit
	if x.Status.Port != 0 {
		d.Owner = x.owner(x.Status.Port)
	}
	if d.Owner == nil && x.Status.Failure != nil {
		d.Owner = x.Status.Failure.Owner
	}
	d.Looked = r.Looked()
}
