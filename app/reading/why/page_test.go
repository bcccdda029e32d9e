package why

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"devservers/app"
	"devservers/tests/fc"
)

// TestBrokenVerdictCarriesItsLines: the lines since the edit, how the run ended, and what was looked at.
func TestBrokenVerdictCarriesItsLines(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.Project("shop", fmt.Sprintf("servers:\n  web: {command: FC crash 3 the stock is empty, port: %d}\n",
		fc.FreePort(t)))
	ref := app.Ref{Project: id, Name: "web"}
	if _, err := w.Start(ref); err == nil {
		t.Fatal("it starts")
	}
	page := app.EditPage{Project: id, Edit: &app.Edit{Number: 1, Files: []string{"a.py"}}, Verdicts: []app.Verdict{
		{Server: ref.String(), State: app.VerdictBroken, Before: true}, {Server: ref.String(), State: app.VerdictOK}}}
	w.causes.Attach(t.Context(), &page)
	b := page.Verdicts[0].Failure
	if b == nil || strings.Join(b.Output, "\n") != "the stock is empty" || b.Exit == nil || *b.Exit.Code != 3 ||
		len(b.Looked) == 0 || page.Verdicts[1].Failure != nil {
		t.Errorf("%+v", b)
	}
}

// TestPageThatFailsIsFound: a server that listens says nothing of its pages.
func TestPageThatFailsIsFound(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "out of stock", http.StatusInternalServerError)
	}))
	t.Cleanup(s.Close)
	w := newWorld(t)
	if status, said := w.causes.pages.said(t.Context(), s.URL+"/"); status != 500 || said != "out of stock" {
		t.Errorf("%d %q", status, said)
	}
}
