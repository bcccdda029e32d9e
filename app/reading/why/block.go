package why

import (
	"context"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
)

// The bounds of the lines that come along with a failure: how many, how many of them are those of its last errors if
// the end of the output has others, and how many columns. A line with … stands for those between.
const (
	blockLines = 15
	blockError = 8
	blockWidth = 500
)

// block returns the lines of the failure, verbatim, at most 15: its last errors, and of a server that failed also the
// last lines that it printed. What a server that is well prints after an error says nothing of it.
func (r *printout) block() []string {
	end := len(r.texts)
	first, last := max(0, end-blockLines), end
	if group := r.fatal(); len(group) > 0 {
		from, _ := r.span(group[0])
		_, to := r.span(group[len(group)-1])
		if last = to + 1; !r.Failed {
			return r.fit(full(r.texts[from:last]), blockLines)
		}
		first = min(first, from)
	}
	if all := full(r.texts[first:]); len(all) <= blockLines {
		return all
	}
	rest := full(r.texts[last:])
	if len(rest) == 0 {
		return r.fit(full(r.texts[first:]), blockLines)
	}
	lines := append(r.fit(full(r.texts[first:last]), blockError), left)
	return append(lines, rest[max(0, len(rest)-(blockLines-len(lines))):]...)
}

// fit returns at most n of the lines of an error: those without the frames of libraries, else the first and last ones.
// The last ones usually have the message.
func (r *printout) fit(lines []string, n int) []string {
	if len(lines) > n {
		lines = r.withoutFrames(lines)
	}
	if len(lines) <= n {
		return lines
	}
	return slices.Concat(lines[:n/3], []string{left}, lines[len(lines)-(n-n/3-1):])
}

// full returns the lines that have text, clipped, with at most one blank line between two of them.
func full(texts []string) (lines []string) {
	blank := false
	for _, text := range texts {
		if strings.TrimSpace(text) == "" {
			blank = len(lines) > 0
			continue
		}
		if blank {
			lines = append(lines, "")
		}
		lines, blank = append(lines, words.Clip(text, blockWidth)), false
	}
	return lines
}

// left stands for lines that are left out.
const left = "…"

// withoutFrames returns lines without the frames of libraries.
func (r *printout) withoutFrames(lines []string) (kept []string) {
	within := -1 // the indent of the frame that was left out last: what is further in belongs to it
	for _, text := range lines {
		indent := len(text) - len(strings.TrimLeft(text, " \t"))
		own := r.ownPlace(text).File != ""
		if within >= 0 && (indent <= within || own) {
			within = -1
		}
		if frame().MatchString(text) && !own {
			within = indent
		}
		switch {
		case within < 0:
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
	d.Block = x.whole(r)
	d.Looked = r.Looked()
}

// whole returns the lines of the failure in a printout, how the run ended, and who listens on its port.
func (x *examination) whole(r *printout) (b app.Block) {
	b.Output, b.Exit = r.block(), x.Status.Exit
	if x.Status.Port != 0 {
		b.Owner = x.owner(x.Status.Port)
	}
	if b.Owner == nil && x.Status.Failure != nil {
		b.Owner = x.Status.Failure.Owner
	}
	return b
}

// Attach adds to the verdicts of broken servers the lines of the failure: of a run that lives, those since the edit.
func (w *Why) Attach(ctx context.Context, page *app.EditPage) {
	for i, v := range page.Verdicts {
		ref := app.Ref{Project: page.Project, Name: strings.TrimPrefix(v.Server, page.Project+"/")}
		now, err := w.sup.Situation(ref)
		if v.State != app.VerdictBroken || err != nil || now.Run == nil {
			continue
		}
		x := &examination{Why: w, ctx: ctx, ref: ref, Situation: now}
		r := x.reading()
		if now.Status.State.Up() && !v.Before {
			r.from(x.firstSince(page.Edit.At))
		}
		b := x.whole(r)
		b.Looked = lookedFor(v, len(r.texts))
		page.Verdicts[i].Failure = &b
	}
}

// from leaves out the lines before a number, and their errors, if any are left then.
func (r *printout) from(seq int64) {
	if seq == 0 {
		return
	}
	at := r.index(seq)
	r.texts, r.Lines = r.texts[at:], r.Lines[at:]
	r.errors = slices.DeleteFunc(r.errors, func(e digest.Error) bool { return e.Last < seq })
}

// firstSince returns the number of the first line since a moment; 0 = there is none.
func (x *examination) firstSince(at time.Time) int64 {
	for _, l := range x.tail(linesRead) {
		if !l.Time.Before(at) {
			return l.Seq
		}
	}
	return 0
}

// lookedFor returns what a verdict rests on.
func lookedFor(v app.Verdict, lines int) []string {
	list := []string{words.Count(lines, "line") + " of the run", "its processes and its port"}
	if q := v.Request; q != nil {
		list = append(list, "GET "+q.Path)
		if q.Channel != "" {
			list = append(list, "its channel "+q.Channel)
		}
	}
	return list
}
