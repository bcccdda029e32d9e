package yml

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

// Node is a YAML value with its place.
type Node struct {
	Kind         nodeKind
	Line, Column int    // 1-based, in runes
	Text         string // a scalar's text: as written when plain, decoded when quoted
	Plain        bool   // a scalar without quotes
	Flow         bool   // a mapping or list in brackets
	Pairs        []Pair
	Items        []*Node
}

type nodeKind int

// The kinds of nodes. Only a Scalar has a text.
const (
	Null nodeKind = iota
	Scalar
	Mapping
	List
)

// String names the kind for a message.
func (k nodeKind) String() string {
	return [...]string{"nothing", "a single value", "a mapping (key: value)", "a list"}[k]
}

// Pair is one key of a mapping with its value.
type Pair struct{ Key, Value *Node }

// Get returns the value of a key, or nil.
func (n *Node) Get(key string) *Node {
	for _, p := range n.Pairs {
		if p.Key.Text == key {
			return p.Value
		}
	}
	return nil
}

// Parse turns the text into a tree, or leaves the problems in s and returns nil.
func (s *FileText) Parse() (root *Node) {
	if len(s.Problems) > 0 {
		return nil
	}
	// The library has panicked on hostile input before (see its issue tracker). A manager must not.
	defer func() {
		if recover() != nil {
			s.Add(1, 1, "", "cannot read this as YAML", "check indentation and quotes")
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
func (s *FileText) tree(file *ast.File) *Node {
	var body ast.Node
	for _, d := range file.Docs {
		if d.Body != nil && d.Body.Type() != ast.CommentType {
			body = d.Body
		}
	}
	if body == nil {
		s.Add(1, 1, "", "the file is empty", "write at least:\n"+s.example)
		return nil
	}
	return s.convert(body, &Node{Line: 1, Column: 1})
}

// convert returns the node for n. A value without a place of its own (nothing after "key:") gets the place of at.
func (s *FileText) convert(n ast.Node, at *Node) *Node {
	switch n := n.(type) {
	case nil:
		return &Node{Line: at.Line, Column: at.Column}
	case *ast.NullNode:
		if n.Token.Type == token.ImplicitNullType {
			return &Node{Line: at.Line, Column: at.Column}
		}
		return &Node{Line: n.Token.Position.Line, Column: n.Token.Position.Column}
	case *ast.MappingNode:
		return s.mapping(n.Values, n.Start, n.IsFlowStyle)
	case *ast.MappingValueNode:
		return s.mapping([]*ast.MappingValueNode{n}, n.Start, n.IsFlowStyle)
	case *ast.SequenceNode:
		return s.list(n)
	case *ast.LiteralNode:
		return &Node{Kind: Scalar, Line: n.Start.Position.Line, Column: n.Start.Position.Column, Text: n.Value.Value}
	}
	if scalar, ok := n.(ast.ScalarNode); ok {
		return s.scalar(scalar.GetToken())
	}
	p := n.GetToken().Position
	s.Add(p.Line, p.Column, "", "this kind of YAML is not allowed here", "write plain keys, values and lists")
	return &Node{Line: p.Line, Column: p.Column}
}

func (s *FileText) scalar(t *token.Token) *Node {
	quoted := t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType
	n := &Node{Kind: Scalar, Line: t.Position.Line, Column: t.Position.Column, Text: t.Value, Plain: !quoted}
	if strings.ContainsRune(n.Text, 0) {
		s.Add(n.Line, n.Column, "", "a NUL character is not allowed", "delete it")
	}
	return n
}

func (s *FileText) list(n *ast.SequenceNode) *Node {
	p := n.Start.Position
	out := &Node{Kind: List, Line: p.Line, Column: p.Column, Flow: n.IsFlowStyle}
	for _, v := range n.Values {
		out.Items = append(out.Items, s.convert(v, out))
	}
	return out
}

// mapping converts pairs in order and reports repeated keys. The first one counts.
func (s *FileText) mapping(values []*ast.MappingValueNode, start *token.Token, flow bool) *Node {
	out := &Node{Kind: Mapping, Flow: flow}
	if start != nil {
		out.Line, out.Column = start.Position.Line, start.Position.Column
	}
	seen := make(map[string]int, len(values))
	for i, v := range values {
		key := s.convert(v.Key, out)
		if i == 0 && !flow {
			out.Line, out.Column = key.Line, key.Column
		}
		if first, twice := seen[key.Text]; twice {
			s.Add(key.Line, key.Column, key.Text, "this key is repeated", "line "+strconv.Itoa(first)+
				" has it already; keep one of them")
			continue
		}
		seen[key.Text] = key.Line
		out.Pairs = append(out.Pairs, Pair{key, s.convert(v.Value, key)})
	}
	return out
}

// syntaxError reports the parser's error in its place, with what usually helps.
func (s *FileText) syntaxError(err error) {
	var located yaml.Error
	if !errors.As(err, &located) || located.GetToken() == nil || located.GetToken().Position == nil {
		s.Add(1, 1, "", "cannot read this as YAML", "check indentation and quotes")
		return
	}
	t := located.GetToken()
	line := min(max(t.Position.Line, 1), len(s.Lines))
	s.Add(line, max(t.Position.Column, 1), "", "cannot read this as YAML: "+located.GetMessage(),
		syntaxHint(t, s.line(line)))
}

// syntaxHint returns what usually helps where the parser stops at t. The library's errors have no kinds, but t has one.
func syntaxHint(t *token.Token, line string) string {
	text := strings.TrimLeft(t.Origin, " \n")
	switch {
	case strings.Contains(line[:len(line)-len(strings.TrimLeft(line, " \t"))], "\t"), strings.HasPrefix(text, "\t"):
		return "use two spaces for each level, no tabs"
	case text != "" && strings.ContainsRune(`"'`, rune(text[0])):
		return "close the quote; inside single quotes write '' for one"
	case t.Type == token.MappingValueType:
		return "quote the value when ': ' is part of it; check the indentation"
	case t.Type == token.StringType && (t.Next == nil || t.Next.Type != token.MappingValueType):
		return "write key: value, with a space after the colon"
	case t.CharacterType == token.CharacterTypeIndicator && t.Indicator == token.FlowCollectionIndicator:
		return "close the bracket; quote values that begin with { or ["
	}
	return "check the indentation (two spaces for each level) and quote values that begin with a special character"
}
