package cli

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"devservers/app"
	"devservers/cli/client"
	"devservers/cli/view"
)

// far adds the project of a host to those that the session knows.
func (s *Session) far(ctx context.Context, id string) error {
	_, rest, ok := app.CutHost(id)
	if !ok || rest == "" || slices.ContainsFunc(s.Projects, func(v app.ProjectView) bool { return v.ID == id }) {
		return nil
	}
	var v app.ProjectView
	if err := s.Get(ctx, client.ProjectPath(id), nil, &v); err != nil {
		return err
	}
	s.Projects = append(s.Projects, v)
	return nil
}

// wholeHost returns the host of a name such as box: alone.
func wholeHost(name string) (host string, ok bool) {
	host, rest, ok := app.CutHost(name)
	return host, ok && rest == ""
}

// expand replaces box: by all projects of that host.
func (s *Session) expand(ctx context.Context, names []string) (all []string, err error) {
	for _, name := range names {
		host, ok := wholeHost(name)
		if !ok {
			all = append(all, name)
			continue
		}
		var projects []app.ProjectView
		if err := s.Get(ctx, "/api/projects", map[string][]string{"host": {host}}, &projects); err != nil {
			return nil, err
		}
		for _, v := range projects {
			s.Projects = append(s.Projects, v)
			all = append(all, v.ID)
		}
	}
	return all, nil
}

// hostsOf returns all hosts, or none if the manager can't tell.
func hostsOf(ctx context.Context, c *client.Client) (list []app.HostView) {
	_ = c.Get(ctx, "/api/hosts", nil, &list)
	return list
}

// hosts offers the names of hosts.
func (c completer) hosts(cmd *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	ctx, cancel := context.WithTimeout(cmd.Context(), completionLimit)
	defer cancel()
	if m, running, err := c.p.running(); err == nil && running && len(args) == 0 {
		for _, v := range hostsOf(ctx, m) {
			names = append(names, cobra.CompletionWithDesc(v.Name, string(v.State)+" "+view.Plain(v.Address)))
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

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
