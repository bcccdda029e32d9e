package wire

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"devservers/app"
)

// The codes of errors that only HTTP has.
const (
	CodeMethod    app.Code = "method_not_allowed"
	CodeMediaType app.Code = "unsupported_media_type"
	CodeTooLarge  app.Code = "too_large"
	CodeTooMany   app.Code = "too_many_requests"
)

// Problem is the answer to a request that failed (RFC 9457): an app.Error with what HTTP adds.
type Problem struct {
	Type   string `json:"type"` // urn:devservers:problem:<code>
	Title  string `json:"title"`
	Status int    `json:"status"`
	*app.Error
	ID string `json:"id,omitempty"` // of an internal error, as in the manager's log
}

// Status returns the HTTP status of an error code.
func Status(code app.Code) int {
	switch code {
	case app.CodeInvalid:
		return http.StatusBadRequest
	case app.CodeUnauthorized:
		return http.StatusUnauthorized
	case app.CodeForbidden, app.CodeHost, app.CodeOrigin, app.CodeNeedsHuman:
		return http.StatusForbidden
	case app.CodeNotFound:
		return http.StatusNotFound
	case CodeMethod:
		return http.StatusMethodNotAllowed
	case app.CodeConflict, app.CodePortInUse, app.CodeUnregistered:
		return http.StatusConflict
	case CodeTooLarge:
		return http.StatusRequestEntityTooLarge
	case CodeTooMany:
		return http.StatusTooManyRequests
	case CodeMediaType:
		return http.StatusUnsupportedMediaType
	case app.CodeConfig, app.CodeExecutable, app.CodeWorkingDir, app.CodeEnvironment, app.CodeExited, app.CodeDependency:
		return http.StatusUnprocessableEntity // the request is valid, the project is not
	case app.CodeDiskFull, app.CodeDiskFailed:
		return http.StatusInsufficientStorage
	case app.CodeNoDescriptors, app.CodeNoProcesses, app.CodeNoMemory, app.CodeNoWatches:
		return http.StatusServiceUnavailable
	case app.CodeNotReady:
		return http.StatusGatewayTimeout
	case app.CodeUnreachable, app.CodeHostAway:
		return http.StatusBadGateway
	}
	return http.StatusInternalServerError
}

// CodeOf returns the code that err is answered with.
func CodeOf(err error) app.Code { return Known(err).Code }

// Known returns err for people: an *app.Error as it is, the router's errors and too large bodies in our words, and
// anything else as an internal error.
func Known(err error) *app.Error {
	var routing *echo.HTTPError
	var large *http.MaxBytesError
	known := app.KnownError(err)
	switch {
	case known != nil:
		return known
	case errors.As(err, &large):
		return TooLarge()
	case errors.As(err, &routing) && routing.Code == http.StatusMethodNotAllowed:
		return app.Failf(CodeMethod, "the Allow header lists the methods", "this address does not support the method")
	case errors.As(err, &routing) && routing.Code == http.StatusNotFound:
		return app.Failf(app.CodeNotFound, "GET /api/openapi.yaml lists all addresses", "there is nothing at this address")
	case errors.Is(err, context.DeadlineExceeded):
		return app.Failf(app.CodeNotReady, "it is still running; try again", "the request timed out")
	}
	return app.Failf(app.CodeInternal, "the manager's log has the details", "something went wrong in the manager")
}

// TooLarge is the error of a body that exceeds MaxBody.
func TooLarge() *app.Error {
	return app.Failf(CodeTooLarge, "", "the body is larger than %d bytes", MaxBody)
}

// ProblemOf returns the answer to a request that failed with err.
func ProblemOf(err error) Problem {
	e := Known(err)
	status := Status(e.Code)
	return Problem{Type: "urn:devservers:problem:" + string(e.Code), Title: http.StatusText(status), Status: status,
		Error: e}
}

// WriteProblem answers with p.
func WriteProblem(w http.ResponseWriter, p Problem) {
	body, _ := json.Marshal(p)
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_, _ = w.Write(append(body, '\n'))
}

// Random returns n random bytes in hex.
func Random(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails (crypto/rand)
	return hex.EncodeToString(b)
}
