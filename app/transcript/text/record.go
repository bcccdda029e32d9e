package text

import (
	"cmp"
	"slices"
	"strings"
)

// FieldRecord is a line that is a record of a log.
type FieldRecord struct {
	Before  string // what precedes the record: the prefix of a process, or the text of a logger that adds JSON
	Level   string // as printed; "" = none
	Message string
	Fields  []Field // without level, message and time
}

// Field is one field. The names of nested objects are joined by dots; a list is as printed.
type Field struct{ Key, Value string }

// Limits of a record: a line beyond them is text.
const (
	maxFields = 64
	maxLine   = 64 << 10
	maxDepth  = 5
)

// ParseFields returns the record that a line is; line is without escape sequences. Other lines are not ok.
func ParseFields(line string) (r FieldRecord, ok bool) {
	if len(line) > maxLine || len(line) < 7 {
		return r, false
	}
	if end := strings.TrimRight(line, " \t\r"); strings.HasSuffix(end, "}") {
		return parseJSON(end)
	}
	return parseLogfmt(line)
}

// Readable returns a line to read: of a record its level, its message, and its other fields; others as they are.
func Readable(line string) string {
	r, ok := ParseFields(line)
	if !ok {
		return line
	}
	parts := []string{r.Before, strings.ToLower(r.Level), r.Message}
	for _, f := range r.Fields {
		parts = append(parts, f.Key+"="+f.Value)
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// noise are fields that hardly ever matter, and come last.
var noise = []string{"pid", "hostname", "v", "service.version", "process.pid", "host.name", "host.hostname",
	"ecs.version", "thread_name", "level_value", "@version"}

// sortNoise moves the fields that hardly ever matter to the end.
func (r *FieldRecord) sortNoise() {
	rank := func(f Field) int {
		if slices.Contains(noise, f.Key) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(r.Fields, func(a, b Field) int { return cmp.Compare(rank(a), rank(b)) })
}

// kind is what a field is for.
type kind int

const (
	other kind = iota
	level
	message
	moment
)

func kindOf(key string) kind {
	switch key {
	case "level", "severity", "lvl", "levelname", "log.level", "@level", "Level", "level_name", "@l", "severityText",
		"LEVEL":
		return level
	case "msg", "message", "event", "@m", "@mt", "@message", "body", "Message", "MESSAGE":
		return message
	case "time", "timestamp", "ts", "@timestamp", "@t", "t", "date", "datetime", "asctime", "Timestamp", "Time",
		"logged_at":
		return moment
	}
	return other
}

// add takes a field, and reports whether there is room for more.
func (r *FieldRecord) add(key, value string, known *bool) bool {
	k := kindOf(key)
	*known = *known || k != other
	switch {
	case k == level && r.Level == "":
		r.Level = value
	case k == message && r.Message == "":
		r.Message = value
	case k == moment:
	default:
		r.Fields = append(r.Fields, Field{key, value})
	}
	return len(r.Fields) <= maxFields
}

// clean makes a decoded text safe to show, as text.Plain does: an escape in JSON can stand for any character.
func clean(s string) string { return Plain([]byte(s)) }
