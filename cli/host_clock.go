package cli

import (
	"context"
	"time"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// byClock gives lines of hosts their place by the clock here, if lines of several clocks are merged, and says so. Their
// times stay those of their hosts.
func (s *Session) byClock(ctx context.Context, chosen []app.Status, marks []client.Mark) {
	clocks := map[string]bool{}
	for _, st := range chosen {
		host, _, _ := app.CutHost(st.Project)
		clocks[host] = true
	}
	if len(clocks) < 2 {
		return
	}
	offsets := map[string]time.Duration{}
	for _, v := range hostsOf(ctx, s.Client) {
		offsets[v.Name] = time.Duration(v.Offset * float64(time.Millisecond))
		if text := v.Clock(); text != "" && clocks[v.Name] {
			s.Program.remark(view.Plain(v.Name) + ": " + text + "; its lines are sorted by the clock here")
		}
	}
	for i, m := range marks {
		host, _, _ := app.CutHost(m.Ref.Project)
		marks[i].At = m.At.Add(-offsets[host])
	}
}
