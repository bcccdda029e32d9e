package rules

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/reading/why/output"
	"devservers/app/reading/why/sayings"
)

// rules are all rules, the more specific first: the first that finds something in a line wins.
var rules = slices.Concat(said(sayings.Tools), said(sayings.Install), said(sayings.Golang), codeRules, moduleRules, shellRules, programRules, fileRules, formatRules, versionRules, envRules, migrationRules, portRules, memoryRules, accessRules, dependencyRules, configRules)

// search tries the strict or the broad rules on all lines, the newest first. What a program only mentions, such as a
// default that it uses instead, counts if there is no error at all.
func (c *Clues) search(broad bool, known []hit) (hits []hit) {
	healed := c.healed()
	var mild []hit
	for at := len(c.Lines) - 1; at >= 0 && len(hits) < mostFound; at-- {
		if slices.ContainsFunc(known, func(h hit) bool { return max(h.At-at, at-h.At) < output.Nearby }) {
			continue
		}
		if c.IsGone(at) || c.IsExcerpt(at) {
			continue
		}
		f := c.look(at, at < healed, broad)
		if f == nil {
			continue
		}
		same := slices.IndexFunc(hits, func(h hit) bool { return alike(h.Finding, *f) })
		if same >= 0 && (hits[same].Problem != f.Problem || hits[same].At-at > output.Nearby) {
			continue
		}
		f.Evidence = append(append([]string{c.Quote(at)}, c.raisedAt(at, *f)...), f.Evidence...)
		if same >= 0 { // the first line of a failure says most
			hits[same].Evidence = f.Evidence
			continue
		}
		if c.Lines[at].Mild() && !c.InError(at) {
			if sayings.Warns().MatchString(c.Lines[at].Text) {
				continue
			}
			mild = append(mild, hit{Finding: *f, At: at})
		} else {
			hits = append(hits, hit{Finding: *f, At: at})
		}
	}
	if len(hits)+len(known)+len(c.Errors) == 0 && c.Failed {
		return mild[:min(len(mild), 1)]
	}
	return hits
}

// raisedAt returns the place in the project at which the error in a line was raised, as evidence, unless it is said already.
func (c *Clues) raisedAt(at int, f app.Finding) []string {
	p := c.CodeAt(at)
	if p.File == "" {
		return nil
	}
	where := c.Where(p)
	if short, _, _ := strings.Cut(where, ":"); strings.Contains(f.Problem+f.Fix+strings.Join(f.Evidence, " "), short) {
		return nil
	}
	return []string{"raised at " + where + c.SourceOf(p)}
}

// alike reports whether two findings are about the same: of versions only the newest line counts.
func alike(a, b app.Finding) bool {
	return a.Kind == b.Kind && (a.Problem == b.Problem || a.Kind == app.FindingVersion)
}

func (c *Clues) look(at int, healed, broad bool) *app.Finding {
	line := c.Lines[at].Text
	line = guess().ReplaceAllString(line[:min(len(line), 4<<10)], "")
	for _, r := range rules {
		if healed && !r.lasting || r.broad != broad || !slices.ContainsFunc(r.words, func(w string) bool { return strings.Contains(line, w) }) {
			continue
		}
		if m := r.pattern().FindStringSubmatch(line); m != nil {
			if f := r.find(c, at, m); f != nil && sayings.Plain(*f, m[1:]) {
				f.Quotes = sayings.Quotes(f.Problem, m[1:])
				return f
			}
		}
	}
	if !broad {
		return nil
	}
	return absent(c, at)
}

// guess matches a question in which a program only guesses what has happened.
var guess = lazily(`\b(?:Perhaps|Maybe|Possibly) [^.?!]*\?\s*$`)

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
