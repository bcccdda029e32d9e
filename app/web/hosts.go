package web

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"devservers/app"
	"devservers/app/engine/supervisor"
	"devservers/app/hosts"
	"devservers/app/record/history"
	"devservers/app/web/guard"
	"devservers/app/web/proxy"
	"devservers/views"
)

// hosts answers requests for the host names of servers, such as web.shop.localhost.
func (s *Site) hosts() *proxy.Proxy {
	return proxy.New(proxy.Options{
		Hosted: s.sup, Used: func(ref app.Ref) { s.sup.Activity.Touch(ref) }, Page: s.hostPage, Cookie: guard.OwnCookie,
		Start: func(ctx context.Context, ref app.Ref) error {
			by := app.Actor{Kind: app.ActorVisit}
			result, err := s.sup.Start(ctx, ref, supervisor.StartOptions{Actor: by})
			if result.Changed { // the first of many requests has woken it
				_, _ = history.Record(s.o.History, by, history.Start, ref, nil, func() (app.Result, error) { return result, err })
			}
			return err
		},
		Console: &proxy.Console{Print: s.print, Loaded: s.o.Edits.PageLoaded},
		Changes: s.sup.Changes, Lines: s.lastLines, Passed: s.o.Edits.PagePassed,
		UI: func(ref app.Ref) string {
			return s.site.Origin(guard.UIHost) + "/p/" + url.PathEscape(ref.Project) + "/" + url.PathEscape(ref.Name)
		},
	})
}

// print adds text to the output of a server that runs.
func (s *Site) print(ref app.Ref, text string) error {
	now, err := s.sup.ServerRun(ref)
	if err != nil || now.Run == nil {
		return err
	}
	return now.Run.Print([]byte(text))
}

// shownLines is how many lines the page of a server that isn't ready shows.
const shownLines = 12

// lastLines returns what a server printed last, as plain text.
func (s *Site) lastLines(st app.Status) []string {
	dir, err := s.sup.Kept.RunDir(st.Ref(), st.Run)
	if err != nil || st.Run == "" {
		return nil
	}
	return history.LastLines(dir, shownLines)
}

// byHost answers requests for the names of servers at a site's port by the proxy, and all others by manager. Names of
// servers pass only the check of the peer: who may send what there is the server's own affair, as it is on its port.
func (s *Site) byHost(site *guard.Site, manager http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, ok := site.HostOf(r)
		if name := proxy.Called(r); name != "" { // as the pipe's other end calls it: web.shop.box.localhost
			r.Header.Del(hosts.Header)
			host, ok = strings.TrimSuffix(guard.HostName(r), "."+name+".localhost")+".localhost", true
		}
		link, far := s.passage.Owns(host)
		if !ok || !far && !proxy.Owns(host) {
			manager.ServeHTTP(w, r)
			return
		}
		if err := guard.CheckPeer(w, r); err != nil {
			s.problems.Refuse(w, r, err)
			return
		}
		if far {
			s.passage.Serve(w, r, host, link)
			return
		}
		s.named.Serve(w, r, host)
	})
}

// hostPage writes what a browser or a program gets under the name of a server that does not answer.
func (s *Site) hostPage(w http.ResponseWriter, r *http.Request, v proxy.Page) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(v.Code)
		_ = json.NewEncoder(w).Encode(map[string]any{"title": v.Title, "status": v.Code, "detail": v.Text,
			"server": v.Ref().String()})
		return
	}
	w.Header().Set("Content-Security-Policy",
		"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(v.Code)
	_ = views.Host(views.HostView{Title: v.Title, Cause: s.ui.Cause(r.Context(), v.Status), Text: v.Text, Lines: v.Lines,
		UI: cmp.Or(v.UI, s.site.Origin(guard.UIHost)+"/"), Start: v.Start, Reload: v.Reload}).Render(r.Context(), w)
}
