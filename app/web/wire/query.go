package wire

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// LongestWait bounds how long one request can wait. A client that waits longer sends another one.
const LongestWait = time.Hour

// Parameters reads the parameters of a request. It keeps the first error, and the names of all parameters that were
// read, so that Done can refuse the others: a misspelled filter would otherwise be ignored silently.
type Parameters struct {
	values url.Values
	names  []string
	err    error
}

// NewParameters returns a reader of values.
func NewParameters(values url.Values) *Parameters { return &Parameters{values: values} }

// Text returns a parameter, or "".
func (q *Parameters) Text(name string) string {
	q.names = append(q.names, name)
	if len(q.values[name]) > 1 {
		q.Fail(name, "it is given twice")
	}
	return q.values.Get(name)
}

// Fail records what is wrong with a parameter, unless something is recorded already.
func (q *Parameters) Fail(name, why string) {
	if q.err == nil {
		q.err = app.Failf(app.CodeInvalid, "", "query parameter %s: %s", words.Quote(name), why)
	}
}

// Err returns the first error so far.
func (q *Parameters) Err() error { return q.err }

// Done returns the first error, or one that names an unknown parameter.
func (q *Parameters) Done() error {
	for name := range q.values {
		if !slices.Contains(q.names, name) {
			q.Fail(name, "it does not exist here; there are "+strings.Join(q.names, ", "))
		}
	}
	return q.err
}

// Given reports whether the parameter has a value.
func (q *Parameters) Given(name string) bool {
	q.names = append(q.names, name)
	return q.values.Get(name) != ""
}

// Flag is true for 1 and true, and false for 0, false and no value.
func (q *Parameters) Flag(name string) bool {
	switch q.Text(name) {
	case "1", "true":
		return true
	case "", "0", "false":
	default:
		q.Fail(name, "it is 1 or 0")
	}
	return false
}

// Count returns a number of things, 0 without a value.
func (q *Parameters) Count(name string) int { return int(q.number(name, q.Text(name), 1<<30)) }

// Seq returns the number of a line or event, 0 without a value.
func (q *Parameters) Seq(name string) int64 { return q.number(name, q.Text(name), 1<<62) }

// Offset returns a position in a run's bytes, -1 without a value.
func (q *Parameters) Offset(name string) int64 {
	s := q.Text(name)
	if s == "" {
		return -1
	}
	return q.number(name, s, 1<<62)
}

func (q *Parameters) number(name, s string, most int64) int64 {
	if s == "" {
		return 0
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > most {
		q.Fail(name, "it is a number, 0 or more")
		return 0
	}
	return n
}

// Duration returns a length of time as Go writes it ("90s", "1m30s"), at most most.
func (q *Parameters) Duration(name string, most time.Duration) time.Duration {
	s := q.Text(name)
	if s == "" {
		return 0
	}
	d, err := time.ParseDuration(s)
	if err != nil || d <= 0 || d > most {
		q.Fail(name, "it is a duration such as 30s or 2m, at most "+words.Duration(most))
		return 0
	}
	return d
}

// Moment returns a time, or how long ago it was: see app.ParseTime.
func (q *Parameters) Moment(name string) time.Time {
	t, err := app.ParseTime(time.Now(), q.Text(name))
	if err != nil {
		q.Fail(name, err.Error()+": "+app.AsError(err, app.CodeInvalid).Hint)
	}
	return t
}

// OneOf returns one of the choices, the first one without a value.
func OneOf[T ~string](q *Parameters, name string, choices ...T) T {
	s := T(q.Text(name))
	if s == "" {
		return choices[0]
	}
	if !slices.Contains(choices, s) {
		q.Fail(name, "write "+words.Or(slices.DeleteFunc(slices.Clone(choices), func(c T) bool { return c == "" })))
		return choices[0]
	}
	return s
}

// Cursor returns a place in a transcript: run:seq as an answer gave it, or only the seq.
func (q *Parameters) Cursor(name string) (run string, seq int64) {
	s := q.Text(name)
	if !strings.Contains(s, ":") {
		return "", q.number(name, s, 1<<62)
	}
	run, seq, err := app.ParseCursor(s)
	if err != nil {
		q.Fail(name, err.Error())
	}
	return run, seq
}

// Run returns the id of a run, or "".
func (q *Parameters) Run(name string) string {
	s := q.Text(name)
	if s == "" {
		return ""
	}
	if _, _, err := app.ParseCursor(s + ":0"); err != nil {
		q.Fail(name, "it is the id of a run")
	}
	return s
}

// List returns values separated by commas.
func (q *Parameters) List(name string) []string {
	return strings.FieldsFunc(q.Text(name), func(r rune) bool { return r == ',' })
}
