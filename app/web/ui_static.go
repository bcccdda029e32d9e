package web

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"devservers/static"
)

// staticFile serves what is embedded, and only that: nothing on the disk can be named. Browsers keep these files, which
// hold no secrets: those of others for good, because their names carry their version; ours as long as they are the same.
func (s *Server) staticFile(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("*")
	tag, ok := s.etags()[name]
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

// etagsOf names the content of every embedded file; embedded files have no time of change that could.
func etagsOf(files fs.FS) map[string]string {
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
