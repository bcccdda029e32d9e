package mcp

import (
	"fmt"
	"time"

	"devservers/app"
	"devservers/app/base/words"
	"devservers/app/reading/logs"
	"devservers/mcp/render"
)

type diagnosing struct {
	ofTargets
	Pattern string `arg:"pattern" about:"regular expression to look for in its output"`
}

var diagnoseServer = taking(tool{
	name: "diagnose", title: "Diagnose servers",
	about: "Why a server fails or is not ready: causes with evidence and fix, health, listening ports, missing " +
		"variables. One call instead of lsof, ps and curl.",
	reads: true,
}, (*call).diagnose)

func (c *call) diagnose(a diagnosing) (any, error) {
	c.sup.Meter.Fresh()
	list, whole, err := c.Finder.Every(a.Server)
	if err != nil {
		return nil, err
	}
	if whole == "" {
		return diagnosis{c, list[0], a.Pattern}.make()
	}
	out := render.DiagnosedProject{Project: whole, Servers: []render.Diagnosed{}, ViewerURL: c.pageOf(whole)}
	for _, st := range list {
		d, err := diagnosis{c, st, a.Pattern}.make()
		if err != nil {
			return nil, err
		}
		if len(d.Findings)+len(d.Matches) == 0 {
			if !st.Kind.IsTask() {
				out.Well = append(out.Well, st.Ref().String()+" "+words.Is(string(st.State)))
			}
			continue
		}
		d.Output = nil
		out.Servers = append(out.Servers, d)
	}
	out.Servers, out.Left = render.Bounded(out.Servers, "server", "name one")
	return out, nil
}

// diagnosis is that of one server.
type diagnosis struct {
	*call
	st      app.Status
	pattern string
}

func (c diagnosis) make() (render.Diagnosed, error) {
	st := c.st
	d, err := c.o.Why.Diagnose(c.ctx, st.Ref())
	if err != nil {
		return render.Diagnosed{}, err
	}
	d = masked(c.call, d)
	out := render.Diagnosed{
		Server: d.Server, State: d.State, Message: render.Tidy(d.Message, 300), Findings: []render.FindingText{}, Run: d.Run,
		ViewerURL: c.visit.Viewer(d.ViewerURL), Output: render.LastOf(d.Output, render.LinesOfFailure),
		Exit: render.ExitOf(d.Exit), PortOwner: d.Owner,
	}
	out.Findings = append(out.Findings, render.Findings(d.Findings)...)
	if left := len(d.Findings) - len(out.Findings); left > 0 {
		out.Left = fmt.Sprintf("%d less likely causes", left)
	}
	out.Next = c.next(len(d.Findings))
	if err := c.examine(&out); err != nil || c.pattern == "" || st.Run == "" {
		return out, err
	}
	return out, c.look(&out)
}

// examine adds the health.
func (c diagnosis) examine(out *render.Diagnosed) error {
	st := c.st
	h, err := c.o.Why.Health(st.Ref())
	if err != nil {
		return err
	}
	if !st.Unmanaged {
		out.Missing = render.SomeOf(h.Missing, 20)
	}
	if !st.State.Up() {
		return nil
	}
	out.Health = &render.ServerHealth{Since: words.Age(time.Since(st.Since)), Listens: h.Listens, Errors: st.Errors,
		Warnings: st.Warnings, CPU: float64(int(st.CPU))}
	if st.Memory > 0 {
		out.Health.Memory = words.Size(st.Memory)
	}
	if page, at := c.edits.Served(st.Ref()); page != "" {
		out.Health.LastGood = render.Tidy(page, 100) + " " + words.Ago(time.Since(at))
	}
	return nil
}

// next returns what to do about a server in addition to its findings.
func (c diagnosis) next(findings int) string {
	st := c.st
	switch f := st.Failure; {
	case f != nil && f.Code == app.CodePortInUse:
		return render.HeldPort(st.Ref(), f.Owner)
	case st.State == app.External && !st.Unmanaged:
		return render.HeldPort(st.Ref(), &app.PortOwner{Kind: app.OwnerForeign})
	case st.Unmanaged || findings > 0:
		return ""
	}
	text := "nothing wrong was found; get_server_logs has its output"
	if page, _ := c.edits.Served(st.Ref()); page != "" && st.State.Up() {
		text += "; " + render.Unseen(st.BrowserLogs)
	}
	return text
}

// look adds the newest lines of the current run that match a pattern.
func (c diagnosis) look(out *render.Diagnosed) error {
	const shown = 5
	page, err := c.reader.Read(c.ctx, logs.Query{Ref: c.st.Ref(), Grep: render.Pattern(c.pattern, c.note), Regex: true,
		IgnoreCase: true, Limit: logs.MaxHits})
	if err != nil {
		return err
	}
	out.Found = words.Count(len(page.Lines), "line") + " of this run"
	if page.Left != "" && len(page.Lines) == logs.MaxHits {
		out.Found = "at least " + out.Found
	}
	out.Matches = render.LastLines(c.maskedLines(page.Lines), shown)
	return nil
}
