//go:build chaos

package chaos

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"devservers/app"
)

// reader reads the log of a server by cursor, over pages, streams, runs and managers, and checks V5: no line is
// missing, repeated or out of order.
type reader struct {
	server string
	run    string
	seq    int64 // of the last whole line
	number int   // in that line
}

// page reads the next page.
func (r *reader) page(c *caller) string {
	var page app.LogPage
	q := url.Values{"limit": {strconv.Itoa(1 + c.random.IntN(2000))}}
	if r.run != "" {
		q.Set("run", r.run)
		q.Set("after", strconv.FormatInt(r.seq, 10))
	} else {
		q.Set("tail", "50")
	}
	a := c.w.get(ofMaze+r.server+"/logs?"+q.Encode(), &page)
	c.check(a)
	if !a.ok() {
		if a.status == 404 {
			r.run = "" // it is no longer kept
		}
		return a.String()
	}
	if r.run == "" && page.Run != "" {
		r.begin(page)
	}
	for _, g := range page.Gaps {
		r.gap(c, g)
	}
	for _, l := range page.Lines {
		r.line(c, l)
	}
	said := fmt.Sprintf("run %s to line %d", r.run, r.seq)
	if !page.More && len(page.Lines) == 0 && c.chance(40) {
		r.run = "" // the next step begins near the end of the current run
	}
	return said
}

// begin starts at the first line of a page.
func (r *reader) begin(page app.LogPage) {
	r.run, r.seq, r.number = page.Run, 0, 0
	if len(page.Lines) > 0 {
		r.seq = page.Lines[0].Seq - 1
	}
}

// gap skips lines that are gone: the cap dropped them, or a fault did.
func (r *reader) gap(c *caller, g app.Gap) {
	if r.server != "flood" && !c.b.world.lossy.has(r.run) {
		c.w.violate("V5", "%s run %s: lines %d to %d are gone", r.server, r.run, g.From, g.To)
	}
	if g.From <= r.seq+1 {
		r.seq, r.number = max(r.seq, g.To), 0
	}
}

func (r *reader) line(c *caller, l app.LogLine) {
	if l.Partial || l.Run != "" && l.Run != r.run {
		return
	}
	lossy := c.b.world.lossy.has(r.run) || r.server == "flood"
	if l.Seq <= r.seq || l.Seq > r.seq+1 && !lossy {
		c.w.violate("V5", "%s run %s: line %d came after line %d: %.80q", r.server, r.run, l.Seq, r.seq, l.Text)
	}
	r.seq = l.Seq
	if text, ok := strings.CutPrefix(l.Text, "ack "); ok {
		n, err := strconv.Atoi(text)
		if !lossy && (err != nil || r.number != 0 && n != r.number+1) {
			c.w.violate("V5", "%s run %s: after ack %d, line %d says %q", r.server, r.run, r.number, l.Seq, l.Text)
		}
		r.number = n
	}
}

// follow reads the stream of a run for a while.
func (r *reader) follow(c *caller, d time.Duration) string {
	if r.run == "" {
		return r.page(c)
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	q := url.Values{"follow": {"1"}, "run": {r.run}, "after": {strconv.FormatInt(r.seq, 10)}}
	response, err := c.w.request(ctx, "follower", "GET", ofMaze+r.server+"/logs?"+q.Encode(), nil)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	if response.StatusCode != 200 {
		r.run = ""
		return response.Status
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var l struct {
			app.LogLine
			Gap *app.Gap
			End string
		}
		switch err := json.Unmarshal(lines.Bytes(), &l); {
		case err != nil: // it was cut
		case l.Gap != nil:
			r.gap(c, *l.Gap)
		case l.Seq > 0:
			r.line(c, l.LogLine)
		}
	}
	return fmt.Sprintf("run %s followed to line %d", r.run, r.seq)
}
