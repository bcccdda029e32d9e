package wire

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"

	"devservers/app"
	"devservers/app/base/words"
)

// The limits of a request's body.
const (
	MaxBody     = 1 << 20 // bytes
	BodyTimeout = 15 * time.Second
)

// ReadJSON reads an optional body into v, a pointer to a struct with json names. It refuses unknown names and anything
// after the object: such mistakes would otherwise pass unnoticed.
func ReadJSON(_ http.ResponseWriter, r *http.Request, v any) error {
	if r.ContentLength == 0 {
		return nil
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		err = nothingAfter(d)
	} else if errors.Is(err, io.EOF) {
		return nil // an empty chunked body
	}
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return err
	}
	if err != nil {
		return app.Failf(app.CodeInvalid, "see the request's schema in GET /api/openapi.yaml", "cannot use the body: %s",
			words.Clean(err.Error(), 200))
	}
	return nil
}

func nothingAfter(d *json.Decoder) error {
	if _, err := d.Token(); err == nil {
		return errors.New("there is more after the object")
	} else if !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// ReadForm returns the fields of a form.
func ReadForm(_ http.ResponseWriter, r *http.Request) (url.Values, error) {
	if err := r.ParseForm(); err != nil {
		return nil, app.Failf(app.CodeInvalid, "go back and try again", "cannot read the form")
	}
	return r.PostForm, nil
}

// Answer answers with v, unless err is set.
func Answer(w http.ResponseWriter, v any, err error) error {
	if err != nil {
		return err
	}
	return WriteJSON(w, http.StatusOK, v)
}

// WriteJSON answers with v; a nil list is an empty one.
func WriteJSON(w http.ResponseWriter, status int, v any) error {
	body, err := JSON(v)
	if err != nil {
		return err
	}
	return WriteEncoded(w, status, body)
}

// JSON returns v as the body of an answer.
func JSON(v any) ([]byte, error) {
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice && list.IsNil() {
		v = []any{}
	}
	body, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("cannot encode the answer: %w", err)
	}
	return append(body, '\n'), nil
}

// WriteEncoded answers with what JSON has returned.
func WriteEncoded(w http.ResponseWriter, status int, body []byte) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, err := w.Write(body)
	return Gone(err)
}

// WritePage answers with a page or a fragment, rendered completely before any of it is sent.
func WritePage(w http.ResponseWriter, r *http.Request, status int, page templ.Component) error {
	body := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(body)
	body.Reset()
	if err := page.Render(r.Context(), body); err != nil {
		return err
	}
	data := body.Bytes()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Vary", "Accept-Encoding")
	if len(data) > compressFrom && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		data = quickly(data)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(data)))
	w.WriteHeader(status)
	_, err := w.Write(data)
	return Gone(err)
}

// bodies are buffers for pages: one of many projects would grow a new one a dozen times.
var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// compressFrom is how large a page is, in bytes, before it is worth to compress it.
const compressFrom = 8 << 10

// Compressed returns data in the format gzip.
func Compressed(data []byte) []byte { return compress(gzip.NewWriter(nil), data) }

func compress(w *gzip.Writer, data []byte) []byte {
	var b bytes.Buffer
	b.Grow(len(data) / 8)
	w.Reset(&b)
	_, _ = w.Write(data) // into memory: never fails
	_ = w.Close()
	return b.Bytes()
}

// fast compresses pages: most readers are on this machine.
var fast = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // a level that exists
	return w
}}

// quickly returns what Compressed returns, in less time and somewhat larger.
func quickly(data []byte) []byte {
	w := fast.Get().(*gzip.Writer)
	defer fast.Put(w)
	return compress(w, data)
}

// NoContent answers a request that returns nothing, unless err is set.
func NoContent(w http.ResponseWriter, err error) error {
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// Redirect sends a browser to another address.
func Redirect(w http.ResponseWriter, status int, address string) error {
	w.Header().Set("Location", address)
	w.WriteHeader(status)
	return nil
}

// ErrGone is the error of an answer that its client no longer reads.
var ErrGone = errors.New("the client is gone")

// Gone wraps an error of a write: the client left or stopped reading, so nothing can be answered.
func Gone(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrGone, err)
}
