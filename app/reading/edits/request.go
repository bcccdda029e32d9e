package edits

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/digest"
	"devservers/app/engine/ports"
)

// Many dev servers look at a file only when somebody requests it. So when a caller wants a verdict, and only then, one
// page of each server is requested.

const (
	userAgent   = "devservers (check of an edit)"
	acceptPage  = "text/html,application/xhtml+xml,*/*;q=0.8"
	answerTime  = 30 * time.Second // a page that has to be compiled first may take long
	brokenTime  = 3 * time.Second  // but not that of a server that is broken already
	lastMoment  = time.Second      // before the end of the caller's patience
	answerBytes = 64 << 10         // of an answer that are read
	saidLength  = 200              // of what a bad answer says
)

// client follows no redirects, uses no proxy and keeps no connection. What it requests doesn't count as use.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Transport:     &http.Transport{DialContext: ports.Dial, DisableKeepAlives: true},
}

// request requests a page of each server that the edit did not break for sure, unless asked has it already. It reports
// whether there was an answer.
func (e *Edits) request(ctx context.Context, page app.EditPage, asked map[app.Ref]bool) (answered bool) {
	_, list, err := e.sup.ProjectRuns(page.Project)
	if err != nil {
		return false
	}
	var wg sync.WaitGroup
	for _, sr := range list {
		v := page.Of(sr.Ref)
		if v == nil || asked[sr.Ref] || v.State == app.VerdictBroken && !v.Stale {
			continue
		}
		if sr.State != app.Ready || sr.Kind == config.KindTask || sr.Check.Off || !strings.HasPrefix(sr.URL, "http://") {
			continue
		}
		r, before := e.readers(sr)
		if r == nil {
			continue
		}
		asked[sr.Ref], answered = true, true
		last := r.lastPage()
		if last == "" && before != nil {
			last = before.lastPage()
		}
		a := asking{url: sr.URL, page: cmp.Or(sr.Check.HTTP, last, sr.ReadyPage, "/")}
		if sr.Check.HTTP == "" {
			a.module, a.route = moduleOf(r, sr.Root, *page.Edit), routeOf(page.Edit.Files)
		}
		wg.Go(func() {
			limited, cancel := limit(ctx, v.State == app.VerdictBroken)
			defer cancel()
			got := a.send(limited)
			r.answered(page.Edit.At, got, a.fixes(got))
			e.announce(r, sr) // the server may print nothing
			e.mu.Lock()
			s := e.server(sr.Ref)
			s.request, s.requestFor = got, page.Edit.Number
			e.mu.Unlock()
		})
	}
	wg.Wait()
	return answered
}

// limit limits how long to wait for an answer.
func limit(ctx context.Context, broken bool) (context.Context, context.CancelFunc) {
	most := answerTime
	if broken {
		most = brokenTime
	}
	if end, ok := ctx.Deadline(); ok {
		most = min(most, max(time.Until(end)-lastMoment, lastMoment))
	}
	return context.WithTimeout(ctx, most)
}

// asking is what to request of a server.
type asking struct {
	url    string
	module string // of Vite, "" = none
	route  string // the page that was edited, "" = unknown
	page   string // any page
}

// send sends the requests: for the module, and if that is good or not one of the server's, for a page, which a server
// may render itself. It returns the answer about the page, unless the module fails.
func (a asking) send(ctx context.Context) *app.EditRequest {
	var module *app.EditRequest
	if a.module != "" {
		if module = get(ctx, a.url, a.module, "*/*"); module.Failed() || module.Status == 0 {
			return module
		}
	}
	got := &app.EditRequest{Status: http.StatusNotFound}
	if a.route != "" {
		got = get(ctx, a.url, a.route, acceptPage)
	}
	if got.Status >= 400 && got.Status < 500 && a.route != a.page {
		got = get(ctx, a.url, a.page, acceptPage)
	}
	switch {
	case !module.OK():
	case got.Status >= 400 && got.Status < 500:
		return module
	default:
		got.Module = module.Path
	}
	return got
}

// fixes returns which errors a good answer shows to be fixed: those in the module that was requested. Those of a page
// are known to pages.
func (a asking) fixes(got *app.EditRequest) func(digest.Error) bool {
	return func(e digest.Error) bool {
		return got.OK() && (got.Path == a.module || got.Module == a.module) && e.File != "" && strings.HasSuffix(a.module, "/"+filepath.Base(e.File)) &&
			(e.Kind == "vite" || e.Kind == "esbuild")
	}
}

// Said requests a page once, and returns what it says if it answers 500 or more; "" = nothing.
func Said(ctx context.Context, page string) string {
	if answer := get(ctx, page, "", acceptPage); answer.Status >= 500 {
		return answer.Said
	}
	return ""
}

// get requests a path.
func get(ctx context.Context, base, target, accept string) *app.EditRequest {
	out := &app.EditRequest{Path: target, Sent: time.Now()}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+target, nil)
	if err != nil {
		out.Said, out.At = err.Error(), time.Now()
		return out
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", accept)
	answer, err := client.Do(req)
	out.At = time.Now()
	if err != nil {
		out.Said = noAnswer(err)
		return out
	}
	defer answer.Body.Close()
	out.Status = answer.StatusCode
	body, err := io.ReadAll(io.LimitReader(answer.Body, answerBytes))
	if out.At = time.Now(); out.Status >= 500 && err == nil {
		out.Said = textOf(body)
	}
	return out
}

// noAnswer returns why a request had no answer.
func noAnswer(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "it did not answer in time"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	}
	return err.Error()
}

var (
	tags = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>`)
	})
	spaces = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s+`) })
)

// textOf returns the beginning of what a page says.
func textOf(body []byte) string {
	text := spaces().ReplaceAllString(tags().ReplaceAllString(string(body), " "), " ")
	return words.Clip(strings.TrimSpace(text), saidLength)
}
