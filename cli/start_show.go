package cli

import (
	"fmt"
	"sort"
	"strings"

	"devservers/app"
	"devservers/app/words"
	"devservers/cli/term"
)

// labels are the names to show: without the project when all are of the same one.
func labels(all []app.Status) map[app.Ref]string {
	projects, names := map[string]bool{}, map[app.Ref]string{}
	for _, st := range all {
		projects[st.Project] = true
	}
	for _, st := range all {
		names[st.Ref()] = st.Name
		if len(projects) > 1 {
			names[st.Ref()] = st.Ref().String()
		}
	}
	return names
}

// sorted gives the labels in the order of all.
func sorted(labels map[app.Ref]string, all []app.Status) []string {
	names := make([]string, len(all))
	for i, st := range all {
		names[i] = labels[st.Ref()]
	}
	return names
}

func nameRoom(labels map[app.Ref]string) (room int) {
	names := make([]string, 0, len(labels))
	for _, name := range labels {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		room = max(room, term.Columns(name))
	}
	return room
}

// startBlock is how a start that is settled looks: a line, or a failure in full.
func (p *program) startBlock(label string, o outcome, room int) string {
	s := p.Style(p.Out)
	name := s.Paint(term.Bold, label) + strings.Repeat(" ", max(0, room-term.Columns(label)))
	if o.Error != nil {
		return p.explained(s, fmt.Sprintf("  %s %s  ", s.Cross(), name), nameless(o), p.Width(p.Out))
	}
	return fmt.Sprintf("  %s %s  %s\n", symbol(s, o.Status), name, p.startText(s, o))
}

// nameless is the failure without the server's name in front: it stands there already.
func nameless(o outcome) *app.Error {
	failure := *o.Error
	for _, name := range []string{o.Ref().String(), o.Name} {
		failure.Detail = strings.TrimPrefix(failure.Detail, name+" ")
	}
	return &failure
}

// startText says what is, where, and since when.
func (p *program) startText(s term.Style, o outcome) string {
	word := string(o.State)
	if !o.fresh {
		word = "already " + word
	}
	parts := []string{s.Paint(look(o.State).color, word)}
	if o.URL != "" {
		parts = append(parts, s.Paint(term.Cyan, o.URL))
	}
	switch {
	case !o.fresh && o.StartedAt != nil:
		parts = append(parts, s.Paint(term.Dim, "up "+words.Age(p.since(*o.StartedAt))+" (run "+o.Run+")"))
	case o.ReadyAt != nil && o.StartedAt != nil:
		parts = append(parts, s.Paint(term.Dim, "in "+words.Duration(o.ReadyAt.Sub(*o.StartedAt))))
	case o.Reason != "":
		parts = append(parts, s.Paint(term.Dim, term.Plain(o.Reason)))
	}
	if len(o.Started) > 0 {
		parts = append(parts, s.Paint(term.Dim, "started for it: "+strings.Join(o.Started, ", ")))
	}
	if o.ConfigChanged {
		parts = append(parts, s.Paint(term.Yellow, "(changed since start: "+term.Plain(changedNames(o.Status))+"; devservers restart "+o.Name+")"))
	}
	return strings.Join(parts, "  ")
}
