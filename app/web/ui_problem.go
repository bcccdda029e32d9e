package web

import (
	"net/http"
	"strings"

	"devservers/views"
)

// answerPerson says what went wrong to a person with a browser: as a message in the page that asked, or as a page of
// its own. It is not used for programs, and tells whether it was.
func (s *Server) answerPerson(w http.ResponseWriter, r *http.Request, p Problem) bool {
	if strings.HasPrefix(r.URL.Path, "/api/") || strings.HasPrefix(r.URL.Path, "/static/") {
		return false
	}
	if isFragment(r) {
		w.Header().Set("HX-Retarget", "#toasts")
		w.Header().Set("HX-Reswap", "beforeend")
		return show(w, r, p.Status, views.Toast(p.Detail, p.Hint)) == nil
	}
	if credentialOf(r) != session || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		return false
	}
	return show(w, r, p.Status, views.Problem(s.shell(r, p.Title, ""), p.Status, *p.Error, p.ID)) == nil
}
