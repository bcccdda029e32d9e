package rules

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/why/advice"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/raised"
	"devservers/app/reading/why/sayings"
)

// mostFound is how many findings are worth reading.
const mostFound = 4

// hit is a finding and the index of its line. An error of the sources has a class and, if that is known, a file.
type hit = raised.Cause

// Causes returns the causes that the output shows, the most likely first: what the rules know, and before that an error
// of the sources if it came after. A version that the project doesn't support explains errors of the sources.
func (c *Clues) Causes() []app.Finding {
	list := c.withSources(c.find())
	if i := slices.IndexFunc(list, isDown); i > 0 { // a declared server that is down comes before what follows from it
		list = slices.Insert(slices.Delete(slices.Clone(list), i, i+1), 0, list[i])
	}
	list = withoutVague(c.withoutAsides(list))
	if len(list) == 0 && c.Failed || len(list) > 0 && isVague(list[0]) {
		if missing := c.lack().Beforehand(c.Ref); missing != nil {
			if len(list) > 0 && sayings.SaysNoFile().MatchString(list[0].Evidence[0]) { // it is what the error means
				missing.Evidence, list = append(missing.Evidence, list[0].Evidence...), list[1:]
			}
			list = append([]hit{{Finding: *missing, At: len(c.Lines)}}, list...)
		}
	}
	if len(list) > 0 {
		c.advise(&list[0])
	}
	found := make([]app.Finding, 0, len(list))
	for _, h := range list {
		found = append(found, h.Finding)
	}
	return found
}

func isDown(h hit) bool {
	return h.Kind == app.FindingDependency && h.Step != nil && h.Step.Do == app.StepStart
}

// isVague reports whether a finding only leads to the output.
func isVague(h hit) bool { return h.Step != nil && h.Step.Do == app.StepLogs }

// withSources puts an error of the sources before what the rules found, unless a rule says more about the same lines.
func (c *Clues) withSources(list []hit) []hit {
	h, ok := c.raised().Cause()
	from := h.From
	if ok && c.Failed {
		list = slices.DeleteFunc(slices.Clone(list), c.aside)
	}
	if isVague(h) { // without a place: a rule for the same lines says more
		from = min(from-output.Nearby, c.BlockStart(h.At))
	} else if h.Class == sayings.AnError { // no more than a place: so does a rule for lines just before it
		from -= output.Together
	}
	newest := int64(0)
	for _, known := range list {
		newest = max(newest, c.Lines[known.At].Seq)
	}
	if !ok || len(list) > 0 && h.Class != "" && from <= newest {
		return list
	}
	if old := c.unsupported(h); old != nil {
		h.Finding = *old
	}
	list = slices.DeleteFunc(slices.Clone(list), func(o hit) bool { return o.At >= h.At && o.At <= h.Last && !isDown(o) }) // of the same error
	return append([]hit{h}, list...)
}

// withoutVague leaves out what says only that a configuration is wrong, if another finding about the same lines says
// where, or came first.
func withoutVague(list []hit) (kept []hit) {
	for i, h := range list {
		same := func(o hit) bool { return o.Kind == app.FindingConfig && max(o.At-h.At, h.At-o.At) < output.Together }
		vague := h.Kind == app.FindingConfig && strings.Contains(h.Problem, unaccepted)
		if vague && (slices.ContainsFunc(kept, same) || slices.ContainsFunc(list[i+1:], func(o hit) bool { return same(o) && h.Fix == readTheLine && o.Fix != readTheLine })) {
			continue
		}
		kept = append(kept, h)
	}
	return kept
}

// withoutAsides leaves out what only describes the surroundings of a failure that something else explains.
func (c *Clues) withoutAsides(list []hit) []hit {
	if !c.Failed || !slices.ContainsFunc(list, func(h hit) bool { return !c.aside(h) }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), c.aside)
}

// aside reports whether a finding describes the surroundings.
func (c *Clues) aside(h hit) bool {
	return h.Kind == app.FindingMigration && h.At < len(c.Lines) && strings.Contains(c.Lines[h.At].Text, "unapplied migration")
}

// find returns the causes that the rules know, the newest first.
func (c *Clues) find() []hit {
	strict := c.search(false, nil)
	all := strict
	if c.Failed {
		all = append(all, c.search(true, slices.DeleteFunc(slices.Clone(strict), c.aside))...)
		slices.SortStableFunc(all, func(a, b hit) int { return b.At - a.At })
	}
	c.firstOfFailure(all)
	return all[:min(len(all), mostFound)]
}

// firstOfFailure puts the first finding about the newest failure first: what was printed after it mostly follows from it.
func (c *Clues) firstOfFailure(list []hit) {
	n := 1
	for n < len(list) && list[n-1].At-list[n].At <= output.Together && !namesCause().MatchString(c.Lines[list[n-1].At].Text) {
		n++
	}
	if n <= len(list) {
		slices.Reverse(list[:n])
		slices.SortStableFunc(list[:n], func(a, b hit) int { return vagueness(a) - vagueness(b) })
	}
}

// vagueness is 1 for a finding that says only that a configuration is wrong.
func vagueness(h hit) int {
	if strings.Contains(h.Problem, unaccepted) {
		return 1
	}
	return 0
}

// namesCause matches lines that say why what was printed before has happened.
var namesCause = lazily(`(?i)caused? by|\bcause:|root cause|reason:|because|nested exception|original error`)

// advisedAfter is how many lines after an error can advise what to do about it, and longest how many lines of an error are
// read.
const (
	advisedAfter = 14
	longest      = 200
)

// advise adds the program's own advice to a finding. A finding whose fix is only a place or the output refers to it.
func (c *Clues) advise(h *hit) {
	from, last := min(h.At, len(c.Lines)), max(h.At, h.Last)
	lines := c.Following(from, min(last-from, longest)+1+advisedAfter)
	for i, text := range lines {
		if output.IsFrame(text) {
			lines[i] = ""
		}
	}
	list := slices.DeleteFunc(advice.In(lines), func(a advice.Advice) bool { return c.IsGone(from + a.Line) })
	if len(list) == 0 {
		return
	}
	for _, a := range list {
		quoted := func(e string) bool {
			return strings.Contains(e, a.Text) || strings.Contains(e, strings.TrimSuffix(words.Clip(a.Text, 250), "…"))
		}
		if !slices.ContainsFunc(h.Evidence, quoted) {
			h.Evidence = append(slices.Clone(h.Evidence), "line "+itoa(int(c.Lines[from+a.Line].Seq))+", its own advice: "+words.Clip(a.Text, 300))
		}
	}
	if isVague(*h) || h.Kind == app.FindingCode && h.Class != "" && (list[0].Command || list[0].Line == 0 && !strings.Contains(h.Fix, "did you mean") || !strings.HasPrefix(h.Fix, "correct ")) {
		h.Step, h.Manual, h.Fix = nil, "", "follow the program's own advice, if it is right for the project"
	}
}
