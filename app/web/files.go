package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"devservers/app/web/wire"
	"devservers/static"
)

// files serves what is embedded, and only that: no file on the disk can be named.
type files struct{ all func() map[string]file }

// file is an embedded file with its ETag: embedded files have no modification time. It is in memory once: compressed if
// that helps, and otherwise as it is.
type file struct {
	tag         string
	data, small []byte
}

func readFiles() map[string]file {
	all := map[string]file{}
	for _, name := range static.Names() {
		if f, err := readFile(name); err == nil { // all are embedded
			all[name] = f
		}
	}
	return all
}

func readFile(name string) (file, error) {
	if small, ok := static.Compressed(name); ok {
		return file{tagOf(small), nil, small}, nil
	}
	data, err := static.Read(name)
	if small := wire.Compressed(data); len(small) < len(data)*9/10 {
		return file{tagOf(small), nil, small}, err
	}
	return file{tagOf(data), data, nil}, err
}

func tagOf(content []byte) string {
	digest := sha256.Sum256(content)
	return hex.EncodeToString(digest[:12])
}

// as returns the content for a client, and its ETag.
func (f file) as(gzipped bool) (data []byte, tag string, err error) {
	switch {
	case f.small == nil:
		return f.data, f.tag, nil
	case gzipped:
		return f.small, f.tag + "-gz", nil
	}
	data, err = static.Decompressed(f.small)
	return data, f.tag, err
}

// serve sends a file, which browsers may store since it holds no secret: vendored files forever, because their names
// carry their versions, and ours while they are unchanged.
func (f files) serve(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("*")
	found, ok := f.all()[name]
	if !ok {
		return echo.ErrNotFound
	}
	h := w.Header()
	gzipped := found.small != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip")
	if found.small != nil {
		h.Set("Vary", "Accept-Encoding")
	}
	if gzipped {
		h.Set("Content-Encoding", "gzip")
	}
	data, tag, err := found.as(gzipped)
	if err != nil {
		return err
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
