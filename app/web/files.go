package web

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"devservers/static"
)

// files serves what is embedded, and only that: no file on the disk can be named.
type files struct{ tags func() map[string]string }

func newFiles() files {
	return files{sync.OnceValue(func() map[string]string { return tagsOf(static.Files) })}
}

// serve sends a file, which browsers may store since it holds no secret: vendored files forever, because their names
// carry their versions, and ours while they are unchanged.
func (f files) serve(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("*")
	tag, ok := f.tags()[name]
	if !ok {
		return echo.ErrNotFound
	}
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "vendor/") {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeFileFS(w, r, static.Files, name)
	return nil
}

// tagsOf returns an ETag of every embedded file's content: embedded files have no modification time.
func tagsOf(files fs.FS) map[string]string {
	tags := map[string]string{}
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		digest := sha256.Sum256(data)
		tags[name] = `"` + hex.EncodeToString(digest[:12]) + `"`
		return err
	})
	return tags
}
