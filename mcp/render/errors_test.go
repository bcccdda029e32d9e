package render

import (
	"strings"
	"testing"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/reading/edits"
)

// TestLongErrorsFitIntoAnAnswer: those that don't are said to be left out, and of each server one is there.
func TestLongErrorsFitIntoAnAnswer(t *testing.T) {
	t.Parallel()
	long := digest.Error{Message: strings.Repeat("кот ", LineLength), Level: "error", Count: 3}
	newest := long
	newest.From = 4711
	page := edits.ErrorPage{Errors: []digest.Error{long, long, long, long, long, long, long, long, long, long, long, newest}}
	var head, body strings.Builder
	for range 3 {
		ServerErrors(&head, &body, app.Status{Project: "shop", Name: "web"}, page, NewMark(), "http://localhost/")
	}
	if n := head.Len() + body.Len(); n > MostBytes+2*ErrorsRest || strings.Count(head.String(), "left out") != 3 {
		t.Errorf("%d bytes:\n%s", n, head.String())
	}
	if n := strings.Count(body.String(), "error: "); n < 7 || n > 14 {
		t.Errorf("%d errors", n)
	}
	if !strings.Contains(body.String(), "line 4711") {
		t.Error("the newest error is left out: " + body.String())
	}
}
