package web

import (
	"net/http"

	"devservers/app"
)

// why tells what is wrong with a server or task.
func (s *Server) why(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	d, err := s.sup.Diagnose(ref)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, d)
}

// whyKey is what a diagnosis of a card is about: with another it is made afresh.
type whyKey struct {
	ref     app.Ref
	run     string
	state   app.State
	failure *app.Error
}

// why gives the findings for a server that has failed. They are made once for each failure: cards are drawn often.
func (b *boards) why(st app.Status) []app.Finding {
	key := whyKey{st.Ref(), st.Run, st.State, st.Failure}
	if known, ok := b.found[st.Ref()]; ok && known.key == key {
		return known.list
	}
	d, err := b.s.sup.Diagnose(st.Ref())
	if err != nil {
		return nil
	}
	b.found[st.Ref()] = found{key, d.Findings}
	return d.Findings
}

// found is what a diagnosis found.
type found struct {
	key  whyKey
	list []app.Finding
}

// env explains what the next start of a server would be given; secrets are masked.
func (s *Server) env(w http.ResponseWriter, r *http.Request) error {
	ref, err := s.ref(r)
	if err != nil {
		return err
	}
	if actorOf(r).Kind == app.ActorMCP {
		return fail(app.CodeNeedsHuman, "devservers env shows it to a person", "agents do not read the environment")
	}
	list, err := s.sup.Environment(ref)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, some(list))
}
