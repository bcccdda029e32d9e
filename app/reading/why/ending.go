package why

import (
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/digest"
	"devservers/app/transcript/text"
)

// What ended a run is its last error, or what the program said after that: whatever it printed before, it went on. So
// only a line of the end explains a failure, or one that names the same as the end does.

// ending is what ended a run or broke it.
type ending struct {
	from   int            // the index of its first line; it goes on to the end of the output
	errors []digest.Error // in it
	known  bool           // else it is any of the last lines
}

// ending returns what ended the run or broke it. The last words of a program that goes on to run say nothing yet.
func (r *printout) ending() ending {
	end, after := ending{from: max(0, len(r.texts)-lastLines)}, -1
	for _, e := range r.fatal() {
		if _, after = r.span(e); closing(e) {
			continue
		}
		if !end.known {
			end.from, end.known = r.above(r.proper(e), e), true
		}
		end.errors = append(end.errors, e)
	}
	if at := r.lastWords(after); at >= 0 && !r.repeats(at, end.errors) {
		end = ending{from: at, known: true}
	}
	for end.known && end.from > 0 && joins(r.texts[end.from-1], r.texts[end.from]) {
		end.from--
	}
	return end
}

// fatal returns the errors of the last failure.
func (r *printout) fatal() []digest.Error {
	i := max(0, len(r.errors)-1)
	for i > 0 && r.together(r.errors[i-1], r.errors[i]) {
		i--
	}
	return r.errors[i:]
}

// near is how many lines may lie between two errors of one failure.
const near = 6

// together reports whether an error belongs to the failure of the one before. A trace is a failure of its own, but Ruby
// prints the cause of an exception directly below it.
func (r *printout) together(e, next digest.Error) bool {
	switch head := r.line(r.index(next.From)); {
	case closing(next):
		return true
	case next.From-e.Last > near:
		return false
	case r.traces(next):
		return next.Kind == "ruby" && isFrame(r.line(r.index(next.From)-1))
	default:
		return next.Kind == e.Kind && next.Kind != "log" || r.traces(e) ||
			isRecord(r.line(r.index(e.From))) && isRecord(head)
	}
}

// line returns a line by its index; "" = it could not be read.
func (r *printout) line(at int) string {
	if at < 0 || at >= len(r.texts) {
		return ""
	}
	return r.texts[at]
}

// isRecord reports whether a line is an error of a log: a program that logs several of them has not ended between.
func isRecord(line string) bool { return text.Level(line) == "error" }

var raised = words.Lazy(`:in [\x60']|panicked at| at \S+ line \d+\.$`)

// isFrame reports whether a line says where a program was when it raised an error.
func isFrame(line string) bool { return frame().MatchString(line) || raised().MatchString(line) }

// traces reports whether an error says where a program was when it was raised.
func (r *printout) traces(e digest.Error) bool {
	from, to := r.span(e)
	return slices.ContainsFunc(r.texts[min(from, len(r.texts)):to+1], isFrame)
}

// proper returns the index of the first line of an error itself, without what a program printed above a trace. An
// exception that came while another one was handled counts alone, unless it was raised for that one.
func (r *printout) proper(e digest.Error) int {
	from, to := r.span(e)
	start := from
	for at := to; at > from; at-- {
		if strings.HasPrefix(r.texts[at], "During handling of") && !r.raises(at, to) {
			start = at
			break
		}
	}
	for at := start; at <= to && at < r.said(e); at++ {
		if frame().MatchString(r.texts[at]) {
			return at
		}
	}
	return max(start, r.said(e))
}

// raises reports whether the last frame between two lines is a statement that raises an exception.
func (r *printout) raises(from, to int) bool {
	for at := to - 1; at > from; at-- {
		if frame().MatchString(r.texts[at]) {
			return strings.HasPrefix(strings.TrimSpace(r.texts[at+1]), "raise")
		}
	}
	return false
}

var marks = words.Lazy(`^\s*[\^~][\^~\s]*$`)

// lastWords returns the index of the last line after another one in which a program that ended says something; -1 =
// there is none. What stands above a line of marks is quoted.
func (r *printout) lastWords(after int) int {
	for at := len(r.texts) - 1; r.Exit != 0 && at > after; at-- {
		if states(r.texts[at]) && !marks().MatchString(r.line(at+1)) {
			return at
		}
	}
	return -1
}

var (
	sentence = words.Lazy(`^(?:\pL|\d{4}[/-]\d\d).* .*[^:?.]\.?$`)
	advises  = words.Lazy(`(?i)^(?:please|see|try|trying|retrying|run|check|set|make sure|use|did|hint|note|` +
		`tip|for|install|copy|create|add|visit|if|to)\b|https?://|^\S+ v?\d+\.\d|^\w+ notice\b`)
	ends = words.Lazy(`(?i)\b(?:exit(?:s|ing|ed)?|shut(?:ting)? ?down|(?:stop|abort|crash|finish|restart|` +
		`disconnect)[a-z]*(?:ing|ed)|closing|(?:failed|unable) to (?:start|boot|run|load)|see above|` +
		`can.t continue|giving up|(?:failed|exited|died) with (?:\w+ )?(?:code|status|signal))\b`)
	totals = words.Lazy(`(?i)\bin \d[\d.]* ?m?s\b|^(?-i:[A-Z])\w*(?: \w+){0,2}: +\d|\w=\d+\W*$|^ran\b`)
)

// closes reports whether a line says no more than that a program ends, or that it has failed.
func closes(line string) bool { return ends().MatchString(line) || digest.IsSummary(line) }

// closing reports whether an error is no more than a line that closes.
func closing(e digest.Error) bool { return e.From == e.Last && closes(e.Message) }

// states reports whether a line says something else than that the program ends, how to use it, or what to do. Advice
// may follow in a second sentence.
func states(line string) bool {
	level := text.Level(line)
	first, _, _ := strings.Cut(line, ". ")
	return (level == "" || level == "error") && sentence().MatchString(line) && !advises().MatchString(first) &&
		!closes(line) && !totals().MatchString(line) && !text.IsUsage(line)
}

// joins reports whether a line goes on with what the line above it says.
func joins(above, line string) bool {
	above = strings.TrimSpace(above)
	return (strings.HasSuffix(above, ":") || strings.HasPrefix(line, ">")) && !isFrame(line) || above != "" && strings.Contains(`>|'"`, above[:1]) ||
		isRecord(above) && isRecord(line)
}

// repeats reports whether a line has the message of an error, or its file.
func (r *printout) repeats(at int, errors []digest.Error) bool {
	return slices.ContainsFunc(errors, func(e digest.Error) bool {
		return strings.Contains(r.texts[at], bare(e.Message)) || e.File != "" && strings.Contains(r.texts[at], e.File)
	})
}

// above returns the index of the first line shortly before another one that has the message of an error, or that index.
func (r *printout) above(at int, e digest.Error) int {
	for first := max(0, at-headLines); first < at; first++ {
		if strings.Contains(r.texts[first], bare(e.Message)) {
			return first
		}
	}
	return at
}

// bare returns a message without the name of its exception.
func bare(message string) string {
	if name, rest, ok := strings.Cut(message, ": "); ok && !strings.Contains(name, " ") {
		return rest
	}
	return message
}

// explains reports whether a line can explain the failure: it is of the end, or has a word that the end has, too.
func (r *printout) explains(at int, words map[string]app.Printed) bool {
	if at >= r.end.from {
		return true
	}
	for _, w := range words {
		if slices.ContainsFunc(r.texts[r.end.from:], func(line string) bool { return w.In(line) != "" }) {
			return r.end.known
		}
	}
	return false
}
