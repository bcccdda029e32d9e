package logs

import (
	"cmp"
	"context"
	"math"
	"slices"

	"devservers/app"
	"devservers/app/digest"
	"devservers/app/engine/supervisor"
)

// Logs reads what servers and tasks have printed.
type Logs struct {
	sup    *supervisor.Supervisor
	errors *known
}

// New returns the reader of a Supervisor's runs.
func New(sup *supervisor.Supervisor) *Logs {
	return &Logs{sup: sup, errors: &known{past: map[string]digest.Ranges{}}}
}

func (l *Logs) refs(q Query) []app.Ref { return refs(l.sup, q.Projects, q.Servers) }

// refs returns the servers and tasks of projects that are among names, sorted by name. An empty list selects all. A
// name is project/server, or a server alone, which matches in each of the projects.
func refs(sup *supervisor.Supervisor, projects, names []string) (list []app.Ref) {
	for _, r := range sup.ServerRuns() {
		of := len(projects) == 0 || slices.Contains(projects, r.Ref.Project)
		if of && (len(names) == 0 || slices.Contains(names, r.Ref.String()) || slices.Contains(names, r.Ref.Name)) {
			list = append(list, r.Ref)
		}
	}
	slices.SortFunc(list, func(a, b app.Ref) int { return cmp.Compare(a.String(), b.String()) })
	return list
}

// ReadMerged returns one page of several servers, without waiting for more. When q.Budget is over first, it returns
// what it has found, and how far it has got: the filter may leave out nearly everything.
func (l *Logs) ReadMerged(ctx context.Context, q Query) (app.MergedPage, error) {
	m, err := l.several(q, q.limit(DefaultMerged, MaxLimit))
	if err != nil {
		return app.MergedPage{}, err
	}
	defer m.close()
	return m.read(ctx, cmp.Or(max(q.Budget, 0), DefaultBudget))
}

// several is a merge of all servers that q names.
func (l *Logs) several(q Query, limit int) (*merge, error) {
	m, err := l.newMerge(q, limit, mergedBytes)
	if err != nil {
		return nil, err
	}
	m.places = true
	for _, ref := range l.refs(q) {
		if at, to := l.begin(q, ref), q.To[ref]; q.To == nil || at.Before(to) {
			src := m.add(ref, at)
			src.only, src.to = q.Newest, to
		}
	}
	return m, nil
}

// begin is where the reading of one server begins. A server that the cursor does not name is newer than the cursor.
func (l *Logs) begin(q Query, ref app.Ref) app.Position {
	at, known := q.At[ref]
	switch {
	case known:
		return at
	case q.At != nil:
		return app.Position{Run: l.sup.Kept.Before(ref, l.sup.LatestRun(ref)), Seq: math.MaxInt64}
	case q.Direction == Forward && !q.Since.IsZero():
		return l.placeAt(ref, q.Since)
	case q.Direction == Forward:
		return app.Position{}
	case !q.Until.IsZero():
		return l.placeAt(ref, q.Until)
	}
	return l.placeNow(ref)
}
