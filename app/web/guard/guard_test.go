package guard

import (
	"net/http"
	"testing"

	"go.uber.org/goleak"

	"devservers/app/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// refusals answers with problem documents only.
type refusals struct{}

func (refusals) Refuse(w http.ResponseWriter, _ *http.Request, err error) {
	wire.WriteProblem(w, wire.ProblemOf(err))
}

func (r refusals) Fail(w http.ResponseWriter, req *http.Request, err error) { r.Refuse(w, req, err) }

func (refusals) Log(*http.Request, error) string { return "" }

// onPort returns the guards of a manager on port 7912 that has no credentials, in front of a handler that answers 204.
func onPort() http.Handler {
	g := New(Options{
		Site: NewSite(7912), Sessions: NewSessions(nil, ""), Wrong: &WrongTokens{}, Answers: refusals{},
		IsFree: func(*http.Request) bool { return true },
	})
	return g.Wrap(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
}
