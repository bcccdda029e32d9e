//go:build real

package mcp_test

import (
	"bytes"
	"encoding/base64"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"devservers/app/reading/evidence"
)

const script = `<!doctype html><h1>Shop</h1><script>console.error("no stock")</script>`

// TestPictureOfAPageReachesAgentsAndScripts: get_errors answers with an image block, and the picture has an address.
func TestPictureOfAPageReachesAgentsAndScripts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := evidence.NewBrowser(w.Dirs.State)
	t.Cleanup(b.Close)
	w.edits.OpenWith(b.Open)
	dir := w.project("shop", "servers:\n  web: {command: /usr/bin/python3 -m http.server $PORT --bind 127.0.0.1, port: auto}\n")
	page := filepath.Join(dir, "index.html")
	w.must(os.WriteFile(page, []byte("<h1>Shop</h1>"), 0o600))
	a := w.agent("/mcp/p/shop", false)
	a.ok("start_server", given{"server": "web"})
	if status, _ := w.picture(t); status != http.StatusNotFound {
		t.Errorf("before the first one: %d", status)
	}
	for end := time.Now().Add(patience); ; {
		if time.Now().After(end) {
			t.Fatal("the edit is not seen")
		}
		w.must(os.WriteFile(page, []byte(script), 0o600)) // directories are not watched at once
		time.Sleep(200 * time.Millisecond)
		if made, err := w.edits.Edited("shop"); err == nil && made.Edit != nil {
			break
		}
	}
	r := protocol.CallToolRequest{}
	r.Params.Name, r.Params.Arguments = "check_edit", map[string]any{"server": "web", "browser": "/"}
	got, err := a.client.CallTool(t.Context(), r)
	w.must(err)
	if len(got.Content) != 2 {
		t.Fatalf("%d blocks: %+v", len(got.Content), got.Content)
	}
	text := got.Content[0].(protocol.TextContent).Text
	image, ok := got.Content[1].(protocol.ImageContent)
	if !ok || image.MIMEType != "image/png" || !strings.Contains(text, "page console: no stock") {
		t.Fatalf("%s %+v", text, got.Content[1])
	}
	data, err := base64.StdEncoding.DecodeString(image.Data)
	w.must(err)
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || c.Width < 100 {
		t.Errorf("%+v %v", c, err)
	}
	if status, same := w.picture(t); status != http.StatusOK || !bytes.Equal(same, data) {
		t.Errorf("%d, %d bytes instead of %d", status, len(same), len(data))
	}
}

// picture requests the last picture of shop/web as a script does.
func (w *world) picture(t *testing.T) (status int, body []byte) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.url()+"/api/projects/shop/servers/web/picture", nil)
	w.must(err)
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultClient.Do(r)
	w.must(err)
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	w.must(err)
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode == http.StatusOK && kind != "image/png" {
		t.Error(kind)
	}
	return answer.StatusCode, body
}
