package proxy

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/hosts"
	"devservers/app/reading/logs"
	"devservers/app/web/guard"
)

// searchLimit bounds how long a search waits for one host.
const searchLimit = 15 * time.Second

// searched is what one host has found, or why it wasn't searched.
type searched struct {
	view app.HostView
	page app.SearchPage
	err  error
}

// Search adds what all hosts have found to a page of all projects: the newest by the clock here. Agents search those
// that they may use. The page notes which hosts were not searched, and that lines of several clocks are sorted by the
// one here.
func Search(ctx context.Context, h *hosts.Hosts, by app.Actor, q logs.Query, page *app.SearchPage) {
	isFull := func(name string) bool { return strings.Contains(name, "/") }
	if len(q.Projects) > 0 || slices.ContainsFunc(q.Servers, isFull) { // it is about this machine
		return
	}
	found := searchAll(ctx, h, by, q)
	offsets := map[string]time.Duration{}
	for _, s := range found {
		clock := s.view.Clock()
		switch {
		case s.err != nil:
			page.Notes = append(page.Notes, s.view.Name+" was not searched: "+s.why(by))
		case clock != "" && len(s.page.Hits) > 0:
			page.Notes = append(page.Notes, s.view.Name+": "+clock+"; its lines are sorted by the clock here")
		}
		offsets[s.view.Name] = time.Duration(s.view.Offset * float64(time.Millisecond))
		page.Hits = append(page.Hits, s.page.Hits...)
		page.Runs, page.Lost, page.More = page.Runs+s.page.Runs, page.Lost+s.page.Lost, page.More || s.page.More
	}
	here := func(l app.LogLine) time.Time {
		host, _, _ := app.CutHost(l.Server)
		return l.Time.Add(-offsets[host])
	}
	slices.SortStableFunc(page.Hits, func(a, b app.LogLine) int { return here(b).Compare(here(a)) })
	if most := cmp.Or(q.Limit, logs.DefaultHits); len(page.Hits) > most {
		page.Hits, page.More = page.Hits[:most], true
	}
}

// why returns why a host was not searched. An agent gets no words of the host.
func (s searched) why(by app.Actor) string {
	if by.IsAgent() {
		return "devservers host check " + s.view.Name + " shows why"
	}
	return app.AsError(s.err, app.CodeHostAway).Detail
}

// searchAll asks all hosts that by may use, at the same time.
func searchAll(ctx context.Context, h *hosts.Hosts, by app.Actor, q logs.Query) []searched {
	ctx, cancel := context.WithTimeout(ctx, searchLimit)
	defer cancel()
	views := slices.DeleteFunc(h.Views(), func(v app.HostView) bool { return by.IsAgent() && !v.ForAgents })
	found := make([]searched, len(views))
	var all sync.WaitGroup
	for i, v := range views {
		all.Go(func() {
			found[i].view = v
			found[i].page, found[i].err = searchOne(ctx, h, v, by, q)
		})
	}
	all.Wait()
	return found
}

func searchOne(ctx context.Context, h *hosts.Hosts, v app.HostView, by app.Actor, q logs.Query) (page app.SearchPage,
	err error) {
	link, err := h.Link(v.Name)
	if err != nil {
		return page, err
	}
	if v.State != app.HostReachable { // a search doesn't wait until a host is found to be still away
		return page, link.Away()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://manager/api/search?"+searchQuery(q).Encode(), nil)
	if err != nil {
		return page, err
	}
	r.Header.Set(guard.ActorHeader, string(by.Kind))
	r.Header.Set(guard.ClientHeader, by.Client)
	res, err := link.RoundTrip(r)
	if err != nil {
		return page, noAnswer(link, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return page, problem(link, res)
	}
	if err := json.NewDecoder(io.LimitReader(link.Clean(res.Body, false), longestResult)).Decode(&page); err != nil {
		return page, noAnswer(link, err)
	}
	page.Hits = slices.DeleteFunc(page.Hits, func(l app.LogLine) bool { return l.Server == "" })
	return page, nil
}

// searchQuery returns a search of one machine for the API.
func searchQuery(q logs.Query) url.Values {
	values := url.Values{"q": {q.Grep}, "regex": {strconv.FormatBool(q.Regex)}, "local": {"1"},
		"ignore_case": {strconv.FormatBool(q.IgnoreCase)}, "server": {strings.Join(q.Servers, ",")}}
	for name, at := range map[string]time.Time{"since": q.Since, "until": q.Until} {
		if !at.IsZero() {
			values.Set(name, at.Format(time.RFC3339Nano))
		}
	}
	if q.Limit > 0 {
		values.Set("limit", strconv.Itoa(q.Limit))
	}
	return values
}
