package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"devservers/app"
)

// guarded puts every request, whatever its path, through the guards, in this order: headers and deadline, panic,
// peer, host, origin, method, credential, body. What fails one is seen by nothing behind it.
func (s *Server) guarded(next http.Handler) http.Handler {
	return s.outermost(s.refusing(next,
		s.checkPeer,
		s.checkHost,
		s.checkOrigin,
		checkMethod,
		s.checkCredential,
		s.checkBody,
	))
}

// A guard lets a request pass, perhaps with more in its context, or refuses it with an error.
type guard func(w http.ResponseWriter, r *http.Request) (*http.Request, error)

func (s *Server) refusing(next http.Handler, guards ...guard) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, check := range guards {
			passed, err := check(w, r)
			if err != nil {
				s.refuse(w, r, err)
				return
			}
			r = passed
		}
		next.ServeHTTP(w, r)
	})
}

// outermost gives every write a deadline, every answer the headers that keep browsers careful, and turns a panic
// into an answer.
func (s *Server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := newDeadlineWriter(w, s.write)
		setSecurityHeaders(out.Header())
		defer s.recoverPanic(out, r)
		next.ServeHTTP(out, r)
	})
}

// contentPolicy allows what the embedded files bring along and nothing inline.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func setSecurityHeaders(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", contentPolicy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, our own forms would come from the origin "null"
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
}

// recoverPanic answers a panic of a handler like any fault of ours. When part of the answer has gone out, the
// connection is cut, so that nobody takes half of it for the whole.
func (s *Server) recoverPanic(w *deadlineWriter, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) { // the library's own way to cut a connection
		panic(cause)
	}
	err := fmt.Errorf("panic: %v\n%s", cause, stack())
	if w.begun {
		s.fault(r, err)
		panic(http.ErrAbortHandler)
	}
	s.answerError(w, r, err)
}

// checkMethod leaves the four that the API uses. OPTIONS is refused too: there is no CORS.
func checkMethod(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete:
		return r, nil
	}
	w.Header().Set("Allow", "GET, HEAD, POST, DELETE")
	return r, fail(codeMethod, "", "%s is not a method of this API", short(r.Method))
}

// refuse answers a request that a guard stopped. A person with a browser gets a page that helps.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if codeOf(err) == app.CodeUnauthorized && wantsPage(r) {
		s.signInPage(w, r)
		return
	}
	if codeOf(err) == app.CodeUnauthorized && isFragment(r) {
		w.Header().Set("HX-Redirect", "/") // the page is older than the session: to the page that says what to type
	}
	s.answerError(w, r, err)
}

// wantsPage tells whether a person with a browser asked, rather than a program.
func wantsPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && !strings.HasPrefix(r.URL.Path, "/api/") &&
		strings.Contains(r.Header.Get("Accept"), "text/html")
}
