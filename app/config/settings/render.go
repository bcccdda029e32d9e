package settings

import (
	"strings"

	"devservers/app/config/yml"
)

// renderList writes a list as blocks, without its comments, which brackets have few of.
func renderList(list *yml.Node, indent string) []string {
	var out []string
	for _, item := range list.Items {
		lines := renderNode(item, indent+"  ")
		if len(lines) == 0 {
			lines = []string{""}
		}
		lines[0] = indent + "- " + strings.TrimLeft(lines[0], " ")
		out = append(out, lines...)
	}
	return out
}

// renderNode writes a value as lines at an indentation.
func renderNode(n *yml.Node, indent string) []string {
	switch {
	case n.Kind == yml.List && len(n.Items) > 0:
		return renderList(n, indent)
	case n.Kind == yml.Mapping && len(n.Pairs) > 0:
		var out []string
		for _, p := range n.Pairs {
			out = append(out, renderPair(p, indent)...)
		}
		return out
	}
	return []string{indent + renderScalar(n)}
}

func renderPair(p yml.Pair, indent string) []string {
	head := indent + renderScalar(p.Key) + ":"
	if len(p.Value.Items)+len(p.Value.Pairs) == 0 {
		return []string{strings.TrimRight(head+" "+renderScalar(p.Value), " ")}
	}
	return append([]string{head}, renderNode(p.Value, indent+"  ")...)
}

func renderScalar(n *yml.Node) string {
	switch {
	case n.Kind == yml.Null:
		return ""
	case n.Kind == yml.List:
		return "[]"
	case n.Kind == yml.Mapping:
		return "{}"
	case n.Plain:
		return n.Text
	}
	return yamlScalar(n.Text)
}
