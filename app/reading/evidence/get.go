package evidence

import (
	"context"
	"errors"
	"html"
	"io"
	"mime"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"syscall"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// Bad requests a page once, and returns its status and what it says if that is 500 or more; 0 = it is not.
func Bad(ctx context.Context, page string) (status int, said string) {
	if answer := get(ctx, page, "", acceptPage); answer.Status >= 500 {
		return answer.Status, answer.Said
	}
	return 0, ""
}

// get requests a path.
func get(ctx context.Context, base, target, accept string) *app.EditRequest {
	return getUpTo(ctx, base, target, accept, answerBytes)
}

// getUpTo requests a path, and reads so many bytes of the answer.
func getUpTo(ctx context.Context, base, target, accept string, most int64) *app.EditRequest {
	out := &app.EditRequest{Path: target, Sent: time.Now()}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+target, nil)
	if err != nil {
		out.Said, out.At = err.Error(), time.Now()
		return out
	}
	req.Header.Set("User-Agent", userAgent)
	req.Header.Set("Accept", accept)
	answer, err := follower(accept, out).Do(req)
	out.At = time.Now()
	if err != nil {
		out.Said, out.Unsure = noAnswer(err), errors.Is(err, syscall.ECONNREFUSED) // whether it listens is looked at apart
		return out
	}
	defer answer.Body.Close()
	out.Status = answer.StatusCode
	kind, _, _ := mime.ParseMediaType(answer.Header.Get("Content-Type"))
	if kind == "text/event-stream" { // it has no end
		most = 0
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, most))
	out.At = time.Now()
	switch {
	case out.Status >= 500 && err == nil:
		out.Said = textOf(body)
	case err != nil && (kind == "text/html" || ctx.Err() == nil): // others may be streams, which have no end
		out.Status, out.Said = 0, noAnswer(err)
	case strings.HasSuffix(kind, "javascript") && int64(len(body)) < most:
		out.Script, out.Body = true, body
	case kind == "text/css":
		out.Script = true
	case kind == "text/html":
		out.Page, out.Body = true, body
	}
	return out
}

var errCircle = errors.New("it redirects in a circle")

// follower returns a client that follows redirects of pages as a browser does, but not to other servers.
func follower(accept string, out *app.EditRequest) *http.Client {
	c := *client
	c.Jar, _ = cookiejar.New(nil) // it never fails without options
	c.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		switch {
		case accept != acceptPage || next.URL.Host != via[0].URL.Host || next.URL.Scheme != "http":
			return http.ErrUseLastResponse
		case len(via) > mostRedirects:
			return errCircle
		}
		out.Led = next.URL.Path
		return nil
	}
	return &c
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
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		return "the connection was dropped"
	}
	return err.Error()
}

var (
	tags   = words.Lazy(`(?s)<(?:script|style)\b.*?</(?:script|style)>|<[^>]*>`)
	spaces = words.Lazy(`\s+`)
	named  = words.Lazy(`(?is)<title>([^<]*(?:Error|Exception):\s[^<]*)</title>`)
)

// textOf returns the beginning of what a page says: its title, if that names an error.
func textOf(body []byte) string {
	if title := named().FindSubmatch(body); title != nil {
		body = title[1]
	}
	text := spaces().ReplaceAllString(html.UnescapeString(tags().ReplaceAllString(string(body), " ")), " ")
	return words.Clip(strings.TrimSpace(text), saidLength)
}
