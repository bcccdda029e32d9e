package settings

import (
	"strconv"
	"strings"

	"devservers/app/base/words"
	"devservers/app/config/yml"
)

// blocks returns the lines of a list of mappings as blocks: one key on each line, values below it in brackets. Comments
// are lost, but brackets have few.
func blocks(list *yml.Node) (lines []string) {
	for _, item := range list.Items {
		lead := "  - "
		for _, p := range item.Pairs {
			lines = append(lines, strings.TrimRight(lead+inline(p.Key)+": "+inline(p.Value), " "))
			lead = "    "
		}
	}
	return lines
}

// inline returns a value on one line.
func inline(n *yml.Node) string {
	parts := words.Each(n.Items, inline)
	for _, p := range n.Pairs {
		parts = append(parts, inline(p.Key)+": "+inline(p.Value))
	}
	switch {
	case n.Kind == yml.List:
		return "[" + strings.Join(parts, ", ") + "]"
	case n.Kind == yml.Mapping:
		return "{" + strings.Join(parts, ", ") + "}"
	case strings.ContainsAny(n.Text, ",[]{}"): // plain text may contain them in a block only
		return strconv.Quote(n.Text)
	case n.Plain:
		return n.Text
	}
	return yamlScalar(n.Text)
}
