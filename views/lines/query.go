package lines

import (
	"strconv"
	"strings"

	"devservers/app/base/words"
)

// Term is a part of a query that filters by something else than text: a server, a level, or a field.
type Term struct{ Key, Value, Written string }

// terms matches quoted text, which has no terms, and key:value or key=value with a value that may be quoted.
var terms = words.Lazy(`"(?:[^"\\]|\\.)*"|(?:^|\s)([A-Za-z_@][\w.@-]*)[:=]("(?:[^"\\]|\\.)*"|[^\s"/][^\s"]*)`)

// Split takes a query apart: its terms, and the rest as one text without the quotes around it.
func Split(query string) (list []Term, text string) {
	var rest strings.Builder
	end := 0
	for _, at := range terms().FindAllStringSubmatchIndex(query, -1) {
		if at[2] < 0 {
			continue
		}
		list = append(list, Term{query[at[2]:at[3]], unquoted(query[at[4]:at[5]]), query[at[2]:at[1]]})
		rest.WriteString(query[end:at[0]])
		end = at[1]
	}
	rest.WriteString(query[end:])
	return list, unquoted(strings.TrimSpace(rest.String()))
}

func unquoted(s string) string {
	if text, err := strconv.Unquote(s); err == nil && strings.HasPrefix(s, `"`) {
		return text
	}
	return s
}

// written returns a term as a person would write it.
func written(key, value string) string {
	if value == "" || strings.ContainsAny(value, " \t\"\\") || value[0] == '/' {
		value = strconv.Quote(value)
	}
	return key + ":" + value
}

// Terms returns the parts of the query that are not text. A regular expression has none.
func (a Ask) Terms() []Term {
	if a.Regex {
		return nil
	}
	list, _ := Split(a.Text)
	return list
}

// Plain returns the text of the query.
func (a Ask) Plain() string {
	if a.Regex {
		return a.Text
	}
	_, text := Split(a.Text)
	return text
}

// dropped returns the query without a term.
func (a Ask) dropped(t Term) string {
	return strings.Join(strings.Fields(strings.Replace(a.Text, t.Written, "", 1)), " ")
}

// added returns the query with one more term.
func (a Ask) added(key, value string) string {
	return strings.TrimSpace(a.Text + " " + written(key, value))
}

// suggestions returns whole queries that begin with what is written: one for each server and level.
func (v View) suggestions() (list []string) {
	begin := strings.TrimSpace(v.Ask.Text + " ")
	if begin != "" {
		begin += " "
	}
	for _, s := range v.Servers {
		list = append(list, begin+written("server", s.Name))
	}
	for _, level := range []string{"error", ">=warn", "info"} {
		list = append(list, begin+"level:"+level)
	}
	for _, key := range v.Look.keys(v.Page.Lines) {
		list = append(list, begin+key+":")
	}
	return list
}
