package app

import (
	"context"
	"slices"
	"time"

	"devservers/app/config"
	"devservers/app/digest"
)

// Edit is files of a project that changed together.
type Edit struct {
	Number int       `json:"number"` // 1 is the first since the project's servers were started
	At     time.Time `json:"at"`
	Files  []string  `json:"files"`          // relative to the project, at most 20
	More   int       `json:"more,omitempty"` // files that are not listed
}

// The states of a Verdict.
const (
	VerdictPending = "pending" // it is not clear yet
	VerdictGood    = "good"    // the server was built or started anew, without a new error
	VerdictBad     = "bad"     // there are new errors, or the server has ended
	VerdictNone    = "none"    // the server said nothing about it
)

// Verdict is what an edit did to one server.
type Verdict struct {
	Server    string         `json:"server"` // project/server
	Run       string         `json:"run"`
	State     string         `json:"state"`              // pending, good, bad, none
	Message   string         `json:"message"`            // one sentence
	Reaction  string         `json:"reaction,omitempty"` // what the server said about building or starting anew
	ReactedAt *time.Time     `json:"reacted_at,omitempty"`
	New       []digest.Error `json:"new"`
	Fixed     []digest.Error `json:"fixed"`
	Left      int            `json:"left"` // errors from before the edit that are still there

	Clear time.Time `json:"-"` // when a pending one becomes clear, unless the server says something until then
}

// EditPage is the verdict on the last edit of a project.
type EditPage struct {
	Project  string    `json:"project"`
	Edit     *Edit     `json:"edit,omitempty"` // nil: none was seen since its servers were started
	Watched  bool      `json:"watched"`        // its files are watched: a server of it runs
	State    string    `json:"state"`          // the gravest of the verdicts: bad, pending, good, none
	Message  string    `json:"message"`
	Verdicts []Verdict `json:"verdicts"`
}

// The times of a verdict.
const (
	editSettles = 400 * time.Millisecond // a server that has reacted, and said nothing for so long, has said all
	editNone    = 3 * time.Second        // one that has not reacted by then does not
	editSlow    = 30 * time.Second       // one that has begun to build and not ended by then is not waited for
	editGrace   = 500 * time.Millisecond // how long after an edit it is known here, at most
	editRecent  = 30 * time.Second       // an edit that is older is not what somebody means who waits for a rebuild
	filesShown  = 20
)

// watchEdits watches the files of a project for as long as one of its servers lives.
func (s *Supervisor) watchEdits(p *project) (leave func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.alive++; p.alive == 1 {
		ctx, cancel := context.WithCancel(s.ctx)
		p.unwatch = cancel
		s.wg.Go(func() { s.watchTree(ctx, p) })
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if p.alive--; p.alive == 0 {
			p.unwatch()
		}
	}
}

func (s *Supervisor) watchTree(ctx context.Context, p *project) {
	w, err := newTreeWatch(ctx, p.reg.Path)
	if err != nil {
		s.log.Warn("the files of a project are not watched", "project", p.id, "error", err)
		return
	}
	w.run(ctx, func(e fileEdit) { s.edited(p, e) })
}

// edited notes an edit.
func (s *Supervisor) edited(p *project, e fileEdit) {
	s.update(func() {
		p.edit = &Edit{Number: p.edits + 1, At: e.at, Files: e.files, More: max(0, len(e.files)-filesShown)}
		p.edit.Files = e.files[:len(e.files)-p.edit.More]
		p.edits++
		p.restartEdited(e)
		s.awaitVerdict(p)
	})
}

// Edited is the verdict on the last edit as far as it is known now.
func (s *Supervisor) Edited(ctx context.Context, id string) (EditPage, error) {
	return s.editPage(ctx, id, s.verdict)
}

// LastEdit is Edited as far as the readers of the errors have got, which is a moment less: for those who ask often. It costs little while nothing changes.
func (s *Supervisor) LastEdit(ctx context.Context, id string) (EditPage, error) {
	return s.editPage(ctx, id, s.knownVerdict)
}

// editPage asks for the verdict on each server.
func (s *Supervisor) editPage(ctx context.Context, id string, verdict func(context.Context, *project, *managed, Edit) (Verdict, error)) (EditPage, error) {
	p, err := s.find(id)
	if err != nil {
		return EditPage{}, err
	}
	s.mu.Lock()
	page := EditPage{Project: p.id, Edit: p.edit, Watched: p.alive > 0, Verdicts: []Verdict{}}
	var all []*managed
	for _, m := range p.inOrder() {
		if m.status.State.Up() || p.edit != nil && m.endedSince(p.edit.At) {
			all = append(all, m)
		}
	}
	s.mu.Unlock()
	for _, m := range all {
		if page.Edit == nil {
			break
		}
		v, err := verdict(ctx, p, m, *page.Edit)
		if err != nil {
			return page, err
		}
		page.Verdicts = append(page.Verdicts, v)
	}
	page.sum()
	return page, nil
}

// endedSince tells whether a server has ended by itself since t; tasks are there to end.
func (m *managed) endedSince(t time.Time) bool {
	return m.run != nil && m.spec.Kind != config.KindTask && m.status.EndedAt != nil && m.status.EndedAt.After(t) && m.status.State == Exited
}

// sum says in one word what came of the edit.
func (p *EditPage) sum() {
	p.State = VerdictNone
	for _, state := range []string{VerdictGood, VerdictPending, VerdictBad} {
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
		p.Message = p.Edit.says() + ": " + map[string]string{VerdictGood: "built, no new error", VerdictPending: "not clear yet", VerdictBad: "it broke something",
			VerdictNone: "no server said anything about it"}[p.State]
	}
}

// AwaitEdit waits until the verdict on the last edit is clear, at most until ctx ends: then it is what is known by then. An edit that was made just before
// the call is meant, even if it is not known here yet.
func (s *Supervisor) AwaitEdit(ctx context.Context, id, server string) (EditPage, error) {
	grace := time.Now().Add(editGrace)
	for {
		changed := s.Changed()
		page, err := s.Edited(context.WithoutCancel(ctx), id)
		again := later(page.clear(server), grace) // verdicts become clear by time, too
		if err != nil || ctx.Err() != nil || !time.Now().Before(again) {
			return page, err
		}
		timer := time.NewTimer(time.Until(again))
		select {
		case <-changed:
		case <-timer.C:
		case <-ctx.Done():
		}
		timer.Stop()
	}
}

// clear is when the verdict on one server, or on all (""), becomes clear unless more is said; zero = it is clear.
func (p EditPage) clear(server string) (at time.Time) {
	for _, v := range p.Verdicts {
		if v.State == VerdictPending && (server == "" || v.Server == p.Project+"/"+server) {
			at = later(at, v.Clear)
		}
	}
	return at
}

// Of is the verdict about one server; nil: there is none.
func (p EditPage) Of(ref Ref) *Verdict {
	for i := range p.Verdicts {
		if p.Verdicts[i].Server == ref.String() {
			return &p.Verdicts[i]
		}
	}
	return nil
}
