package why

import (
	"slices"
	"sort"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/project"
	"devservers/app/project/code"
	"devservers/app/project/sources"
	"devservers/app/reading/why/finders"
	"devservers/app/reading/why/machine"
	"devservers/app/transcript/text"
)

// printout is what a run has printed, with what the finders look at besides.
type printout struct {
	finders.Scene
	texts  []string       // the lines, as plain text
	errors []digest.Error // that stand, in the order of their lines
	gone   []digest.Error // that are fixed, or that have not come since a rebuild
	end    ending
}

// newReading returns what a run of a project has printed.
func newReading(p *code.Workspace) *printout {
	return &printout{Scene: finders.Scene{Texts: &code.Texts{Workspace: p}}}
}

// add adds a line.
func (r *printout) add(seq int64, text string) {
	r.texts = append(r.texts, text)
	r.Lines = append(r.Lines, finders.PrintedLine{Seq: seq, Text: app.Print(text)})
}

// last returns the number of the last line; 0 = there is none.
func (r *printout) last() int64 {
	if len(r.Lines) == 0 {
		return 0
	}
	return r.Lines[len(r.Lines)-1].Seq
}

// index returns the index of the line with a number, or of the next one.
func (r *printout) index(seq int64) int {
	return sort.Search(len(r.Lines), func(i int) bool { return r.Lines[i].Seq >= seq })
}

// span returns the indexes of the first and the last line of an error.
func (r *printout) span(e digest.Error) (from, to int) {
	return r.index(e.From), min(r.index(e.Last), len(r.texts)-1)
}

const (
	headLines = 8   // above an error that are about it
	lastLines = 20  // of a run that are about its failure, if nothing else is known
	mostLines = 400 // that are searched for pointers
)

// claims returns what is known of the failure, the strongest claim first.
func (r *printout) claims() []*app.Claim { return r.claimsBy(wordings()) }

func (r *printout) claimsBy(table []wording) []*app.Claim {
	r.forgive()
	r.end = r.ending()
	r.Scene.End = r.end.from
	r.Spots = r.spots()
	for _, spot := range r.Spots {
		r.First = append(r.First, spot.File)
	}
	for _, e := range r.errors {
		if own := r.own(e.File); own != "" {
			r.First = append(r.First, own)
		}
	}
	list := finders.Find(&r.Scene, r.pointers(table), machine.Finders)
	for _, c := range list {
		if c.Line >= 0 && c.Line < len(r.Lines) {
			c.Quote("run", r.Lines[c.Line].Seq, r.Lines[c.Line].Text)
		}
	}
	return list
}

// pointers returns where the lines point: of a failure, its own lines and the last ones; of a server that works, only
// those of errors that stand, and what lasts.
func (r *printout) pointers(table []wording) (list []finders.Pointer) {
	excerpts, mask := r.excerpts(), project.Masker(r.Env)
	for at := max(0, len(r.texts)-mostLines); at < len(r.texts); at++ {
		line := r.texts[at]
		if r.isGone(at) || len(line) > 4<<10 || excerpts[strings.TrimSpace(line)] || text.Handles(line) ||
			text.Supposes(line) {
			continue
		}
		level := text.Level(line)
		mild := !r.inError(at) && (level != "" && level != "error" || text.Copes(line)) // it does without something
		standing, isFrame := r.Failed || r.inError(at), frame().MatchString(line)
		wanted := func(w wording) bool {
			calm := w.to == finders.Value && !r.inError(at) && (level == "info" || level == "debug")
			return (standing || w.lasting) && (!isFrame || w.to == finders.Version) && !calm
		}
		for _, p := range point(app.Print(mask(line)), table, wanted) { // a part of a secret names nothing
			ends := r.explains(at, p.Words)
			p.At, p.Root = at, r.Failed && ends && !mild && !p.Aside
			p.Before = r.Failed && r.end.known && !ends && !p.Aside
			list = append(list, p)
		}
	}
	return slices.DeleteFunc(slices.Clone(list), func(p finders.Pointer) bool {
		names := func(o finders.Pointer) bool { return o.To == p.To && len(o.Words) > 0 && r.inOne(o.At, p.At) }
		return p.To == finders.Port && len(p.Words) == 0 && p.Of == "" && slices.ContainsFunc(list, names)
	})
}

// inOne reports whether two lines are of one error: what one of them names, the other means.
func (r *printout) inOne(a, b int) bool {
	return slices.ContainsFunc(r.errors, func(e digest.Error) bool {
		from, to := r.span(e)
		return from <= min(a, b) && max(a, b) <= to
	})
}

// excerpts returns the lines of the sources at the spots, as a trace quotes them: they are what the project says, not
// the program.
func (r *printout) excerpts() map[string]bool {
	quoted := map[string]bool{}
	for _, spot := range r.Spots {
		for line := range strings.SplitSeq(sources.Read(spot.File), "\n") {
			if line = strings.TrimSpace(line); len(line) > 3 {
				quoted[line] = true
			}
		}
	}
	return quoted
}

// isGone reports whether a line is that of an error which is fixed, and of none that stands.
func (r *printout) isGone(at int) bool { return r.isOf(r.gone, at) && !r.inError(at) }

// inError reports whether a line is part of an error that stands.
func (r *printout) inError(at int) bool { return r.isOf(r.errors, at) }

func (r *printout) isOf(list []digest.Error, at int) bool {
	return slices.ContainsFunc(list, func(e digest.Error) bool {
		from, to := r.span(e)
		return at >= from && at <= to
	})
}

// forgive takes the errors for gone that the program did without, as their message or the line behind them says.
func (r *printout) forgive() {
	r.errors = slices.DeleteFunc(slices.Clone(r.errors), func(e digest.Error) bool {
		at := r.said(e)
		_, to := r.span(e)
		handled := r.Failed && (at < len(r.texts) && text.Handles(r.texts[at]) || to+1 < len(r.texts) &&
			text.Handles(r.texts[to+1]))
		if handled {
			r.gone = append(r.gone, e)
		}
		return handled
	})
}
