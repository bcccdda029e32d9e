package app

import (
	"slices"
	"strings"
	"time"
)

// verdictOrder is the order of states in which the first one that a server has is that of the project.
var verdictOrder = []string{VerdictBroken, VerdictPending, VerdictStale, VerdictOK}

// Sum sets the state and the message of a page from its verdicts.
func (p *EditPage) Sum() {
	p.State = VerdictNone
	for _, state := range slices.Backward(verdictOrder) {
		if slices.ContainsFunc(p.Verdicts, func(v Verdict) bool { return v.State == state }) {
			p.State = state
		}
	}
	switch {
	case !p.Watched:
		p.Message = "no server of " + p.Project + " runs, so its files are not watched"
	case p.Edit == nil:
		p.Message = "no edit was seen since the servers were started"
	default:
		p.Message = p.Edit.String() + ": " + map[string]string{VerdictOK: "ok", VerdictPending: "not clear yet",
			VerdictBroken: "broken",
			VerdictStale:  "servers still run the code from before", VerdictNone: "nothing is known to have loaded it"}[p.State]
	}
}

// Keep leaves out the verdicts on other servers than these; none, or "" = on those that the edit doesn't concern, if it
// concerns any.
func (p *EditPage) Keep(servers ...string) {
	leave := func(v Verdict) bool {
		return !slices.Contains(servers, strings.TrimPrefix(v.Server, p.Project+"/"))
	}
	if len(servers) == 0 || servers[0] == "" {
		some := slices.ContainsFunc(p.Verdicts, func(v Verdict) bool { return v.State != VerdictNone })
		leave = func(v Verdict) bool {
			return v.Apart || some && v.State == VerdictNone && v.Request == nil && v.Page == nil
		}
	}
	p.Verdicts = slices.DeleteFunc(p.Verdicts, leave)
	p.Sum()
}

// ClearAt returns when all verdicts become clear if nothing more is printed; zero = they are clear.
func (p *EditPage) ClearAt() (at time.Time) {
	for _, v := range p.Verdicts {
		if v.State == VerdictPending && v.Clear.After(at) {
			at = v.Clear
		}
	}
	return at
}
