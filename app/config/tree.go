package config

import (
	"errors"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// node is a YAML value with its place: all that the readers of this package need to know about the syntax.
type node struct {
	kind         nodeKind
	line, column int    // 1-based, in runes
	text         string // a scalar's text: as written when plain, decoded when quoted
	plain        bool   // a scalar without quotes
	flow         bool   // a mapping or list in brackets
	pairs        []pair
	items        []*node
}

type nodeKind int

const (
	nullNode nodeKind = iota
	scalarNode
	mappingNode
	listNode
)

func (k nodeKind) String() string {
	return [...]string{"nothing", "a single value", "a mapping (key: value)", "a list"}[k]
}

type pair struct{ key, value *node }

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	for _, p := range n.pairs {
		if p.key.text == key {
			return p.value
		}
	}
	return nil
}

// parse turns the text into a tree, or leaves the problems in s and returns nil.
func (s *source) parse() (root *node) {
	if len(s.problems) > 0 {
		return nil
	}
	// The library has panicked on hostile input before (its own issue tracker); a manager must not.
	defer func() {
		if recover() != nil {
			s.add(1, 1, "", "cannot read this as YAML", "check indentation and quotes")
			root = nil
		}
	}()
	tokens := lexer.Tokenize(s.text)
	if check := (tokenCheck{src: s}); !check.run(tokens) {
		return nil
	}
	file, err := parser.Parse(tokens, 0, parser.AllowDuplicateMapKey())
	if err != nil {
		s.syntaxError(err)
		return nil
	}
	return s.tree(file)
}

// tree converts the one document. A file of comments has none and counts as empty.
func (s *source) tree(file *ast.File) *node {
	var body ast.Node
	for _, d := range file.Docs {
		if d.Body != nil && d.Body.Type() != ast.CommentType {
			body = d.Body
		}
	}
	if body == nil {
		s.add(1, 1, "", "the file is empty", "write at least:\n"+s.example)
		return nil
	}
	return s.convert(body, &node{line: 1, column: 1})
}

// convert makes a node of n. at is where a value that has no place of its own (nothing after "key:") is reported.
func (s *source) convert(n ast.Node, at *node) *node {
	switch n := n.(type) {
	case nil:
		return &node{line: at.line, column: at.column}
	case *ast.NullNode:
		if n.Token.Type == token.ImplicitNullType {
			return &node{line: at.line, column: at.column}
		}
		return &node{line: n.Token.Position.Line, column: n.Token.Position.Column}
	case *ast.MappingNode:
		return s.mapping(n.Values, n.Start, n.IsFlowStyle)
	case *ast.MappingValueNode:
		return s.mapping([]*ast.MappingValueNode{n}, n.Start, n.IsFlowStyle)
	case *ast.SequenceNode:
		return s.list(n)
	case *ast.LiteralNode:
		return &node{kind: scalarNode, line: n.Start.Position.Line, column: n.Start.Position.Column, text: n.Value.Value}
	}
	if scalar, ok := n.(ast.ScalarNode); ok {
		return s.scalar(scalar.GetToken())
	}
	p := n.GetToken().Position
	s.add(p.Line, p.Column, "", "this kind of YAML is not allowed here", "write plain keys, values and lists")
	return &node{line: p.Line, column: p.Column}
}

func (s *source) scalar(t *token.Token) *node {
	quoted := t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
	n := &node{kind: scalarNode, line: t.Position.Line, column: t.Position.Column, text: t.Value, plain: !quoted}
	if strings.ContainsRune(n.text, 0) {
		s.add(n.line, n.column, "", "a NUL character is not allowed", "leave it out")
	}
	return n
}

func (s *source) list(n *ast.SequenceNode) *node {
	p := n.Start.Position
	out := &node{kind: listNode, line: p.Line, column: p.Column, flow: n.IsFlowStyle}
	for _, v := range n.Values {
		out.items = append(out.items, s.convert(v, out))
	}
	return out
}

// mapping converts pairs in order and reports keys that stand twice; the first one is kept.
func (s *source) mapping(values []*ast.MappingValueNode, start *token.Token, flow bool) *node {
	out := &node{kind: mappingNode, flow: flow}
	if start != nil {
		out.line, out.column = start.Position.Line, start.Position.Column
	}
	seen := make(map[string]int, len(values))
	for i, v := range values {
		key := s.convert(v.Key, out)
		if i == 0 && !flow {
			out.line, out.column = key.line, key.column
		}
		if first, twice := seen[key.text]; twice {
			s.add(key.line, key.column, key.text, "this key stands twice", "line "+strconv.Itoa(first)+" has it already; keep one of them")
			continue
		}
		seen[key.text] = key.line
		out.pairs = append(out.pairs, pair{key, s.convert(v.Value, key)})
	}
	return out
}

// syntaxError reports the parser's error in its place, with what usually helps.
func (s *source) syntaxError(err error) {
	var located yaml.Error
	if !errors.As(err, &located) || located.GetToken() == nil || located.GetToken().Position == nil {
		s.add(1, 1, "", "cannot read this as YAML", "check indentation and quotes")
		return
	}
	p := located.GetToken().Position
	line := min(max(p.Line, 1), len(s.lines))
	s.add(line, max(p.Column, 1), "", "cannot read this as YAML: "+located.GetMessage(), syntaxHint(located.GetMessage(), s.line(line)))
}

func syntaxHint(msg, line string) string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	switch {
	case strings.Contains(indent, "\t"), strings.Contains(msg, "tab character"):
		return "use two spaces for each level, no tabs"
	case strings.Contains(msg, "quote"), strings.Contains(msg, "could not find end character"):
		return "close the quote; inside single quotes write '' for one"
	case strings.Contains(msg, "mapping value is not allowed"):
		return "quote the value when ': ' is part of it; check the indentation"
	case strings.Contains(msg, "non-map value"):
		return "write key: value, with a space after the colon"
	case strings.Contains(msg, "'}'"), strings.Contains(msg, "']'"), strings.Contains(msg, "end of flow"), strings.Contains(msg, "must be specified"):
		return "close the bracket; quote values that begin with { or ["
	}
	return "check the indentation (two spaces for each level) and quote values that begin with a special character"
}
