package cli

import (
	"context"
	"encoding/json"
	"net/url"
	"sync"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/edits"
	"devservers/app/words"
	"devservers/cli/client"
	"devservers/cli/term"
)

// followErrors prints a line for each error that comes or is fixed, until the person ends it: that is no failure.
func (p *program) followErrors(ctx context.Context, c *client.Client, o errorOptions, chosen []app.Status) error {
	var all sync.WaitGroup
	var printing sync.Mutex
	following, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, len(chosen))
	for _, st := range chosen {
		f := errorsFollowing(c, st, o.query(), func(page edits.ErrorPage) {
			printing.Lock()
			defer printing.Unlock()
			p.showChanges(page)
		})
		f.Absent = p.managerAway
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
	return firstOf(failed)
}

// errorsFollowing follows one server's errors. It is over when the selected run has ended.
func errorsFollowing(c *client.Client, st app.Status, query url.Values, show func(edits.ErrorPage)) *client.Following {
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

// change is a line of what is followed as JSON.
type change struct {
	Server string `json:"server"`
	Run    string `json:"run"`
	digest.Error
}

func (p *program) showChanges(page edits.ErrorPage) {
	s := p.Style(p.Out)
	for _, e := range byChange(page.Errors) {
		if p.json {
			_ = p.jsonLine(change{page.Server, page.Run, e})
			continue
		}
		p.Print(changeText(s, page.Server, e))
	}
}

// changeText is one line: what is new of an error.
func changeText(s term.Style, server string, e digest.Error) string {
	word := map[string]string{"warn": "warning"}[e.Level]
	switch {
	case e.Fixed:
		word = "fixed"
	case word == "":
		word = "error"
	}
	text := errorSign(s, e) + " " + word + " " + s.Paint(term.Bold, server)
	if at := e.Place(); at != "" {
		text += " " + s.Paint(term.Cyan, term.Plain(at))
	}
	if e.Count > 1 && !e.Fixed {
		text += " " + s.Paint(term.Dim, "("+words.Count(e.Count, "time")+")")
	}
	return text + " " + term.Plain(e.Message) + "\n"
}
