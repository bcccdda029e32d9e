package why

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/tests/apptest"
)

// A page that answers 500 exists: its path is not what is wrong. For one that answers 404, the sources may have a path
// that is spelled nearly so.
func TestAnswerOfReadinessCheckIsExplained(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.causes.patience = 0
	page := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/broken" {
			rw.WriteHeader(http.StatusInternalServerError)
			_, _ = rw.Write([]byte("<title>Error</title><p>Template 'home' not found."))
			return
		}
		http.NotFound(rw, r)
	}))
	defer page.Close()
	id := w.Project("shop",
		fmt.Sprintf("servers:\n  web: {command: FC echo, ready: {http: %s/broken}}\n"+
			"  api: {command: FC echo, ready: {http: %s/health}}\n", page.URL, page.URL))
	w.Files("shop", map[string]string{"web/views/home.tpl": "",
		"server.js": "// routes\napp.get('/healthz', () => 'ok');\n"})
	for _, name := range []string{"web", "api"} {
		if _, err := w.Sup.Start(t.Context(), app.Ref{Project: id, Name: name}, supervisor.StartOptions{Actor: apptest.Me,
			Wait: "started"}); err != nil {
			t.Fatal(err)
		}
	}
	w.hasSoon(app.Ref{Project: id, Name: "web"}, app.FindingCode,
		"/broken answers 500 Internal Server Error: the program fails", "Error Template 'home' not found.", "read the answer")
	w.hasSoon(app.Ref{Project: id, Name: "api"}, app.FindingConfig, "/health answers 404 Not Found",
		"server.js:2 names /healthz", "in devservers.yml: /healthz")
}
