package yml

import (
	"fmt"

	"github.com/goccy/go-yaml/token"
)

// tokenCheck checks the tokens of a file before the parser, which would follow any depth and any number of keys,
// silently ignore a second document, and expand anchors.
type tokenCheck struct {
	src     *FileText
	flow    int          // open { and [
	blocks  []blockLevel // open block mappings and lists, outermost first
	content bool         // something other than a document header was seen
	colon   int          // line of the last ':' outside brackets
	stop    bool         // the parser must not see this file
}

// blockLevel is one open block mapping or list, identified by its column.
type blockLevel struct{ column, keys int }

func (c *tokenCheck) run(tokens token.Tokens) (ok bool) {
	before := len(c.src.Problems)
	for _, t := range tokens {
		if c.token(t); c.stop {
			break
		}
	}
	return len(c.src.Problems) == before
}

// refused are the kinds of tokens that are not allowed, each with a message and a hint.
var refused = map[token.Type][2]string{
	token.AnchorType: {"an anchor (&name) is not allowed",
		"write the value out where it is needed; quote text that begins with &"},
	token.AliasType: {"an alias (*name) is not allowed",
		"write the value out; quote text that begins with *, such as \"*.py\""},
	token.TagType:        {"a tag (!name) is not allowed", "leave it out; quote text that begins with !"},
	token.MergeKeyType:   {"a merge key (<<) is not allowed", "write the keys out"},
	token.DirectiveType:  {"a directive (%) is not allowed", "leave it out; quote text that begins with %"},
	token.MappingKeyType: {"a key with ? is not allowed", "write: key: value; quote text that begins with ?"},
}

func (c *tokenCheck) token(t *token.Token) {
	switch t.Type {
	case token.CommentType:
		return
	case token.DocumentHeaderType, token.DocumentEndType:
		c.document(t)
		return
	}
	if why, bad := refused[t.Type]; bad {
		c.refuse(t, why[0], why[1])
		c.stop = c.stop || t.Type == token.MappingKeyType
	}
	c.content = true
	c.nesting(t)
}

func (c *tokenCheck) refuse(t *token.Token, msg, hint string) {
	c.src.Add(t.Position.Line, t.Position.Column, "", msg, hint)
	c.stop = c.stop || len(c.src.Problems) > 20
}

// document accepts one --- at the top and one ... at the end.
func (c *tokenCheck) document(t *token.Token) {
	if t.Type == token.DocumentHeaderType && c.content {
		c.refuse(t, "a second document (---) is not read", "put everything into one document")
		c.stop = true
	}
	if t.Type == token.DocumentEndType {
		c.content = true
	}
}

// nesting counts depth and keys. The columns of '-' and of keys identify the levels of blocks.
func (c *tokenCheck) nesting(t *token.Token) {
	switch t.Type {
	case token.MappingStartType, token.SequenceStartType:
		c.flow++
	case token.MappingEndType, token.SequenceEndType:
		c.flow = max(0, c.flow-1)
	case token.SequenceEntryType:
		c.enter(t, t.Position.Column)
	case token.MappingValueType:
		c.key(t)
	}
	if c.flow+len(c.blocks) > maxDepth {
		c.refuse(t, fmt.Sprintf("more than %d levels of nesting", maxDepth), "no key needs that; check the indentation")
		c.stop = true
	}
}

// key notes a ':' outside brackets. Two on one line are never YAML and slow the parser down.
func (c *tokenCheck) key(t *token.Token) {
	if c.flow > 0 {
		return
	}
	if c.colon == t.Position.Line {
		c.refuse(t, "a second ': ' on one line", "quote the value when ': ' is part of it")
		c.stop = true
		return
	}
	c.colon = t.Position.Line
	if t.Prev != nil {
		c.enter(t, t.Prev.Position.Column)
	}
}

// enter closes the levels right of column, opens one at column if it is new, and counts its entry. A '-' and a key in
// the same column (a list that is not indented under its key) share a level here, which is precise enough for a limit.
func (c *tokenCheck) enter(t *token.Token, column int) {
	for len(c.blocks) > 0 && c.blocks[len(c.blocks)-1].column > column {
		c.blocks = c.blocks[:len(c.blocks)-1]
	}
	if len(c.blocks) == 0 || c.blocks[len(c.blocks)-1].column < column {
		c.blocks = append(c.blocks, blockLevel{column: column})
	}
	level := &c.blocks[len(c.blocks)-1]
	if level.keys++; level.keys > maxKeys {
		c.refuse(t, fmt.Sprintf("more than %d entries in one place", maxKeys), "is this the right file?")
		c.stop = true
	}
}
