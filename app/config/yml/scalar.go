package yml

import (
	"fmt"
	"strings"

	"devservers/app/base/words"

	"github.com/goccy/go-yaml"
)

// bare matches text that YAML reads as that text without quotes: it has no sign of YAML in it, and is not a number.
var bare = words.Lazy(`^[A-Za-z./_$][\w ./$=:@+-]*$`)

// values are what YAML takes for values.
var values = words.Lazy(`^(?i:true|false|yes|no|on|off|null|y|n|\.nan|\.inf|~)$`)

// Plain is a value of YAML, quoted where it has to be.
func Plain(text string) string {
	if bare().MatchString(text) && !values().MatchString(text) && !strings.Contains(text, ": ") &&
		!strings.HasSuffix(text, ":") && !strings.HasSuffix(text, " ") && strings.Trim(text, ".0123456789") != "" {
		return text
	}
	out, err := yaml.Marshal(text)
	if err != nil || strings.Contains(strings.TrimSpace(string(out)), "\n") {
		return fmt.Sprintf("%q", text)
	}
	return strings.TrimSpace(string(out))
}

// PlainOr is a scalar, or nothing for "".
func PlainOr(text string) string {
	if text == "" {
		return ""
	}
	return Plain(text)
}

// Flow is a scalar inside of braces, where commas and brackets end it.
func Flow(text string) string {
	if s := Plain(text); s != text || !strings.ContainsAny(text, ",[]{}:#&*!|>'\"%@`") {
		return s
	}
	return fmt.Sprintf("%q", text)
}

// Pairs is a mapping in one line, "" for none.
func Pairs[V interface {
	~struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
}](vars []V) string {
	if len(vars) == 0 {
		return ""
	}
	list := make([]string, len(vars))
	for i, of := range vars {
		v := struct {
			Name  string `json:"name"`
			Value string `json:"value"`
		}(of)
		list[i] = Plain(v.Name) + ": " + Flow(v.Value)
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// Sequence is a list in one line, "" for none.
func Sequence(list []string) string {
	if len(list) == 0 {
		return ""
	}
	quoted := make([]string, len(list))
	for i, item := range list {
		quoted[i] = Flow(item)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
