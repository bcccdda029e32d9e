// Package story serves the storybook: every view in every state, with made-up data, for people who work on them. It is
// no part of the program that is installed: the command storybook needs the build tag of that name.
package story

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"devservers/app/web/guard"
	"devservers/app/web/wire"
	"devservers/static"
	"devservers/views/storybook"
)

// Handler serves every view in every state under the same content policy as the real pages. It needs no manager and no
// credential.
func Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /static/{name...}", func(w http.ResponseWriter, r *http.Request) {
		data, err := static.Read(r.PathValue("name"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		http.ServeContent(w, r, r.PathValue("name"), time.Time{}, bytes.NewReader(data))
	})
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, `<!doctype html><html lang="en"><meta charset="utf-8"><title>Storybook</title><link rel="stylesheet" href="/static/app.css"><ol>`)
		for i, story := range storybook.Stories(time.Now()) {
			_, _ = fmt.Fprintf(w, `<li><a href="/story/%d">%s</a></li>`, i, story.Name)
		}
	})
	mux.HandleFunc("GET /palette", func(http.ResponseWriter, *http.Request) {}) // a page asks whether it is signed in
	mux.HandleFunc("GET /story/{n}", func(w http.ResponseWriter, r *http.Request) {
		stories := storybook.Stories(time.Now())
		n, err := strconv.Atoi(r.PathValue("n"))
		if err != nil || n < 0 || n >= len(stories) {
			http.NotFound(w, r)
			return
		}
		_ = wire.WritePage(w, r, http.StatusOK, stories[n].Page)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		guard.SetHeaders(w.Header())
		mux.ServeHTTP(w, r)
	})
}
