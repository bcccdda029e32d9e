package mcp

import (
	"math"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/config/settings"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
)

type waitingFor struct {
	ofServer
	Until   logs.Until `arg:"until,required" oneof:"ready exit log quiet rebuild"`
	Pattern string     `arg:"pattern" also:"regex query grep text" about:"regular expression, for lines you have not read yet"`
	waiting
}

var waitFor = taking(tool{
	name: "wait_for", title: "Wait for a server",
	about: "Wait until a server is ready, ends (exit), prints a line that matches pattern (log), prints nothing for 2 s " +
		"(quiet), " +
		"or has reacted to your last edit (rebuild: what it broke and fixed). Use it instead of sleep. met=false is not an " +
		"error: call again.",
	reads: true,
}, (*call).wait)

type waited struct {
	Met     bool    `json:"met"`
	Waited  float64 `json:"waited_s"`
	Message string  `json:"message"`
	render.ServerAnswer
	New   []string `json:"untrusted_new_errors,omitempty"`   // of rebuild
	Fixed []string `json:"untrusted_fixed_errors,omitempty"` // of rebuild
}

func (c *call) wait(a waitingFor) (any, error) {
	st, err := c.Finder.Find(a.Server)
	if err != nil {
		return nil, err
	}
	q := logs.WaitQuery{Ref: st.Ref(), Until: a.Until, Pattern: render.Pattern(a.Pattern, c.note),
		Timeout: c.atMost(max(a.duration(), time.Millisecond))}
	if ref := st.Ref(); q.Until == logs.UntilReady && st.Want == "down" && !st.State.Up() && !st.Unmanaged {
		out := waited{ServerAnswer: c.stateOf(st)}
		out.Message = ref.String() + " " + words.IsBecause(string(st.State), masked(c, st).Reason)
		out.Next, out.Reason = c.stepAfter(st), "" // which the message has
		return out, nil
	}
	if at := c.callers.Cursor(c.caller, st.Ref()); q.Until == logs.UntilLog && at != "" {
		q.Run, q.After, _ = app.ParseCursor(at)
	}
	begin := time.Now()
	r, err := c.waitFor(q)
	if err != nil {
		return nil, err
	}
	return c.waited(r, time.Since(begin)), nil
}

// waitFor waits, and reports progress to the client.
func (c *call) waitFor(q logs.WaitQuery) (logs.WaitResult, error) {
	defer c.teller().Watch(q.Ref)()
	return c.waiter.For(c.ctx, q)
}

func (c *call) waited(r logs.WaitResult, took time.Duration) waited {
	r = masked(c, r)
	ref := r.Status.Ref()
	out := waited{Met: r.Met, Waited: math.Round(took.Seconds()*10) / 10, Message: r.Message,
		ServerAnswer: c.stateOf(r.Status)}
	if v := r.Verdict; v != nil {
		out.Message = render.VerdictText(*v)
		if !r.Met {
			out.Next = c.stepAfter(r.Status)
		}
		out.New, out.Fixed = render.ErrorLines(append(slices.Clone(v.New), v.Again...)), render.ErrorLines(v.Fixed)
		return out
	}
	if r.Line != nil {
		out.Cursor = app.Cursor(r.Line.Run, r.Line.Seq)
		out.Output = []string{render.CutLine(r.Line.Text)}
	} else {
		out.Output = c.lastLines(ref, 5)
	}
	if !r.Met {
		out.Next = c.stepAfter(r.Status)
	}
	return out
}

// stepAfter returns the step that may bring about what a server has not done: the wait goes on only if it is up.
func (c *call) stepAfter(st app.Status) string {
	ref := st.Ref().String()
	v, _ := c.sup.Project(st.Project)
	switch {
	case st.State == app.External || st.Unmanaged:
		return "devservers doesn't run it: call diagnose with server " + ref
	case st.Active():
		return "repeat this call, or call get_server_logs with server " + ref
	case v.Problem == nil && v.Trust != settings.Trusted:
		return render.AskToTrust(v.Path)
	case st.Kind.IsTask():
		return "call run_task with task " + ref
	case st.State == app.Failed:
		return "call diagnose with server " + ref + "; after the fix, call start_server with server " + ref
	}
	return "call start_server with server " + ref
}
