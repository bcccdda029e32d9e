package digest

import "devservers/app/digest/parse"

// summary matches lines that only count errors, or say that a command failed.
var summary = parse.Pattern{Expr: `(?i)^\W*(?:(?:found|there (?:is|are|were)|total:?|generated|failed with|and|with|finished with|error:|fatal error:|errors?:|\S+:) )*` +
	`\d+ (?:[a-z-]+ ){0,2}(?:errors?|problems?|warnings?|failures?|issues?|offenses?|violations?|failed|failing|fail|tests?|passed|examples?|suggestions?|diagnostics?|infractions?)\b` +
	`|^\W*(?:failures?|errors?|fail(?:ed|ing) tests?|warnings?)\W*$` +
	`|^(?:errors?|warnings?|failures?|problems?|fail|failed|tests?)\s*:?\s+\d+\W*$`}

// consequence matches lines that say that a command failed because of what was printed before or follows.
var consequence = parse.Pattern{Expr: `(?i)^\W*(?:error:? |fatal:? )?(?:the )?(?:(?:command|process|script|task|target|job|program|build|compilation|compile|bundling|transform|lint|linting|tests?|check|type.?check\w*|recipe)\b.{0,120}?\b(?:failed|exited|errored|returned|terminated|error \d+)` +
	`|failed to (?:compile|build|bundle|start (?:the )?(?:server|application))\W*$|could not (?:compile|build)\b|aborting due to|\S+: \*\*\* \[)` +
	`|exit(?:ed)?(?: with)?(?: exit)? (?:code|status)|\berrors?(?:\(s\))? (?:were )?found in\b|^\W*(?:stopped|aborted|aborting|compilation aborted|.{0,80} had (?:compilation|too many) errors)\b|\[\w+ failed\]$|^npm (?:err!|error)|\bgenerated \d+ warnings?\b|^error: called from$`}

// isSummary reports whether a message says nothing of its own.
func isSummary(message string) bool {
	return summary.Find(message) != nil || consequence.Find(message) != nil
}

// summaryLines is how many lines after an error a summary is about it.
const summaryLines = 300

// tell reports whether a finding without a place says nothing new: it sums up what was printed before, or repeats its
// message.
func (list entries) tell(f parse.Finding, from parse.LineRef) bool {
	if f.Kind != parse.Levels.Kind || f.Line > 0 {
		return false
	}
	sum := isSummary(f.Message)
	for i := len(list) - 1; i >= 0 && i >= len(list)-20; i-- {
		e := list[i]
		if e.Fixed || from.Seq-e.Last > summaryLines {
			continue
		}
		if sum && !isSummary(e.Message) || e.Line > 0 && e.Message == f.Message {
			return true
		}
	}
	return false
}
