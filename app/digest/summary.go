package digest

import (
	"slices"

	"devservers/app/base/words"
	"devservers/app/digest/parse"
	"devservers/app/transcript/text"
)

// counts are patterns of lines that only count errors, consequences of lines that say that a command failed because of
// what was printed before or follows.
var (
	counts = []*parse.Pattern{
		{Expr: `(?i)^\W*(?:(?:found|there (?:is|are|were)|total:?|generated|failed with|and|with|finished with|fatal error:|\S+:) +)*` +
			`\d{1,7} (?:[a-z-]+ ){0,2}` + counted + `\b`},
		{Expr: `(?i)^\W*(?:failures?|errors?|fail(?:ed|ing) tests?|warnings?)\W*$`},
		{Expr: `(?i)^(?:errors?|warnings?|failures?|problems?|fail|failed|tests?)\s*:?\s+\d+\W*$`},
	}
	consequences = []*parse.Pattern{
		{Expr: `(?i)^\W*(?:(?:error|fatal):? )?(?:the )?` + work +
			`\b.{0,120}?\b(?:failed|exited|errored|returned|terminated|error \d+)`},
		{Expr: `(?i)^\W*(?:error:? )?failed to (?:compile|build|bundle|start (?:the )?(?:server|application))\W*$`},
		{Expr: `(?i)^\W*(?:error:? )?(?:could not (?:compile|build)\b|aborting due to|\S+: \*\*\* \[)`},
		{Expr: `(?i)exit(?:ed)?(?: with)?(?: exit)? (?:code|status)|\berrors?(?:\(s\))? (?:were )?found in\b|\[\w+ failed\]$|^npm (?:err!|error)`},
		{Expr: `(?i)^\W*(?:stopped|aborted|aborting|compilation aborted|.{0,80} had (?:compilation|too many) errors)\b`},
		{Expr: `\bgenerated \d+ warnings?\b|^error: called from$`},
	}
)

// counted are what tools count, work what they do.
const (
	counted = `(?:errors?|problems?|warnings?|failures?|issues?|offenses?|violations?|fail(?:ed|ing)?|tests?|passed|examples?|suggestions?|` +
		`diagnostics?|infractions?)`
	work = `(?:command|process|script|task|target|job|program|build|compilation|compile|bundling|transform|lint|linting|tests?|check|` +
		`type.?check\w*|recipe)`
)

// IsSummary reports whether a message says nothing of its own.
func IsSummary(message string) bool {
	matches := func(p *parse.Pattern) bool { return p.Matches(message) }
	return slices.ContainsFunc(counts, matches) || slices.ContainsFunc(consequences, matches)
}

// summaryLines is how many lines after an error a summary is about it.
const summaryLines = 300

// tell reports whether a finding without a place says nothing new: it sums up what was printed before, or repeats its
// message.
func (list entries) tell(f parse.Finding, from parse.LineRef) bool {
	sum := IsSummary(f.Message)
	if f.Kind != parse.Levels.Kind || f.Line > 0 && !(sum && starred.Matches(f.Message)) {
		return false
	}
	for i := len(list) - 1; i >= 0 && i >= len(list)-20; i-- {
		e := list[i]
		if e.Fixed || from.Seq-e.Last > summaryLines {
			continue
		}
		if sum && (!IsSummary(e.Message) || from.Seq-e.Last == 1 && starred.Matches(e.Message)) ||
			e.Line > 0 && e.Message == f.Message {
			return true
		}
	}
	return false
}

// saysMore reports whether the first of two lines that only announce says what is wrong, or the second doesn't either.
func saysMore(first, second string) bool {
	wrong := func(s string) bool { return text.Complains(errorWords().ReplaceAllString(s, "")) }
	return wrong(first) || !wrong(second)
}

var errorWords = words.Lazy(`(?i)\berr(?:or)?\b!?`)
