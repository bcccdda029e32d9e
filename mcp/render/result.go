package render

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app"
)

// Text is an answer of lines. It has no structured form: quoting each line would double its cost, and some clients show
// the model one form, some the other.
type Text string

// Pictured is an answer with a picture (PNG).
type Pictured struct {
	Text
	PNG []byte
}

// Result returns an answer and its notes; a struct as structured content and as text, which say the
// same. notices become its first field.
func Result(answer any, notices []string) *protocol.CallToolResult {
	if p, ok := answer.(Pictured); ok {
		r := Result(p.Text, notices)
		r.Content = append(r.Content, protocol.NewImageContent(base64.StdEncoding.EncodeToString(p.PNG), "image/png"))
		return r
	}
	if t, ok := answer.(Text); ok {
		for i, n := range notices {
			notices[i] = "notice: " + n + "\n"
		}
		return protocol.NewToolResultText(strings.Join(notices, "") + string(t))
	}
	b, err := json.Marshal(answer)
	if err == nil && len(notices) > 0 {
		b, err = withFirst("notices", notices, b)
	}
	var y []byte
	if err == nil {
		y, err = asYAML(b)
	}
	if err != nil {
		return protocol.NewToolResultError(fmt.Sprintf("the answer cannot be written: %v", err))
	}
	return &protocol.CallToolResult{
		Content:           []protocol.Content{protocol.NewTextContent(strings.TrimRight(string(y), "\n"))},
		StructuredContent: json.RawMessage(b),
	}
}

// withFirst adds a field at the front of a JSON object.
func withFirst(name string, value any, object []byte) ([]byte, error) {
	first, err := json.Marshal(map[string]any{name: value})
	if err != nil || len(object) < 3 { // it is empty
		return first, err
	}
	return append(append(first[:len(first)-1], ','), object[1:]...), nil
}

// PagePath returns the path of a page that may be given by its address.
func PagePath(page string) string {
	if u, err := url.Parse(page); err == nil && u.Host != "" {
		return u.RequestURI()
	}
	return "/" + strings.TrimLeft(page, "/")
}

// WithPicture adds the picture of a page that the agent wanted to be opened.
func WithPicture(text Text, v *app.Verdict, open string) any {
	if open == "" || v == nil || v.Page == nil || v.Page.Picture == "" {
		return text
	}
	png, err := os.ReadFile(v.Page.Picture)
	if err != nil {
		return text
	}
	return Pictured{Text: text, PNG: png}
}
