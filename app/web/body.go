package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"devservers/app"
)

// readJSON reads a body that may be left out into v, a pointer to a struct with json names. Unknown names and
// anything after the object are refused: they are mistakes that would pass unnoticed.
func readJSON(w http.ResponseWriter, r *http.Request, v any) error {
	if r.ContentLength == 0 {
		return nil
	}
	defer bodyDeadline(w)()
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		err = nothingAfter(d)
	} else if errors.Is(err, io.EOF) {
		return nil // a chunked body without anything in it
	}
	if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
		return err
	}
	if err != nil {
		return fail(app.CodeInvalid, "GET /api/openapi.yaml says what belongs into it", "the body cannot be used: %s", clean(err.Error(), 200))
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

// answer sends v as JSON.
func answer(w http.ResponseWriter, status int, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("cannot encode the answer: %w", err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, err = w.Write(append(body, '\n'))
	return gone(err)
}

// gone is the end of a request whose peer went away or stopped reading: nothing is left to answer.
func gone(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", errGone, err)
}

var errGone = errors.New("the peer is gone")
