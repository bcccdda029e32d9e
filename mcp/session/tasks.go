package session

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	"devservers/app/base/home"
)

// Extension is the name of the extension, in the capabilities of client and server.
const Extension = "io.modelcontextprotocol/tasks"

// Longest is how long a task may take, and how long its result is kept.
const Longest = 24 * time.Hour

// The bounds of what is remembered, and how often a client should ask.
const (
	mostTasks = 128
	pollEvery = time.Second
)

// Tasks answers messages, and makes tasks of calls that take long. Its methods are safe for concurrent use.
type Tasks struct {
	next  http.HandlerFunc       // answers one message
	after time.Duration          // a call that takes longer is a task
	again func(tool string) bool // whether making a call of a tool twice does nothing more
	store *home.Store[[]stored]

	mu     sync.Mutex
	all    map[string]*task
	closed bool // the manager ends: what calls answer now is not their result
}

// stored is what is on disk of a task.
type stored struct {
	ID      string    `json:"id"`
	Owner   string    `json:"owner"` // the credential
	Created time.Time `json:"created"`
	Body    []byte    `json:"body,omitempty"` // the message that continues it; nil = nothing does
}

// OpenTasks returns the tasks that the last manager saved in file. It answers by next, and a call that takes longer
// than after is a task.
func OpenTasks(file string, after time.Duration, again func(tool string) bool, next http.HandlerFunc) *Tasks {
	return &Tasks{next: next, after: after, again: again, all: map[string]*task{},
		store: home.OpenStore[[]stored](file, home.WriteFast)}
}

// Close keeps what calls answer from now on from being their result: the next manager continues them.
func (t *Tasks) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
}

// ServeHTTP answers a message.
func (t *Tasks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "the message cannot be read", http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	switch m := read(r.Header, body); {
	case m.ofTasks() && !m.able:
		m.refuse(w, lacksCapability, "the client has to declare the extension "+Extension)
	case m.about() != "":
		t.answer(w, r, m)
	case m.Method == "tools/call" && m.able:
		t.call(w, r, m, body)
	default:
		t.next(w, r)
	}
}

// call answers a call if that doesn't take long, else with a task.
func (t *Tasks) call(w http.ResponseWriter, r *http.Request, m envelope, body []byte) {
	one := &task{stored: stored{ID: rand.Text(), Owner: Owner(r), Created: time.Now()}, tasks: t, changed: time.Now()}
	if t.again(m.Params.Name) {
		one.Body = body
	}
	done := one.start(r, body)
	slow := time.NewTimer(t.after)
	defer slow.Stop()
	select {
	case <-done:
		one.answer.copyTo(w)
	case <-slow.C:
		t.keep(one)
		m.reply(w, one.shown("task"))
	case <-r.Context().Done(): // nobody waits for it
		one.cancel()
	}
}

// keep remembers a task, also on disk, so that it can be asked for. The oldest ones give way.
func (t *Tasks) keep(one *task) {
	t.mu.Lock()
	t.all[one.ID] = one
	one.kept = true
	t.mu.Unlock()
	t.save(one.stored)
}

// save replaces the record of a task on disk. What can't be saved is lost with this manager.
func (t *Tasks) save(r stored) {
	_ = t.store.Change(func(list *[]stored) error {
		*list = slices.DeleteFunc(slices.Clone(*list), func(o stored) bool { return o.ID == r.ID || o.over() })
		*list = append((*list)[max(0, len(*list)+1-mostTasks):], r)
		t.forget(*list)
		return nil
	})
}

// forget drops the tasks that are in no record any more.
func (t *Tasks) forget(list []stored) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for id, one := range t.all {
		if !slices.ContainsFunc(list, func(r stored) bool { return r.ID == id }) {
			one.cancel()
			delete(t.all, id)
		}
	}
}

func (r stored) over() bool { return time.Since(r.Created) > Longest }

// find returns a task of the credential of r. One that an earlier manager began continues.
func (t *Tasks) find(r *http.Request, id string) *task {
	t.mu.Lock()
	defer t.mu.Unlock()
	one := t.all[id]
	if one == nil {
		list := t.store.Get()
		if i := slices.IndexFunc(list, func(o stored) bool { return o.ID == id && !o.over() }); i >= 0 {
			one = &task{stored: list[i], tasks: t, changed: time.Now(), kept: true}
		}
	}
	if one == nil || one.Owner != Owner(r) {
		return nil
	}
	if t.all[id] == nil {
		t.all[id] = one
		one.again(r)
	}
	return one
}

type taskKey struct{}

// Can reports whether the call of ctx may take as long as it needs.
func Can(ctx context.Context) bool { return ctx.Value(taskKey{}) != nil }

// Say notes what the call of ctx is doing.
func Say(ctx context.Context, text string) {
	if one, ok := ctx.Value(taskKey{}).(*task); ok {
		one.say(text)
	}
}

// Resume names the call that continues the one of ctx if the manager ends before it does.
func Resume(ctx context.Context, tool string, arguments map[string]any) {
	if one, ok := ctx.Value(taskKey{}).(*task); ok {
		one.resume(tool, arguments)
	}
}

// Bounded reports whether a call says how long it may wait, and not just the longest time.
func Bounded(arguments map[string]any, longest time.Duration) bool {
	for _, name := range []string{"timeout_s", "wait_s"} {
		if n, ok := arguments[name].(float64); ok && n < longest.Seconds() {
			return true
		}
	}
	return false
}
