package render

import (
	"net/url"
	"os"
	"strings"

	"devservers/app"
)

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
