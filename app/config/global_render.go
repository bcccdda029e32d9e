package config

import "strings"

// renderList writes a list as blocks, without its comments, which brackets have few of.
func renderList(list *node, indent string) []string {
	var out []string
	for _, item := range list.items {
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
func renderNode(n *node, indent string) []string {
	switch {
	case n.kind == listNode && len(n.items) > 0:
		return renderList(n, indent)
	case n.kind == mappingNode && len(n.pairs) > 0:
		var out []string
		for _, p := range n.pairs {
			out = append(out, renderPair(p, indent)...)
		}
		return out
	}
	return []string{indent + renderScalar(n)}
}

func renderPair(p pair, indent string) []string {
	head := indent + renderScalar(p.key) + ":"
	if len(p.value.items)+len(p.value.pairs) == 0 {
		return []string{strings.TrimRight(head+" "+renderScalar(p.value), " ")}
	}
	return append([]string{head}, renderNode(p.value, indent+"  ")...)
}

func renderScalar(n *node) string {
	switch {
	case n.kind == nullNode:
		return ""
	case n.kind == listNode:
		return "[]"
	case n.kind == mappingNode:
		return "{}"
	case n.plain:
		return n.text
	}
	return yamlScalar(n.text)
}
