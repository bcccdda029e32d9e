package render

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Text is an answer of lines. It has no structured form: quoting each line would double its cost, and some clients show
// the model one form, some the other.
type Text string

// Result returns an answer; a struct as structured content and as text, which say the same.
func Result(answer any) *protocol.CallToolResult {
	if t, ok := answer.(Text); ok {
		return protocol.NewToolResultText(string(t))
	}
	return &protocol.CallToolResult{Content: []protocol.Content{protocol.NewTextContent(written(answer))}, StructuredContent: answer}
}

// written returns a struct as text: a line for each field of its JSON.
func written(answer any) string {
	b, err := json.Marshal(answer)
	if err == nil {
		b, err = yaml.JSONToYAML(b) // keeps the order, and quotes what is ambiguous
	}
	if err != nil {
		return fmt.Sprintf("the answer cannot be written: %v", err)
	}
	return strings.TrimRight(string(b), "\n")
}
