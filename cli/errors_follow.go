package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"sync"

	"devservers/app"
	"devservers/app/digest"
)

// followErrors prints a line for each error that comes or is fixed, until the person ends it: that is no failure.
func (p *program) followErrors(ctx context.Context, c *client, o errorOptions, chosen []app.Status) error {
	var all sync.WaitGroup
	var printing sync.Mutex
	following, stop := context.WithCancel(ctx)
	defer stop()
	failed := make(chan error, len(chosen))
	for _, st := range chosen {
		f := &errorFollower{follower: follower{p: p, c: c, st: st, query: o.query()}, show: func(page app.ErrorPage) {
			printing.Lock()
			defer printing.Unlock()
			p.showChanges(page)
		}}
		all.Go(func() {
			if err := f.keepOn(following, f.stream); err != nil {
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

// errorFollower reads one server's digest on and on.
type errorFollower struct {
	follower
	show func(app.ErrorPage)
}

// stream shows what comes; f is over when the run that was asked for has ended.
func (f *errorFollower) stream(ctx context.Context) error {
	body, err := f.c.stream(ctx, runPath(f.st, "errors"), f.query)
	if err != nil {
		return err
	}
	defer body.Close()
	lines := bufio.NewScanner(body)
	lines.Buffer(make([]byte, 0, 64<<10), lineLimit)
	for lines.Scan() {
		var page struct {
			app.ErrorPage
			End string `json:"end"`
		}
		if err := json.Unmarshal(lines.Bytes(), &page); err != nil {
			return err
		}
		if page.End != "" {
			f.over = page.End == "over"
			return nil
		}
		f.show(page.ErrorPage)
		if page.Cursor != "" {
			f.query.Set("after", page.Cursor)
			f.query.Del("since")
		}
	}
	return lines.Err()
}

// change is a line of what is followed as JSON.
type change struct {
	Server string `json:"server"`
	Run    string `json:"run"`
	digest.Error
}

func (p *program) showChanges(page app.ErrorPage) {
	s := p.style(p.out)
	for _, e := range byChange(page.Errors) {
		if p.json {
			_ = p.jsonLine(change{page.Server, page.Run, e})
			continue
		}
		p.print(changeText(s, page.Server, e))
	}
}

// changeText is one line: what is new of an error.
func changeText(s style, server string, e digest.Error) string {
	word := map[string]string{"warn": "warning"}[e.Level]
	switch {
	case e.Fixed:
		word = "fixed"
	case word == "":
		word = "error"
	}
	text := errorSign(s, e) + " " + word + " " + s.paint(bold, server)
	if at := e.Place(); at != "" {
		text += " " + s.paint(cyan, plain(at))
	}
	if e.Count > 1 && !e.Fixed {
		text += " " + s.paint(dim, "("+count(e.Count, "time")+")")
	}
	return text + " " + plain(e.Message) + "\n"
}
