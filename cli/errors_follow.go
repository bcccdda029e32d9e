package cli

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"sync"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/reading/edits"
	"devservers/cli/client"
	"devservers/cli/view"
)

// followAll prints a line for each new or fixed error until the person ends it, which isn't a failure.
func (o errorOptions) followAll(ctx context.Context, s *Session, chosen []app.Status) error {
	var all sync.WaitGroup
	var printing sync.Mutex
	following, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, len(chosen))
	for _, st := range chosen {
		f := followErrors(s.Client, st, o.query(), func(page edits.ErrorPage) {
			printing.Lock()
			defer printing.Unlock()
			showChanges(s.Program, page)
		})
		f.Absent = s.Program.managerAway
		all.Go(func() {
			if err := f.Run(following); err != nil {
				failed <- err
				stop()
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return view.FirstOf(failed)
}

// followErrors follows one server's errors. It is over when the selected run has ended.
func followErrors(c *client.Client, st app.Status, query url.Values, show func(edits.ErrorPage)) *client.Following {
	f := &client.Following{Client: c, Path: client.RunPath(st, "errors"), Query: query}
	f.Stream = func(ctx context.Context) (over bool, err error) {
		body, err := c.Stream(ctx, f.Path, query)
		if err != nil {
			return false, err
		}
		defer body.Close()
		err = client.Lines(body, func(data []byte) (done bool, err error) {
			var page struct {
				edits.ErrorPage
				End string `json:"end"`
			}
			if err := json.Unmarshal(data, &page); err != nil || page.End != "" {
				over = page.End == "over"
				return true, err
			}
			show(page.ErrorPage)
			if page.Cursor != "" {
				query.Set("after", page.Cursor)
				query.Del("since")
			}
			return false, nil
		})
		return over, err
	}
	return f
}

// errorLine is one line of --follow --json.
type errorLine struct {
	Server string `json:"server"`
	Run    string `json:"run"`
	digest.Error
}

// showChanges prints errors in the order in which they changed.
func showChanges(p *Program, page edits.ErrorPage) {
	v := p.view()
	slices.SortStableFunc(page.Errors, func(a, b digest.Error) int { return int(a.Changed - b.Changed) })
	for _, e := range page.Errors {
		if p.JSON {
			_ = p.jsonLine(errorLine{page.Server, page.Run, e})
			continue
		}
		p.Print(v.ErrorChange(page.Server, e))
	}
}
