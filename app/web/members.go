package web

import (
	"net/http"
	"slices"
	"sync"

	"devservers/app"
	"devservers/app/reading/edits"
	"devservers/app/web/wire"
)

// members returns the servers and tasks of a project that a request is about: those of names, in this order, or all.
func (p projectAPI) members(project string, names []string) (refs []app.Ref, err error) {
	if len(names) == 0 {
		view, err := p.sup.Project(project)
		for st := range view.Each() {
			refs = append(refs, st.Ref())
		}
		return refs, err
	}
	for _, name := range names {
		ref, err := p.sup.Files.ResolveIn(project, name)
		if err != nil {
			return nil, err
		}
		refs = append(refs, ref)
	}
	return refs, nil
}

// runs answers the stored runs of a project's servers and tasks, newest first.
func (p projectAPI) runs(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	names := q.List("server")
	if err := q.Done(); err != nil {
		return err
	}
	refs, err := p.members(ref.Project, names)
	list := []app.RunInfo{}
	for _, ref := range refs {
		list = append(list, p.sup.Kept.List(ref)...)
	}
	slices.SortStableFunc(list, func(a, b app.RunInfo) int { return b.StartedAt.Compare(a.StartedAt) })
	return wire.Answer(w, list, err)
}

// errors answers an ErrorPage for each of a project's servers and tasks. They are read together: each that prints just
// now is waited for.
func (p projectAPI) errors(w http.ResponseWriter, r *http.Request, ref app.Ref) error {
	q := wire.NewParameters(r.URL.Query())
	ask, names := errorQuery(q), q.List("server")
	if err := q.Done(); err != nil {
		return err
	}
	refs, err := p.members(ref.Project, names)
	if err != nil {
		return err
	}
	pages, errs := make([]edits.ErrorPage, len(refs)), make([]error, len(refs))
	var all sync.WaitGroup
	for i, ref := range refs {
		one := ask
		one.Ref = ref
		all.Go(func() { pages[i], errs[i] = p.edits.Errors(r.Context(), one) })
	}
	all.Wait()
	if at := slices.IndexFunc(errs, func(err error) bool { return err != nil }); at >= 0 {
		return errs[at]
	}
	return wire.WriteJSON(w, http.StatusOK, pages)
}
