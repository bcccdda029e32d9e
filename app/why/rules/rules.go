package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/digest/place"
	"devservers/app/transcript/text"
	"devservers/app/why/sayings"
	"devservers/app/words"
)

// lazily compiles an expression when it is first used.
var lazily = sayings.Lazily

// rule finds one cause. It is tried on lines that contain one of its words and match its pattern.
type rule struct {
	words   []string
	pattern func() *regexp.Regexp
	lasting bool // a reload of the code does not fix it
	broad   bool // it also matches what working programs print: only a failure makes it a cause
	find    finder
}

// finder returns the cause that the match m of the line at at shows, or nil.
type finder = func(c *Clues, at int, m []string) *app.Finding

// rules are all rules, the more specific first: the first that finds something in a line wins.
var rules = slices.Concat(said(sayings.Tools), moduleRules, programRules, fileRules, formatRules, versionRules, shellRules, envRules, migrationRules, portRules, memoryRules, accessRules, dependencyRules, configRules)

// mostFound is how many findings are worth reading.
const mostFound = 4

// Causes returns the causes that the output shows, the most likely first: what the rules know, and before that an error
// of the sources if it came after. A version that the project doesn't support explains errors of the sources.
func (c *Clues) Causes() []app.Finding {
	list, newest := c.find()
	f, from, ok := c.wrong()
	if f.Step != nil && f.Kind == app.FindingCode { // without a place: a rule for the same lines says more
		from -= nearby
	} else if strings.HasPrefix(f.Problem, "an error ") { // no more than a place: so does a rule for lines just before it
		from -= together
	}
	if ok && (len(list) == 0 || f.Kind != app.FindingCode || from > newest) { // else the finding of a rule covers it
		if old := c.unsupported(f); old != nil {
			list = append([]app.Finding{*old}, list...)
		} else {
			list = append([]app.Finding{f}, list...)
		}
	}
	isDown := func(f app.Finding) bool {
		return f.Kind == app.FindingDependency && f.Step != nil && f.Step.Do == app.StepStart
	}
	if i := slices.IndexFunc(list, isDown); i > 0 { // a declared server that is down comes before what follows from it
		list = slices.Insert(slices.Delete(slices.Clone(list), i, i+1), 0, list[i])
	}
	if len(list) == 0 && c.Failed || len(list) > 0 && list[0].Step != nil && list[0].Step.Do == app.StepLogs {
		if missing := c.noParent(); missing != nil {
			if len(list) > 0 && sayings.SaysNoFile().MatchString(list[0].Evidence[0]) { // it is what the error means
				missing.Evidence, list = append(missing.Evidence, list[0].Evidence...), list[1:]
			}
			list = append([]app.Finding{*missing}, list...)
		}
	}
	return list
}

// find returns the causes that the rules know, the newest first, and the seq of the newest one's line.
func (c *Clues) find() (list []app.Finding, newest int64) {
	strict := c.search(false, nil)
	all := strict
	if c.Failed {
		all = append(all, c.search(true, strict)...)
		slices.SortStableFunc(all, func(a, b hit) int { return b.at - a.at })
	}
	for _, h := range all[:min(len(all), mostFound)] {
		list = append(list, h.Finding)
		newest = max(newest, c.Lines[h.at].Seq)
	}
	return list, newest
}

// hit is a finding and the index of its line.
type hit struct {
	app.Finding
	at int
}

// nearby is how many lines one failure usually fills: in them, a broad rule says no more than a strict one.
const nearby = 30

// search tries the strict or the broad rules on all lines, the newest first. What a program only mentions, such as a
// default that it uses instead, counts if there is no error at all.
func (c *Clues) search(broad bool, known []hit) (hits []hit) {
	healed := c.healed()
	var mild []hit
	for at := len(c.Lines) - 1; at >= 0 && len(hits) < mostFound; at-- {
		if slices.ContainsFunc(known, func(h hit) bool { return max(h.at-at, at-h.at) < nearby }) {
			continue
		}
		if c.gone(at) {
			continue
		}
		f := c.look(at, at < healed, broad)
		if f == nil || slices.ContainsFunc(hits, func(h hit) bool { return alike(h.Finding, *f) }) {
			continue
		}
		f.Evidence = append(append([]string{c.quote(at)}, c.raisedAt(at, *f)...), f.Evidence...)
		if c.Lines[at].mild() {
			mild = append(mild, hit{*f, at})
		} else {
			hits = append(hits, hit{*f, at})
		}
	}
	if len(hits)+len(known)+len(c.Errors) == 0 && c.Failed {
		return mild[:min(len(mild), 1)]
	}
	return hits
}

// gone reports whether a line is that of an error which is fixed, and of none that stands.
func (c *Clues) gone(at int) bool {
	of := func(e digest.Error) bool {
		from, to := c.span(e)
		return at >= from && at <= to || len(e.Message) > 10 && strings.Contains(c.Lines[at].Text, e.Message)
	}
	return slices.ContainsFunc(c.Gone, of) && !slices.ContainsFunc(c.Errors, of)
}

// raisedAt returns the place in the project at which the error in a line was raised, as evidence, unless it is said already.
func (c *Clues) raisedAt(at int, f app.Finding) []string {
	p := c.codeAt(at)
	if p.File == "" {
		return nil
	}
	where := c.where(p)
	if short, _, _ := strings.Cut(where, ":"); strings.Contains(f.Problem+f.Fix+strings.Join(f.Evidence, " "), short) {
		return nil
	}
	return []string{"raised at " + where}
}

// codeAt returns the place in the project of the error that a line belongs to.
func (c *Clues) codeAt(at int) place.Place {
	for _, e := range c.Errors {
		if from, to := c.span(e); at >= from-headLines && at <= to {
			if p := c.placeOf(e); p.File != "" {
				return p
			}
		}
	}
	return place.Place{}
}

// alike reports whether two findings are about the same: of versions only the newest line counts.
func alike(a, b app.Finding) bool {
	return a.Kind == b.Kind && (a.Problem == b.Problem || a.Kind == app.FindingVersion)
}

// mild reports whether the line only mentions something.
func (l Line) mild() bool { return sayings.Harmless().MatchString(l.Text) && !l.wrong() }

// wrong reports whether the line has an error level.
func (l Line) wrong() bool { return text.Level(l.Text) == "error" }

func (c *Clues) look(at int, healed, broad bool) *app.Finding {
	line := c.Lines[at].Text
	if len(line) > 4<<10 {
		line = line[:4<<10]
	}
	for _, r := range rules {
		if healed && !r.lasting || r.broad != broad || !slices.ContainsFunc(r.words, func(w string) bool { return strings.Contains(line, w) }) {
			continue
		}
		if m := r.pattern().FindStringSubmatch(line); m != nil {
			if f := r.find(c, at, m); f != nil && sayings.Plain(*f, m[1:]) {
				return f
			}
		}
	}
	if !broad {
		return nil
	}
	return absent(c, at)
}

// healed returns the index of the last line that says that all is well, if the server is ready: causes before it are
// gone. Otherwise it returns -1.
func (c *Clues) healed() int {
	if !c.Ready {
		return -1
	}
	for at := len(c.Lines) - 1; at >= 0; at-- {
		if sayings.WellAgain().MatchString(c.Lines[at].Text) {
			return at
		}
	}
	return -1
}

// quote returns a line as evidence.
func (c *Clues) quote(at int) string {
	return fmt.Sprintf("line %d: %s", c.Lines[at].Seq, words.Clip(strings.TrimSpace(c.Lines[at].Text), 300))
}
