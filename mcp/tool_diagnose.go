package mcp

import (
	"fmt"
	"regexp"
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

type diagnosed struct {
	Server    string               `json:"server"`
	State     app.State            `json:"state"`
	Message   string               `json:"message"`
	Health    *health              `json:"health,omitempty"`
	Exit      *render.ExitCode     `json:"exit,omitempty"`
	PortOwner *app.PortOwner       `json:"port_owner,omitempty"`  // another process that listens on its port
	Missing   []string             `json:"missing_env,omitempty"` // listed in .env.example, and not set
	Run       string               `json:"run,omitempty"`
	ViewerURL string               `json:"viewer_url,omitempty"`
	Next      string               `json:"next,omitempty"`
	Findings  []render.FindingText `json:"findings"`
	Left      string               `json:"left_out,omitempty"`
	Found     string               `json:"pattern_found,omitempty"`
	Matches   []string             `json:"untrusted_matches,omitempty"`
	Output    []string             `json:"untrusted_output,omitempty"`
}

// health is how a server that runs is doing.
type health struct {
	Since    string  `json:"in_this_state"`
	Listens  []int   `json:"listens_on,omitempty"`
	LastGood string  `json:"last_good_request,omitempty"` // when it last answered a request for a page well
	Errors   int     `json:"errors"`
	Warnings int     `json:"warnings,omitempty"`
	CPU      float64 `json:"cpu_percent,omitempty"`
	Memory   string  `json:"memory,omitempty"`
}

// diagnosedProject is the answer about all of a project; of what is well only the name.
type diagnosedProject struct {
	Project   string      `json:"project"`
	Well      []string    `json:"nothing_wrong,omitempty"`
	Servers   []diagnosed `json:"servers"`
	Left      string      `json:"left_out,omitempty"`
	ViewerURL string      `json:"viewer_url"`
}

func (c *call) diagnose(a diagnosing) (any, error) {
	if a.Server == "" && c.Finder.Project == "" {
		a.Server = c.visit.Project
	}
	c.sup.Meter.Fresh()
	list, whole, err := c.Finder.Targets(a.Server)
	if err != nil {
		return nil, err
	}
	if whole == "" {
		return c.diagnoseOne(list[0], a.Pattern)
	}
	out := diagnosedProject{Project: whole, Servers: []diagnosed{}, ViewerURL: c.visit.Base + "/p/" + whole}
	for _, st := range list {
		d, err := c.diagnoseOne(st, a.Pattern)
		if err != nil {
			return nil, err
		}
		if len(d.Findings)+len(d.Matches) == 0 {
			out.Well = append(out.Well, st.Name+" "+words.Is(string(st.State)))
			continue
		}
		d.Output = nil
		out.Servers = append(out.Servers, d)
	}
	out.Servers, out.Left = render.Bounded(out.Servers, "server", "name one")
	return out, nil
}

func (c *call) diagnoseOne(st app.Status, pattern string) (diagnosed, error) {
	d, err := c.o.Why.Diagnose(c.ctx, st.Ref())
	if err != nil {
		return diagnosed{}, err
	}
	out := diagnosed{
		Server: d.Server, State: d.State, Message: render.Tidy(d.Message, 300), Findings: []render.FindingText{}, Run: d.Run,
		ViewerURL: c.visit.Viewer(d.ViewerURL), Output: render.LastOf(d.Output, linesOfFailure),
		Exit: render.ExitOf(d.Exit), PortOwner: d.Owner,
	}
	out.Findings = append(out.Findings, render.Findings(d.Findings)...)
	if left := len(d.Findings) - len(out.Findings); left > 0 {
		out.Left = fmt.Sprintf("%d less likely causes", left)
	}
	out.Next = c.afterDiagnosis(st, len(d.Findings))
	if err := c.examine(&out, st); err != nil || pattern == "" {
		return out, err
	}
	return out, c.look(&out, st.Ref(), pattern)
}

// examine adds the health.
func (c *call) examine(out *diagnosed, st app.Status) error {
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
	out.Health = &health{Since: words.Age(time.Since(st.Since)), Listens: h.Listens, Errors: st.Errors,
		Warnings: st.Warnings, CPU: float64(int(st.CPU))}
	if st.Memory > 0 {
		out.Health.Memory = words.Size(st.Memory)
	}
	if page, at := c.edits.Served(st.Ref()); page != "" {
		out.Health.LastGood = render.Tidy(page, 100) + " " + words.Ago(time.Since(at))
	}
	return nil
}

// afterDiagnosis returns what to do about a server in addition to its findings.
func (c *call) afterDiagnosis(st app.Status, findings int) string {
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
func (c *call) look(out *diagnosed, ref app.Ref, pattern string) error {
	const shown = 5
	page, err := c.reader.Read(c.ctx, logs.Query{Ref: ref, Grep: c.pattern(pattern), Regex: true, IgnoreCase: true,
		Limit: logs.MaxHits})
	if err != nil {
		return err
	}
	out.Found = words.Count(len(page.Lines), "line") + " of this run"
	if page.Left != "" && len(page.Lines) == logs.MaxHits {
		out.Found = "at least " + out.Found
	}
	out.Matches = render.LastLines(page.Lines, shown)
	return nil
}

// pattern returns a regular expression as it was meant: one that can't be read is text.
func (c *call) pattern(given string) string {
	if _, err := regexp.Compile(given); err == nil {
		return given
	}
	c.note(words.Quote(given) + " is not a regular expression; it was looked for as text")
	return regexp.QuoteMeta(given)
}
