package client

import (
	"context"
	"net/url"
	"strconv"

	"devservers/app"
)

// logFollower follows the output of one server or task, over restarts of it and of the manager. Its cursor describes
// how far it has read.
type logFollower struct {
	Following
	ref app.Ref
	run string
	seq int64
	out chan<- Mark
}

// FollowLog returns a follower that sends to out what query selects of the output of st.
func FollowLog(c *Client, st app.Status, query url.Values, out chan<- Mark, absent func(error)) *logFollower {
	f := &logFollower{ref: st.Ref(), out: out}
	f.Following = Following{Client: c, Path: RunPath(st, "logs"), Query: query, Stream: f.stream, Absent: absent}
	return f
}

// From makes the follower begin with the first line of a run.
func (f *logFollower) From(run string) {
	f.run = run
	f.Query.Set("after", f.cursor())
	f.Query.Del("tail")
}

func (f *logFollower) stream(ctx context.Context) (over bool, err error) {
	body, err := f.Client.Stream(ctx, f.Path, f.Query)
	if err != nil {
		return false, err
	}
	defer body.Close()
	err = Lines(body, func(data []byte) (done bool, err error) {
		m, err := decodeMark(f.ref, data)
		if err != nil {
			return true, err
		}
		f.advance(m)
		over = m.end == endOver
		if m.end == endFailed {
			return true, app.Failf(app.CodeInternal, "look at "+f.Client.dirs.LogFile(),
				"the manager cannot read further in the output of %s", f.ref)
		}
		return m.end != "" || !f.send(ctx, m), nil
	})
	return over, err
}

// send reports whether m was taken before ctx ended.
func (f *logFollower) send(ctx context.Context, m Mark) bool {
	select {
	case f.out <- m:
		return true
	case <-ctx.Done():
		return false
	}
}

// advance moves the cursor behind m. It stays before a line that isn't complete yet: after a break that line is read
// again rather than lost.
func (f *logFollower) advance(m Mark) {
	if m.run != "" && m.run != f.run {
		f.run, f.seq = m.run, 0
	}
	switch {
	case m.Line != nil:
		f.seq = m.Line.Seq
		if m.Line.Partial {
			f.seq--
		}
	case m.Gap != nil:
		f.seq = max(f.seq, m.Gap.To)
	}
	if f.run != "" {
		f.Query.Set("after", f.cursor())
		f.Query.Del("tail")
		f.Query.Del("since")
	}
}

func (f *logFollower) cursor() string { return f.run + ":" + strconv.FormatInt(f.seq, 10) }
