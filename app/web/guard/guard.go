package guard

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"devservers/app"
	"devservers/app/access"
	"devservers/app/base/words"
	"devservers/app/web/wire"
)

// Options are what a Guard needs.
type Options struct {
	Site     *Site
	Token    string // the manager's own; "": there is none
	Sessions *Sessions
	Access   *access.Grants             // grants and named tokens for /mcp; nil: there are none
	Wrong    *WrongTokens               // counted here and by package oauth
	IsFree   func(r *http.Request) bool // whether a request needs no credential
	Answers  Answers
	Write    time.Duration // the deadline of one write: a client that takes longer is dropped
	Body     time.Duration // the deadline of a whole body; 0: wire.BodyTimeout
}

// Answers are what a client gets instead of a handler's answer.
type Answers interface {
	// Refuse answers a request that a guard stopped.
	Refuse(w http.ResponseWriter, r *http.Request, err error)
	// Fail answers a request that failed.
	Fail(w http.ResponseWriter, r *http.Request, err error)
	// Log records an internal error and returns the id it is logged under.
	Log(r *http.Request, err error) (id string)
}

// Guard checks requests.
type Guard struct{ o Options }

// New returns a guard.
func New(o Options) *Guard {
	o.Body = cmp.Or(o.Body, wire.BodyTimeout)
	return &Guard{o}
}

// Wrap passes every request, on any path, through the guards, in this order: headers and deadline, panic, peer,
// host, origin, method, credential, body. next sees only requests that pass them all.
func (g *Guard) Wrap(next http.Handler) http.Handler {
	return g.Outermost(g.check(next,
		checkPeer,
		g.checkHost,
		g.checkOrigin,
		checkMethod,
		g.checkCredential,
		checkBody,
	))
}

// A check lets a request pass, perhaps with more in its context, or refuses it with an error.
type check func(w http.ResponseWriter, r *http.Request) (*http.Request, error)

func (g *Guard) check(next http.Handler, checks ...check) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, check := range checks {
			passed, err := check(w, r)
			if err != nil {
				g.o.Answers.Refuse(w, r, err)
				return
			}
			r = passed
		}
		next.ServeHTTP(w, r)
	})
}

// Outermost gives every body and every write a deadline and every answer the security headers, and turns a panic of
// next into an answer.
func (g *Guard) Outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := newDeadlineWriter(w, g.o.Write)
		SetHeaders(out.Header())
		limitBody(w, r, g.o.Body)
		defer g.recoverPanic(out, r)
		next.ServeHTTP(out, r)
	})
}

// recoverPanic answers a panic of a handler like any internal error. If part of the answer has gone out, it cuts the
// connection, so that the client does not take it for the whole.
func (g *Guard) recoverPanic(w *deadlineWriter, r *http.Request) {
	cause := recover()
	if cause == nil {
		return
	}
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) { // net/http's own way to cut a connection
		panic(cause)
	}
	err := fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
	if w.begun {
		g.o.Answers.Log(r, err)
		panic(http.ErrAbortHandler)
	}
	g.o.Answers.Fail(w, r, err)
}

// checkMethod passes the four methods that the API uses. OPTIONS is also refused: there is no CORS.
func checkMethod(w http.ResponseWriter, r *http.Request) (*http.Request, error) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete:
		return r, nil
	}
	w.Header().Set("Allow", "GET, HEAD, POST, DELETE")
	return r, app.Failf(wire.CodeMethod, "", "this API does not use the method %s", words.Quote(r.Method))
}
