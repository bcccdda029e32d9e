package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/words"
)

// query reads a request's query. It remembers the first fault and every name that was asked for, so that done can
// refuse a name that does not exist: a misspelt filter would otherwise be an answer to another question.
type query struct {
	values url.Values
	names  []string
	err    error
}

func (q *query) text(name string) string {
	q.names = append(q.names, name)
	if len(q.values[name]) > 1 {
		q.fail(name, "it is given twice")
	}
	return q.values.Get(name)
}

func (q *query) fail(name, why string) {
	if q.err == nil {
		q.err = fail(app.CodeInvalid, "GET /api/openapi.yaml lists what can be asked", "%s in the query: %s", short(name), why)
	}
}

// flag is true for 1 and true, false for 0, false and nothing.
func (q *query) flag(name string) bool {
	switch q.text(name) {
	case "1", "true":
		return true
	case "", "0", "false":
	default:
		q.fail(name, "it is 1 or 0")
	}
	return false
}

func (q *query) count(name string) int { return int(q.number(name, 1<<30)) }

func (q *query) seq(name string) int64 { return q.number(name, 1<<62) }

func (q *query) number(name string, most int64) int64 { return q.parseNumber(name, q.text(name), most) }

func (q *query) parseNumber(name, s string, most int64) int64 {
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > most {
		q.fail(name, "it is a number, 0 or more")
		return 0
	}
	return n
}

// duration is a length of time as Go writes it ("90s", "1m30s"), at most most.
func (q *query) duration(name string, most time.Duration) time.Duration {
	s := q.text(name)
	if s == "" {
		return 0
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 || d > most {
		q.fail(name, "it is a length of time such as 30s or 2m, at most "+most.String())
		return 0
	}
	return d
}

func (q *query) moment(name string) time.Time {
	t, err := app.ParseTime(time.Now(), q.text(name))
	if err != nil {
		q.fail(name, err.Error())
	}
	return t
}

// oneOf returns one of the choices, the first one if nothing is given.
func oneOf[T ~string](q *query, name string, choices ...T) T {
	s := T(q.text(name))
	if s == "" {
		return choices[0]
	}
	if !slices.Contains(choices, s) {
		q.fail(name, "write "+words.Or(slices.DeleteFunc(slices.Clone(choices), func(c T) bool { return c == "" })))
		return choices[0]
	}
	return s
}

// done gives the first fault, or names what is not known.
func (q *query) done() error {
	for name := range q.values {
		if !slices.Contains(q.names, name) {
			q.fail(name, "there is no such parameter here; there are "+strings.Join(q.names, ", "))
		}
	}
	return q.err
}

// cursor is a place in a transcript: run:seq as an answer gave it, or a seq of the run that is meant anyway.
func (q *query) cursor(name string) (run string, seq int64) {
	s := q.text(name)
	if !strings.Contains(s, ":") {
		return "", q.parseNumber(name, s, 1<<62)
	}
	run, seq, err := app.ParseCursor(s)
	if err != nil {
		q.fail(name, err.Error())
	}
	return run, seq
}

// list is words separated by commas.
func (q *query) list(name string) (words []string) {
	for word := range strings.SplitSeq(q.text(name), ",") {
		if word != "" {
			words = append(words, word)
		}
	}
	return words
}

// given tells whether the name is in the query with a value.
func (q *query) given(name string) bool {
	q.names = append(q.names, name)
	return q.values.Get(name) != ""
}

// run is a run's id.
func (q *query) run(name string) string {
	s := q.text(name)
	if s == "" {
		return ""
	}
	if _, _, err := app.ParseCursor(s + ":0"); err != nil {
		q.fail(name, "it is the id of a run")
	}
	return s
}
