//go:build chaos

package chaos

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"devservers/app"
	"devservers/app/run/protocol"
)

// started is V10 and "one server per ref": no two processes of a server ran at once, none of a file that nobody
// trusted, and no run was started twice.
func (p *play) started(server string) {
	seen := map[string]bool{}
	for _, note := range p.notes(server) {
		var word, id string
		var pid, generation int
		if _, err := fmt.Sscanf(note, "%s %d g%d %s", &word, &pid, &generation, &id); err != nil {
			continue
		}
		switch {
		case p.noted.has(server + id):
		case word == "doubled":
			p.violate("V1", "%s ran twice at once: run %s, PID %d", server, id, pid)
		case !p.maze.isTrusted(generation):
			p.violate("V10", "%s ran generation %d of the file, which nobody has trusted", server, generation)
		}
		if seen[id] {
			p.violate("V6", "%s run %s was started twice", server, id)
		}
		seen[id] = true
		p.noted.add(server + id)
		p.hasRecord(server, id, pid)
	}
}

// hasRecord checks that a process that ran has left a record.
func (p *play) hasRecord(server, id string, pid int) {
	if p.lost.has(id) || p.damaged.has(id) {
		return
	}
	rec, err := protocol.Load(p.runDir(server, id))
	if errors.Is(err, fs.ErrNotExist) && p.newer(server, id) >= p.kept {
		return // as the settings say
	}
	if err != nil || rec.Leader.PID != pid {
		p.violate("V6", "%s run %s ran as PID %d, and its record says %+v, %v", server, id, pid, rec.Leader, err)
	}
}

// newer counts the runs of a server that began after one of them: those with a folder, and those whose folder is gone.
func (p *play) newer(server, id string) int {
	ids := p.runs(server)
	for _, note := range p.notes(server) {
		if words := strings.Fields(note); len(words) > 3 {
			ids = append(ids, words[3])
		}
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	i, _ := slices.BinarySearch(ids, id+"\x00")
	return len(ids) - i
}

// ended is V6: each run but the current one describes how it ended.
func (p *play) ended(st app.Status) {
	for _, id := range p.runs(st.Name) {
		if p.over.has(id) || p.lost.has(id) || id == st.Run && st.State.Up() {
			continue
		}
		rec, err := protocol.Load(p.runDir(st.Name, id))
		switch {
		case err != nil:
			p.violate("V6", "%s run %s can't be read: %v", st.Name, id, err)
		case rec.Gone == nil || rec.End == nil:
			p.violate("V6", "%s is %s; its run %s has no end: %+v", st.Name, st.State, id, rec)
		case rec.End.Code < 0 && rec.End.Signal == "" && rec.End.Error == "" && rec.End.Cause == "":
			p.violate("V6", "%s run %s ended without a reason: %+v", st.Name, id, rec.End)
		case p.alone.has(id) && (rec.End.Code != 7 || rec.End.Error != ""):
			p.violate("V6", "%s run %s ended with exit code 7 while no manager ran, and its record says %+v", st.Name, id,
				rec.End)
		}
		p.over.add(id)
	}
}

// sameEverywhere is V18: API, command line and MCP say the same.
func (p *play) sameEverywhere(list []app.Status) {
	want := map[string]string{}
	for _, st := range list {
		if st.Kind != "task" {
			want[st.Name] = string(st.State)
		}
	}
	out, code := p.devservers("status", "--json", "maze")
	for name, state := range want {
		if !strings.Contains(squeezed(out), fmt.Sprintf(`"name":"%s","kind":"server","state":"%s"`, name, state)) {
			p.violate("V18", "devservers status does not say that %s is %s (exit code %d): %s", name, state, code, out)
			return
		}
	}
	text, a := (&mcpSession{}).call(p.world, "list_projects", map[string]any{"project": "maze"})
	for name, state := range want {
		if !strings.Contains(squeezed(text), fmt.Sprintf("-server:maze/%sstate:%s", name, state)) {
			p.violate("V18", "MCP does not say that %s is %s (%s): %s", name, state, a, text)
			return
		}
	}
}

func squeezed(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer(`": `, `":`, `, "`, `,"`).Replace(text)), "")
}
