package web

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestEndingManagerNeverAnswersEmpty: a request that waits when the manager ends gets no answer. An empty one would
// look like success.
func TestEndingManagerNeverAnswersEmpty(t *testing.T) {
	t.Parallel()
	ending, end := context.WithCancel(t.Context())
	p := &problems{}
	waiting := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		end()
		<-r.Context().Done()
		p.Fail(w, r, r.Context().Err())
	})
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("the connection is not cut: %v", err)
		}
	}()
	waiting.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/", nil).WithContext(ending))
}

// TestUnansweredRequestIsNoSuccess: an agent's call of which the library drops the answer, because the manager ends.
func TestUnansweredRequestIsNoSuccess(t *testing.T) {
	t.Parallel()
	ending, end := context.WithCancel(t.Context())
	dropped := func(http.ResponseWriter, *http.Request) error {
		end()
		return nil
	}
	rt := newRouter([]route{{method: "POST", path: "/mcp", handle: dropped}}, (&problems{}).Fail)
	defer func() {
		if err, _ := recover().(error); !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("the connection is not cut: %v", err)
		}
	}()
	rt.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", "/mcp", nil).WithContext(ending))
}
