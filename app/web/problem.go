package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"devservers/app"
)

// The codes that only a request over HTTP can earn.
const (
	codeMethod    app.Code = "method_not_allowed"
	codeMediaType app.Code = "unsupported_media_type"
	codeTooLarge  app.Code = "too_large"
	codeTooMany   app.Code = "too_many_requests"
)

// Problem is the answer to a request that failed (RFC 9457): an app.Error with what HTTP adds.
type Problem struct {
	Type   string `json:"type"` // urn:devservers:problem:<code>
	Title  string `json:"title"`
	Status int    `json:"status"`
	*app.Error
	ID string `json:"id,omitempty"` // of a fault of ours, as in the manager's log
}

// statusOf is the one place where codes become HTTP statuses.
func statusOf(code app.Code) int {
	switch code {
	case app.CodeInvalid:
		return http.StatusBadRequest
	case app.CodeUnauthorized:
		return http.StatusUnauthorized
	case app.CodeForbidden, app.CodeHost, app.CodeOrigin, app.CodeNeedsHuman:
		return http.StatusForbidden
	case app.CodeNotFound:
		return http.StatusNotFound
	case codeMethod:
		return http.StatusMethodNotAllowed
	case app.CodeConflict, app.CodePortInUse:
		return http.StatusConflict
	case codeTooLarge:
		return http.StatusRequestEntityTooLarge
	case codeTooMany:
		return http.StatusTooManyRequests
	case codeMediaType:
		return http.StatusUnsupportedMediaType
	case app.CodeConfig, app.CodeExecutable, app.CodeWorkingDir, app.CodeEnvironment, app.CodeExited, app.CodeDependency:
		return http.StatusUnprocessableEntity // the request was fine, what it is about is not
	case app.CodeNotReady:
		return http.StatusGatewayTimeout
	}
	return http.StatusInternalServerError
}

func fail(code app.Code, hint, format string, args ...any) *app.Error {
	return &app.Error{Code: code, Hint: hint, Detail: fmt.Sprintf(format, args...)}
}

// codeOf is the code that err will be answered with.
func codeOf(err error) app.Code { return known(err).Code }

// known is err for people: an *app.Error as it is, the routes' own errors and too large bodies in our words, and
// anything else as a fault of ours.
func known(err error) *app.Error {
	var mine *app.Error
	var routing *echo.HTTPError
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &mine):
		return mine
	case errors.As(err, &large):
		return tooLarge()
	case errors.As(err, &routing) && routing.Code == http.StatusMethodNotAllowed:
		return fail(codeMethod, "the Allow header names what can be done here", "this cannot be done here")
	case errors.As(err, &routing) && routing.Code == http.StatusNotFound:
		return fail(app.CodeNotFound, "GET /api/openapi.yaml lists what exists", "there is nothing at this address")
	case errors.Is(err, context.DeadlineExceeded):
		return fail(app.CodeNotReady, "it goes on; ask again", "it took too long")
	}
	return fail(app.CodeInternal, "the manager's log tells more", "something went wrong in the manager")
}

// answerError answers a request that failed. What an inner fault says stays in the log, under an id that the answer
// names.
func (s *Server) answerError(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errGone) || (r.Context().Err() != nil && errors.Is(err, context.Canceled)) {
		return // nobody is there any more
	}
	p := problemOf(known(err))
	if p.Code == app.CodeInternal {
		p.ID = s.fault(r, err)
	}
	if s.answerPerson(w, r, p) {
		return
	}
	body, _ := json.Marshal(p)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(append(body, '\n'))
}

func problemOf(e *app.Error) Problem {
	status := statusOf(e.Code)
	return Problem{Type: "urn:devservers:problem:" + string(e.Code), Title: http.StatusText(status), Status: status, Error: e}
}

// fault counts and logs an inner fault and gives the id that it is logged under. Neither query nor headers are
// logged: they may hold what must not be kept.
func (s *Server) fault(r *http.Request, err error) (id string) {
	id = random(4)
	s.faults.Add(1)
	s.log.Error("a request failed by a fault of the manager", "id", id, "method", r.Method, "path", clean(r.URL.Path, 200), "error", err)
	return id
}
