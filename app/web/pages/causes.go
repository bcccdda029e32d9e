package pages

import (
	"context"
	"sync"
	"time"

	"devservers/app"
	"devservers/app/reading/why"
	"devservers/views"
)

// causesLast is for how long a diagnosis is shown: what a person does about it, such as installing a package, changes
// no state.
const causesLast = 30 * time.Second

// causes are the causes of failed servers, for all pages: a diagnosis takes much longer than a page. Its methods may be
// called concurrently.
type causes struct {
	why *why.Why

	mu    sync.Mutex
	found map[app.Ref]found
}

// found is what a diagnosis found. The key is what it is about: with another one, the diagnosis is made again.
type found struct {
	key   whyKey
	at    time.Time
	list  []app.Finding
	block []string
}

type whyKey struct {
	run     string
	state   app.State
	failure *app.Error
	errors  int
}

func newCauses(w *why.Why) *causes { return &causes{why: w, found: map[app.Ref]found{}} }

// of returns the findings about a server that has failed, and the lines of its failure.
func (c *causes) of(ctx context.Context, st app.Status) ([]app.Finding, []string) {
	key := whyKey{st.Run, st.State, st.Failure, st.Errors}
	c.mu.Lock()
	known, ok := c.found[st.Ref()]
	c.mu.Unlock()
	if ok && known.key == key && time.Since(known.at) < causesLast {
		return known.list, known.block
	}
	d, err := c.why.Diagnose(ctx, st.Ref())
	if err != nil {
		return nil, nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.found[st.Ref()] = found{key, time.Now(), d.Findings, d.Output}
	return d.Findings, d.Output
}

// Cause returns in one sentence why a server does not serve, or "".
func (u *UI) Cause(ctx context.Context, st app.Status) string {
	if st.Name == "" || !views.Troubled(st) && st.Failure == nil {
		return ""
	}
	list, _ := u.Actions.rows.causes.of(ctx, st)
	return views.CauseOf(st, list)
}
