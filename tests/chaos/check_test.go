//go:build chaos

package chaos

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/process"
	"devservers/app/run/protocol"
)

// check checks what holds when all is quiet.
func (p *play) check(b *burst) {
	list := p.statuses()
	if left := settle(20*time.Second, func() string { return p.strays(list) }); left != "" {
		p.violate("V1-V3", "%s", left)
	}
	for _, st := range list {
		p.wantedIsSo(b, st)
		p.started(st.Name)
		p.ended(st)
	}
	for _, o := range p.oracles {
		o.Read()
		p.judged(o.Faults)
		o.Faults = nil
	}
	for _, x := range p.bystanders {
		x.check(p.world)
	}
	p.maze.unchanged()
	p.sides.check(p.projects())
	p.recorded(b)
	p.tidy()
	p.sameEverywhere(list)
	p.modest(list)
}

func (p *play) judged(faults []string) {
	for _, f := range faults {
		p.violate("V5", "%s", f)
	}
}

// strays is V1 to V3: a server that is up has one holder and one command, the ones that it says; nothing else of the
// world runs but the manager and the bystanders.
func (p *play) strays(list []app.Status) (left string) {
	run, seen := map[string]app.Status{}, map[string]int{}
	for _, st := range list {
		if st.State.Up() {
			run[st.Run] = st
		}
	}
	all := p.processes()
	mine := map[int]bool{}
	for _, x := range p.bystanders {
		mine[x.cmd.Process.Pid] = true
	}
	managers := map[int]bool{}
	for _, x := range all {
		if x.is("serve") {
			managers[x.PID], mine[x.PID] = true, true
		}
	}
	spares := 0
	for _, x := range all {
		if !x.is("hold") {
			continue
		}
		dir := process.WorkingDir(x.PID)
		if st, ok := run[filepath.Base(dir)]; ok {
			seen[st.Run]++
			mine[x.PID] = true
			for _, child := range process.Below(bare(all), x.PID) {
				mine[child.PID] = true
			}
		} else if dir == "/" && managers[x.PPID] {
			spares++
			mine[x.PID] = true
		}
	}
	var strays []proc
	for _, x := range all {
		if !mine[x.PID] {
			strays = append(strays, x)
		}
	}
	if len(strays) > 0 {
		left = "these processes belong to nothing that is up: " + strings.Join(describe(strays), "; ")
	}
	if len(managers) != 1 || spares > 1 {
		left += fmt.Sprintf(" %d managers and %d spare holders run", len(managers), spares)
	}
	for id, st := range run {
		if seen[id] != 1 {
			left += fmt.Sprintf(" %s (%s, run %s) has %d holders", st.Name, st.State, id, seen[id])
		}
		left += p.leads(st)
	}
	return left
}

func bare(all []proc) (list []process.Proc) {
	for _, p := range all {
		list = append(list, p.Proc)
	}
	return list
}

// leads checks that a server that is up is the process that its record names.
func (p *play) leads(st app.Status) string {
	if p.lost.has(st.Run) || p.damaged.has(st.Run) {
		return ""
	}
	rec, err := protocol.Load(p.runDir(st.Name, st.Run))
	if err != nil || !rec.Leader.Alive() || rec.Leader.PID != st.PID {
		return fmt.Sprintf(" %s is %s as PID %d, run %s; its record: %+v, %v", st.Name, st.State, st.PID, st.Run, rec, err)
	}
	return ""
}

// wantedIsSo is V13 for wants: the server is wanted as somebody requested last, and it is so.
func (p *play) wantedIsSo(b *burst, st app.Status) {
	before := p.wanted[st.Name]
	up := st.State == app.Ready || st.State == app.Running
	p.wanted[st.Name] = up
	if !slices.Contains(steady, st.Name) && st.Name != "last" || b.disturbed.has(st.Name) || b.strained() ||
		p.maze.editedSince() {
		return
	}
	if !b.wants.may(st.Name, up, before) {
		p.violate("V13", "%s is %s (%s), and was %v before; the requests: %+v", st.Name, st.State, st.Reason, before,
			b.wants.all[st.Name])
	}
}
