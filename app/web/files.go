package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"

	"devservers/app/web/wire"
	"devservers/static"
)

// files serves what is embedded, and only that: no file on the disk can be named.
type files struct{ all func() map[string]file }

// file is an embedded file with its ETag: embedded files have no modification time.
type file struct {
	tag         string
	data, small []byte // small is compressed; nil if that doesn't help
}

func newFiles() files { return files{sync.OnceValue(readFiles)} }

func readFiles() map[string]file {
	all := map[string]file{}
	for _, name := range static.Names() {
		data, err := static.Read(name)
		if err != nil {
			continue // all are embedded
		}
		digest := sha256.Sum256(data)
		all[name] = file{hex.EncodeToString(digest[:12]), data, compressed(data)}
	}
	return all
}

// compressed returns data in the format gzip, or nil if that is not much smaller.
func compressed(data []byte) []byte {
	small := wire.Compressed(data)
	if len(small) > len(data)*9/10 {
		return nil
	}
	return small
}

// serve sends a file, which browsers may store since it holds no secret: vendored files forever, because their names
// carry their versions, and ours while they are unchanged.
func (f files) serve(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("*")
	found, ok := f.all()[name]
	if !ok {
		return echo.ErrNotFound
	}
	h, data, tag := w.Header(), found.data, found.tag
	if found.small != nil {
		h.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			data, tag = found.small, tag+"-gz"
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	h.Set("Content-Type", typeOf(name))
	h.Set("Cache-Control", "no-cache")
	if strings.HasPrefix(name, "vendor/") {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
	return nil
}

// typeOf returns the type of a file by its name. Some systems don't know modules.
func typeOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".LICENSE":
		return "text/plain; charset=utf-8"
	default:
		return mime.TypeByExtension(ext)
	}
}
