package streams

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/reading/logs"
	"devservers/app/web/wire"
	"devservers/views/lines"
)

// Far are the hosts, other places where servers run.
type Far struct {
	Views func() []app.HostView
	// Lines asks the pages of logs of a host for lines, as Pages.Lines sends them.
	Lines func(ctx context.Context, host string, q url.Values) (io.ReadCloser, error)
}

// Lines sends lines as JSON for the page of logs of another machine: one page or, with follow, all that come.
func (p Pages) Lines(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	l := p.read(ref.Project, r.URL.Query())
	if l.view.Problem != "" {
		return app.Failf(app.CodeInvalid, "fix the filter", "%s", l.view.Problem)
	}
	l.query.Limit, l.query.Budget = part, patience
	if r.URL.Query().Has("forward") {
		l.query.Direction = logs.Forward
	}
	out := wire.Begin(w, "application/x-ndjson")
	give := func(page app.MergedPage) error {
		return wire.Gone(errors.Join(json.NewEncoder(out).Encode(page), out.Send()))
	}
	if r.URL.Query().Has("follow") {
		return errors.Join(out.Send(), p.reader.FollowMerged(r.Context(), l.query, give))
	}
	page, err := p.reader.ReadMerged(r.Context(), l.query)
	return errors.Join(err, give(page))
}

// far notes the hosts of which the request names servers.
func (l *request) far() {
	if l.view.Look.Base != "/logs" {
		return
	}
	for _, v := range l.hosts.Views() {
		for _, name := range l.query.Servers {
			if host, _, _ := app.CutHost(name); host == v.Name {
				l.on = append(l.on, v)
				if text := v.Clock(); text != "" {
					l.note(v.Name + ": " + text + "; its lines are sorted by the clock here")
				}
				break
			}
		}
	}
}

// farServers lists what can be shown of hosts.
func (l *request) farServers() {
	for _, v := range l.hosts.Views() {
		for i, st := range app.Statuses(v.Projects) {
			name := st.Ref().String()
			one := lines.LogServer{Ref: st.Ref(), Name: name, Color: i, Run: st.Run, Far: true,
				Chosen: slices.Contains(l.view.Ask.Servers, name)}
			l.view.Look.Servers[name] = one
			if st.Run != "" || one.Chosen {
				l.view.Servers = append(l.view.Servers, one)
			}
		}
	}
}

// note adds a sentence to what the page says about its lines.
func (l *request) note(text string) {
	l.view.Notice = strings.TrimPrefix(l.view.Notice+". "+text, ". ")
}

// there returns the query for the lines of a host.
func (l *request) there(host string, at app.MergeCursor) url.Values {
	ask := l.view.Ask
	ask.Servers, ask.At, ask.Before, ask.Beside, ask.Line = nil, "", "", "", ""
	for _, name := range l.query.Servers {
		if on, rest, _ := app.CutHost(name); on == host {
			ask.Servers = append(ask.Servers, rest)
		}
	}
	q, place := ask.Query(), app.MergeCursor{}
	if l.query.Direction == logs.Forward {
		q.Set("forward", "1") // also from the oldest line on
	}
	for ref, position := range at {
		if on, rest, _ := app.CutHost(ref.Project); on == host {
			place[app.Ref{Project: rest, Name: ref.Name}] = position
		}
	}
	if len(place) > 0 {
		q.Set([]string{"before", "after"}[l.query.Direction], place.String())
	}
	return q
}

// The bounds of how long a page waits for a host, and of what it takes from there at once.
const (
	hostLimit   = 5 * time.Second
	longestPage = 16 << 20
)

// merged reads a page of lines of all machines that the request names.
func (l *request) merged(ctx context.Context) (app.MergedPage, error) {
	here, err := l.reader.ReadMerged(ctx, l.query)
	if err != nil || len(l.on) == 0 {
		return here, err
	}
	sides, errs, all := make([]*side, len(l.on)), make([]error, len(l.on)), sync.WaitGroup{}
	ctx, cancel := context.WithTimeout(ctx, hostLimit)
	defer cancel()
	for i, v := range l.on {
		all.Go(func() {
			sides[i] = &side{}
			errs[i] = l.eachPage(ctx, v.Name, l.there(v.Name, l.query.At), func(p app.MergedPage) { sides[i].add(p, v) })
		})
	}
	all.Wait()
	for i, err := range errs {
		if err != nil {
			l.note("Lines of " + l.on[i].Name + " are missing: " + wire.Known(err).Detail)
		}
	}
	own := &side{}
	own.add(here, app.HostView{})
	return zip(append(sides, own), l.query), nil
}

// eachPage yields the pages of lines that a host sends, with the names that its servers have here.
func (l *request) eachPage(ctx context.Context, host string, q url.Values, yield func(app.MergedPage)) error {
	body, err := l.hosts.Lines(ctx, host, q)
	if err != nil {
		return err
	}
	defer body.Close()
	in := bufio.NewScanner(body)
	in.Buffer(nil, longestPage)
	for in.Scan() {
		var p app.MergedPage
		if err := json.Unmarshal(in.Bytes(), &p); err != nil {
			return err
		}
		p.Before, p.After = onHost(host, p.Before), onHost(host, p.After)
		if yield(p); !q.Has("follow") {
			return nil
		}
	}
	return in.Err()
}

func onHost(host string, at app.MergeCursor) app.MergeCursor {
	named := app.MergeCursor{}
	for ref, position := range at {
		named[app.Ref{Project: app.OnHost(host, ref.Project), Name: ref.Name}] = position
	}
	return named
}
