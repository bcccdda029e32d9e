package mcp

import (
	"fmt"
	"math"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/wait"
)

var waitFor = tool{
	name: "wait_for", title: "Wait for a server",
	about: "Wait until a server is ready, ends (exit), prints a line (log, with pattern), prints nothing for 2 s (quiet), or has reacted to your last edit (rebuild: says what it broke and mended). Instead of sleep. met=false is no error: call again.",
	args: []arg{
		argServer, argProject,
		{name: "until", kind: kindString, required: true, oneOf: []string{"ready", "exit", "log", "quiet", "rebuild"}},
		{name: "pattern", kind: kindString, about: "regular expression; looks at lines that you have not read yet"},
		argTimeout,
	},
	reads: true, do: (*call).wait,
}

type waited struct {
	Met     bool    `json:"met"`
	Waited  float64 `json:"waited_s"`
	Message string  `json:"message"`
	state
	New   []string `json:"untrusted_new_errors,omitempty"`   // of rebuild
	Fixed []string `json:"untrusted_fixed_errors,omitempty"` // of rebuild
}

func (c *call) wait() (any, error) {
	st, err := c.find(c.args.text("server"))
	if err != nil {
		return nil, err
	}
	q := wait.Query{Ref: st.Ref(), Until: wait.Until(c.args.text("until")), Pattern: c.args.text("pattern"), Timeout: c.seconds("timeout_s", 30)}
	if q.Until == wait.UntilReady && st.Want == "down" && !st.State.Up() {
		out := waited{Message: "nobody has started it", state: c.stateOf(st)}
		out.Next = "call start_server"
		return out, nil
	}
	if at := c.callers.cursor(c.caller, st.Ref()); q.Until == wait.UntilLog && at != "" {
		q.Run, q.After, _ = app.ParseCursor(at)
	}
	q.Timeout = max(q.Timeout, time.Millisecond)
	begin := time.Now()
	stop := c.watch(st.Ref())
	r, err := c.waiter.For(c.ctx, q)
	stop()
	if err != nil {
		return nil, err
	}
	return c.waited(st, r, time.Since(begin)), nil
}

func (c *call) waited(before app.Status, r wait.Result, took time.Duration) waited {
	out := waited{Met: r.Met, Waited: math.Round(took.Seconds()*10) / 10, Message: r.Message, state: c.stateOf(r.Status)}
	if v := r.Verdict; v != nil {
		out.Message = fmt.Sprintf("%s: %d new errors, %d fixed, %d older ones left", verdictWord[v.State], len(v.New), len(v.Fixed), v.Left)
		out.New, out.Fixed = errorLines(v.New), errorLines(v.Fixed)
		return out
	}
	if r.Line != nil {
		out.Cursor = app.Cursor(r.Line.Run, r.Line.Seq)
		out.Output = []string{cutLine(r.Line.Text)}
	} else {
		out.Output = c.lastLines(before.Ref(), 5)
	}
	if !r.Met {
		out.Next = fmt.Sprintf("call wait_for again, or get_server_logs for %s", before.Ref())
	}
	return out
}

// errorLines are errors as lines.
func errorLines(list []digest.Error) []string {
	var b strings.Builder
	writeErrors(&b, list, "error")
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")[:min(len(list), errorsShown)]
}
