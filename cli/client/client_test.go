package client

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app"
)

func TestErrorAnswer(t *testing.T) {
	body := `{"type":"urn:devservers:problem:port_in_use","title":"Conflict","status":409,"code":"port_in_use","detail":"port 8000 is in use","hint":"stop it","owner":{"port":8000,"pid":812,"kind":"foreign"}}`
	_, err := checked(&http.Response{StatusCode: 409, Status: "409 Conflict", Body: io.NopCloser(strings.NewReader(body))},
		nil)
	var failure *app.Error
	if !errors.As(err, &failure) || failure.Code != app.CodePortInUse || failure.Owner.PID != 812 {
		t.Errorf("got %#v", err)
	}
}

func TestErrorAnswerWithoutDetail(t *testing.T) {
	_, err := checked(&http.Response{StatusCode: 502, Status: "502 Bad Gateway",
		Body: io.NopCloser(strings.NewReader("<html>"))}, nil)
	if err == nil || !strings.Contains(err.Error(), "502 Bad Gateway") {
		t.Errorf("got %v", err)
	}
}

func TestEvents(t *testing.T) {
	stream := ": hello\n\nid: 1\nevent: statuses\ndata: [1]\n\n: beat\n\ndata: a\ndata:b\n\ndata: unfinished"
	var got []string
	if err := Events(strings.NewReader(stream), func(data []byte) { got = append(got, string(data)) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"[1]\n", "a\nb\n"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCleanEnv(t *testing.T) {
	got := CleanEnv([]string{"HOME=/h", "DEVSERVERS_RUN=x", "DEVSERVERS_TOKEN=y", "A=b=c"})
	if diff := cmp.Diff([]string{"HOME=/h", "A=b=c"}, got); diff != "" {
		t.Error(diff)
	}
}
