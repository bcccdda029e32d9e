package output

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/digest/parse"
	"devservers/app/reading/why/sayings"
)

// Fatal returns the errors that were printed together at last, which ended the run or broke it.
func (o *Output) Fatal() []digest.Error {
	for i := len(o.Errors) - 1; i > 0; i-- {
		if o.Errors[i].From-o.Errors[i-1].Last > Together {
			return o.Errors[i:]
		}
	}
	return o.Errors
}

// First returns the first error of a group that has a place in the project, with it, or else the first one. What is only said
// at the end counts if there is nothing else.
func (o *Output) First(group []digest.Error) (digest.Error, parse.Place) {
	said := slices.DeleteFunc(slices.Clone(group), func(e digest.Error) bool { return sayings.LastLine().MatchString(e.Message) })
	if len(said) > 0 {
		group = said
	}
	for _, e := range group {
		if at := o.PlaceOf(e); at.File != "" {
			return e, at
		}
	}
	return group[0], parse.Place{}
}

// More returns the lines below the message of an error that belong to it, as evidence: what is indented, or what a message
// that announces a list or ends with a colon is about.
func (o *Output) More(e digest.Error) (list []string) {
	from, to := o.Span(e)
	at := -1
	for i := from; i <= min(to, len(o.Lines)-1); i++ {
		if text := strings.TrimSpace(o.Lines[i].Text); len(e.Message) > 10 && strings.HasSuffix(text, strings.TrimSpace(e.Message)) {
			at = i
		}
	}
	if at < 0 || !announces().MatchString(e.Message) {
		return nil
	}
	announced := true // by the line before
	for i := at + 1; i < len(o.Lines) && len(list) < mostMore; i++ {
		text := strings.TrimSpace(o.Lines[i].Text)
		if text == "" && announced {
			continue
		} else if text == "" || IsFrame(o.Lines[i].Text) || o.Lines[i].Wrong() && len(list) > 0 {
			break
		}
		list, announced = append(list, o.Quote(i)), strings.HasSuffix(text, ":")
	}
	return list
}

// Causes returns the lines below an error that say what caused it, as evidence.
func (o *Output) Causes(e digest.Error) (list []string) {
	from, to := o.Span(e)
	for at := from + 1; at < min(to+1+causeLines, len(o.Lines)) && len(list) < mostMore; at++ {
		if !causedBy().MatchString(o.Lines[at].Text) {
			continue
		}
		if strings.HasSuffix(strings.TrimSpace(o.Lines[at].Text), ":") && at+1 < len(o.Lines) {
			at++
		}
		list = append(list, o.Quote(at))
	}
	return list
}

// causeLines is how many lines below an error may say what caused it.
const causeLines = 12

var causedBy = sayings.Lazily(`^\s*(?:\[?[Cc]aused? ?by|\[cause\]|[Cc]ause|[Rr]eason)\]?:`)

// Saying returns the line of a failure that says most about it, as evidence: the first of its last block with an error
// that isn't only an epilogue, or else what the digest found.
func (o *Output) Saying(e digest.Error) string {
	from, to := o.Span(e)
	if !sayings.LastLine().MatchString(e.Message) {
		return fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))
	}
	for at := max(0, from-Nearby); at < min(len(o.Lines), to+Nearby); at++ {
		if text := o.Lines[at].Text; (o.Lines[at].Wrong() || sayings.Complains().MatchString(text)) && !sayings.LastLine().MatchString(text) && !sayings.Harmless().MatchString(text) {
			return o.Quote(at)
		}
	}
	return fmt.Sprintf("line %d: %s", e.From, words.Clip(e.Message, 300))
}

// IsGone reports whether a line is that of an error which is fixed, and of none that stands.
func (o *Output) IsGone(at int) bool {
	of := func(e digest.Error) bool {
		from, to := o.Span(e)
		return at >= from && at <= to || len(e.Message) > 10 && strings.Contains(o.Lines[at].Text, e.Message)
	}
	return slices.ContainsFunc(o.Gone, of) && !slices.ContainsFunc(o.Errors, of)
}

// InError reports whether a line is part of an error that stands.
func (o *Output) InError(at int) bool {
	return slices.ContainsFunc(o.Errors, func(e digest.Error) bool {
		from, to := o.Span(e)
		return at >= from && at <= to
	})
}

// Span returns the indexes of the first and the last line of an error.
func (o *Output) Span(e digest.Error) (from, to int) {
	at := func(seq int64) int {
		i, _ := slices.BinarySearchFunc(o.Lines, seq, func(l Line, seq int64) int { return cmp.Compare(l.Seq, seq) })
		return i
	}
	return at(e.From), at(e.Last)
}

// ComplaintAt returns the index of the first of the last lines that says that something is wrong, or else of the last line;
// ok is false if there is none.
func (o *Output) ComplaintAt() (last int, ok bool) {
	mild := -1
	for at := max(0, len(o.Lines)-LastWords); at < len(o.Lines); at++ {
		text := o.Lines[at].Text
		if strings.TrimSpace(text) == "" || IsFrame(text) {
			continue
		}
		if trimmed := strings.TrimSpace(text); !ok || trimmed[0] != '(' { // not a hint in parentheses
			last, ok = at, true
		}
		switch wrong := o.Lines[at].Wrong() || sayings.Complains().MatchString(text) || OfLine(text); {
		case wrong && !o.Lines[at].Mild():
			return at, true
		case wrong && mild < 0:
			mild = at
		}
	}
	if mild >= 0 && !blames().MatchString(o.Lines[last].Text) {
		return mild, true
	}
	return last, ok
}

// blames matches a last line that says what is wrong in words that few programs use.
var blames = sayings.Lazily(`(?i)\b(?:bad|corrupt\w*|damaged|wrong|broken|mismatch)\b`)

// Complaint returns the line of ComplaintAt as evidence.
func (o *Output) Complaint() []string {
	at, ok := o.ComplaintAt()
	if !ok {
		return nil
	}
	return []string{o.Quote(at)}
}

// Complains reports whether a line or the one before or after it says that something is wrong.
func (o *Output) Complains(at int) bool {
	return slices.ContainsFunc(o.LinesNear(at, 1), func(text string) bool {
		return sayings.Complains().MatchString(text) || OfLine(text) || Raises().MatchString(text)
	})
}

// Others returns the errors of a group besides e, as evidence: the first two, and how many more there are.
func Others(group []digest.Error, e digest.Error) (list []string) {
	for _, o := range group {
		if line := fmt.Sprintf("line %d: %s", o.From, words.Clip(o.Message, 200)); o.From != e.From && o.Message != e.Message && !slices.Contains(list, line) && len(list) < 2 {
			list = append(list, line)
		}
	}
	if more := len(group) - 1 - len(list); more > 0 {
		list = append(list, words.Count(more, "other error")+" in the same lines")
	}
	return list
}

// Together is how many lines may lie between two errors of one failure.
const Together = 6

// LastWords is how many of the last lines are searched for a place in the project.
const LastWords = 40

// mostMore is how many lines below an error's message are read with it.
const mostMore = 5

// announces matches messages whose particulars are in the lines below.
var announces = sayings.Lazily(`(?i):$|\b\d+ (?:validation )?errors?\b|following|\bissues\b`)
