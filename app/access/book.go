package access

import (
	"context"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"devservers/app"
	"devservers/app/base/changes"
	"devservers/app/base/home"
	"devservers/app/engine/supervisor"
	"devservers/app/reading/why"
)

// PermitRequest is a change by an agent that waits for a person.
type PermitRequest struct {
	ID     string
	Server app.Ref
	Change app.Change
	By     app.Actor // who asks
	Why    string    // why a person has to decide, one sentence
	At     time.Time
	Typing bool // it wants to type into the terminal; Change is empty

	Draft  *app.Draft // a devservers.yml that it proposes; Change is empty, and Server has only the project
	Reason string     // of a draft: what the agent writes about it
}

// The bounds of what waits. An agent repeats a request that was dropped.
const (
	mostWaiting = 20
	waitLife    = time.Hour
)

// Permits makes changes, or keeps them until a person decides. Its methods are safe for concurrent use.
type Permits struct {
	sup    *supervisor.Supervisor
	causes *why.Why

	mu    changes.Mutex
	list  []PermitRequest
	taken map[string]PermitRequest // by id: that a person has answered, while that takes effect
	typed *home.Store[[]string]    // servers into which agents may type; nil = none
}

// NewPermits returns a book in which nothing waits.
func NewPermits(sup *supervisor.Supervisor, causes *why.Why) *Permits {
	return &Permits{sup: sup, causes: causes, taken: map[string]PermitRequest{}}
}

// Add changes a server's overlay. What an agent may not change waits for a person, and the error shows where.
func (b *Permits) Add(ctx context.Context, ref app.Ref, c app.Change, a app.Actor) (app.Overlay, error) {
	if !a.IsAgent() {
		return AddPatch(b.sup, ref, c, a)
	}
	o, err := addPatchFor(b.sup, ref, c, a, b.named(ctx, ref))
	var personal *Personal
	if !errors.As(err, &personal) {
		return o, err
	}
	there := *personal.Failure
	there.Permit = b.ask(PermitRequest{Server: ref, Change: c, By: a, Why: personal.Failure.Detail})
	there.Hint = "ask the person to allow it at " + b.sup.View().URL +
		"/waiting; it takes effect with the click, from the next start on"
	return o, &there
}

// Keep keeps in file into which servers agents may type. Call it before the book is used.
func (b *Permits) Keep(file string) { b.typed = home.OpenStore[[]string](file, home.Write) }

// Type returns nil if a may type into the terminal of a server. Otherwise that waits for a person, who is asked once
// for each server, and the error shows where.
func (b *Permits) Type(ref app.Ref, a app.Actor) error {
	if !a.IsAgent() || b.typed != nil && slices.Contains(b.typed.Get(), ref.String()) {
		return nil
	}
	fail := app.FailAbout(app.CodeNeedsHuman, "ask the person to allow it at "+b.sup.View().URL+
		"/waiting, then call again", ref.String(), "takes input from agents only if a person has allowed it")
	fail.Permit = b.ask(PermitRequest{Server: ref, By: a, Typing: true,
		Why: "a program does what is typed into it, so a person allows that once for each server"})
	return fail
}

// named returns the variables that findings about the server name.
func (b *Permits) named(ctx context.Context, ref app.Ref) (names []string) {
	if b.causes == nil {
		return nil
	}
	d, _ := b.causes.Diagnose(ctx, ref)
	for _, f := range d.Findings {
		if f.Step != nil && f.Step.Do == app.StepSetEnv {
			names = append(names, f.Step.Name)
		}
	}
	return names
}

// ask keeps a request and returns its id. It replaces the same one by the same agent, unless nothing has changed: a
// person may be looking at it.
func (b *Permits) ask(r PermitRequest) (id string) {
	r.ID, r.At = strings.ToLower(rand.Text()[:10]), time.Now()
	b.mu.Lock()
	defer b.mu.Unlock()
	for id, old := range b.taken {
		if r.equals(old) {
			return id // it takes effect just now
		}
	}
	b.list = slices.DeleteFunc(b.list, func(old PermitRequest) bool {
		if r.equals(old) {
			r.ID = old.ID
		}
		return r.At.Sub(old.At) >= waitLife || r.replaces(old)
	})
	b.list = append(b.list[max(0, len(b.list)-mostWaiting+1):], r)
	b.mu.Announce()
	return r.ID
}

// replaces reports whether a request is about the same as an older one by the same agent.
func (r PermitRequest) replaces(old PermitRequest) bool {
	return old.Server == r.Server && old.By == r.By && old.Typing == r.Typing && same(old.Change, r.Change) &&
		(old.Draft == nil) == (r.Draft == nil)
}

// equals reports whether nothing has changed in a request since an older one.
func (r PermitRequest) equals(old PermitRequest) bool {
	return r.replaces(old) && (r.Typing || r.Draft != nil && *old.Draft == *r.Draft)
}

// Await waits until a person has answered a request and that has taken effect, or ctx ends.
func (b *Permits) Await(ctx context.Context, id string) error {
	return b.mu.Await(ctx, func() bool {
		_, taken := b.taken[id]
		return !taken && !slices.ContainsFunc(b.list, func(r PermitRequest) bool { return r.ID == id })
	})
}

// same reports whether two changes are of the same variables and port.
func same(a, b app.Change) bool {
	return slices.Equal(slices.Sorted(maps.Keys(a.SetEnv)), slices.Sorted(maps.Keys(b.SetEnv))) &&
		slices.Equal(a.UnsetEnv, b.UnsetEnv) && (a.Port == "") == (b.Port == "")
}

// Waiting returns what waits for a person, the oldest first.
func (b *Permits) Waiting() []PermitRequest {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(b.list), func(r PermitRequest) bool { return time.Since(r.At) >= waitLife })
}

func answered() error {
	return app.Failf(app.CodeNotFound, "the agent can ask again",
		"this request has been answered, or is older than an hour")
}

// Take removes a request and returns it, for Allow, Accept or Refuse.
func (b *Permits) Take(id string) (PermitRequest, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	at := slices.IndexFunc(b.list, func(r PermitRequest) bool { return r.ID == id && time.Since(r.At) < waitLife })
	if at < 0 {
		return PermitRequest{}, answered()
	}
	r := b.list[at]
	b.list = slices.Delete(b.list, at, at+1)
	b.taken[id] = r
	return r, nil
}

// done tells the agent that waits that a request has been answered.
func (b *Permits) done(r PermitRequest) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.taken, r.ID)
	b.mu.Announce()
}

// Refuse drops a request.
func (b *Permits) Refuse(id string) error {
	r, err := b.Take(id)
	if err == nil {
		b.done(r)
	}
	return err
}

// Allow makes a change that a person has allowed. It stays the agent's, which may undo it.
func (b *Permits) Allow(r PermitRequest) (app.Overlay, error) {
	defer b.done(r)
	if r.Typing {
		return app.Overlay{}, b.allowTyping(r.Server)
	}
	return addAllowedPatch(b.sup, r.Server, r.Change, r.By)
}

func (b *Permits) allowTyping(ref app.Ref) error {
	if b.typed == nil {
		return app.Failf(app.CodeInternal, "", "there is no file for it")
	}
	return b.typed.Change(func(list *[]string) error {
		if !slices.Contains(*list, ref.String()) {
			*list = append(*list, ref.String())
		}
		return nil
	})
}
