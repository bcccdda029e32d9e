//go:build chaos

package chaos

import (
	"context"
	"fmt"
	"time"

	"devservers/app"
)

func (c *caller) status() string {
	var st app.Status
	server := c.one(everything)
	a := c.w.get(ofMaze+server, &st)
	c.check(a)
	return fmt.Sprintf("%s: %s %s, run %s", server, a, st.State, st.Run)
}

// look reads what changes nothing.
func (c *caller) look() string {
	server := c.one(everything)
	path := c.one([]string{
		ofMaze + server + "/why", ofMaze + server + "/errors", ofMaze + server + "/runs", ofMaze + server + "/env",
		"/api/events", "/api/history", "/api/search?q=ack&limit=5", "/api/projects", "/api/status", "/api/projects/maze/edit",
		ofMaze + server + "/logs?tail=20&grep=a", ofMaze + server + "/patches",
	})
	a := c.w.get(path, nil)
	c.check(a)
	return path + ": " + a.String()
}

func (c *caller) wait() string {
	server, until := c.one(everything), c.one([]string{"ready", "exit", "stopped", "quiet"})
	a := c.w.get(ofMaze+server+"/wait?timeout=500ms&until="+until, nil)
	c.check(a)
	return server + " " + until + ": " + a.String()
}

// page continues to read the log of a server where this caller has stopped.
func (c *caller) page() string {
	r := c.reader()
	return r.server + ": " + r.page(c)
}

// follow reads a stream for a moment.
func (c *caller) follow() string {
	r := c.reader()
	return r.server + ": " + r.follow(c, time.Duration(c.random.Int64N(int64(700*time.Millisecond))))
}

// stall opens a stream of a flood and does not read it.
func (c *caller) stall() string {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	response, err := c.w.request(ctx, "stalled", "GET", ofMaze+"flood/logs?follow=1", nil)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	<-ctx.Done()
	return "stalled"
}

func (c *caller) reader() *reader {
	server := c.one([]string{"ack", "pipe", "flood"})
	r := c.readers[server]
	if r == nil {
		r = &reader{server: server}
		c.readers[server] = r
	}
	return r
}
