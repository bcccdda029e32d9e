package session

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"
)

// task is a call. Its fields but stored are protected by the mutex of its tasks.
type task struct {
	stored
	tasks   *Tasks
	changed time.Time
	kept    bool   // on disk, too
	text    string // what it is doing
	ended   string // its status at the end; "" = it has not ended
	asks    outcome
	said    map[string]json.RawMessage // to what it asks
	got     outcome
	answer  *recorder // owned by the call until it has ended
	cancel  context.CancelFunc
}

// The status of tasks.
const (
	working   = "working"
	asking    = "input_required"
	completed = "completed"
	failed    = "failed"
	cancelled = "cancelled"
)

// start makes the call that body contains, for the caller of r but not bounded by it.
func (o *task) start(r *http.Request, body []byte) (done <-chan struct{}) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), Longest)
	ended, answer := make(chan struct{}), newRecorder()
	answer.meta = outcome{Result: body}.params("_meta")
	o.cancel, o.answer, o.asks = cancel, answer, outcome{}
	r = r.WithContext(context.WithValue(ctx, taskKey{}, o))
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	go func() {
		defer close(ended)
		defer cancel()
		o.tasks.next(answer, r)
		o.end(answer.outcome(), body)
	}()
	return ended
}

// end takes over what a call has answered.
func (o *task) end(got outcome, body []byte) {
	t := o.tasks
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed || o.ended != "":
		return
	case got.Result != nil && got.kind() == asking:
		o.asks, o.said, o.Body = got, map[string]json.RawMessage{}, body
	case got.Result != nil:
		o.ended, o.got = completed, got
	default:
		o.ended, o.got = failed, got
	}
	o.changed = time.Now()
}

// again continues a task of an earlier manager for the caller of r; t.mu is held.
func (o *task) again(r *http.Request) {
	if o.Body == nil {
		o.ended, o.cancel = completed, func() {}
		o.got.Result, _ = json.Marshal(map[string]any{"resultType": "complete", "isError": true,
			"content": []any{map[string]any{"type": "text", "text": "the manager was replaced during this call, and what it " +
				"began goes on: call list_projects to see the current state"}}})
		return
	}
	m := envelope{}
	_ = json.Unmarshal(o.Body, &m)
	r = r.Clone(r.Context())
	r.Header.Set("Mcp-Method", m.Method)
	r.Header.Set("Mcp-Name", m.Params.Name)
	o.start(r, o.Body)
}

// say notes what a task is doing.
func (o *task) say(text string) {
	o.tasks.mu.Lock()
	defer o.tasks.mu.Unlock()
	o.text, o.changed = text, time.Now()
}

// resume replaces the call that continues a task.
func (o *task) resume(tool string, arguments map[string]any) {
	o.tasks.mu.Lock()
	o.Body = callOf(o.answer.meta, tool, arguments)
	kept, r := o.kept, o.stored
	o.tasks.mu.Unlock()
	if kept {
		o.tasks.save(r)
	}
}

// stop ends the waiting of a task; what it began goes on.
func (o *task) stop() {
	o.tasks.mu.Lock()
	defer o.tasks.mu.Unlock()
	if o.ended == "" {
		o.ended, o.changed = cancelled, time.Now()
		o.cancel()
	}
}

// status returns the status of a task; t.mu is held.
func (o *task) status() string {
	switch {
	case o.ended != "":
		return o.ended
	case o.asks.Result != nil:
		return asking
	}
	return working
}

// shown returns a task as the protocol has it.
func (o *task) shown(kind string) any {
	o.tasks.mu.Lock()
	defer o.tasks.mu.Unlock()
	v := struct {
		Kind     string          `json:"resultType"`
		ID       string          `json:"taskId"`
		Status   string          `json:"status"`
		Text     string          `json:"statusMessage,omitempty"`
		Created  time.Time       `json:"createdAt"`
		Changed  time.Time       `json:"lastUpdatedAt"`
		Longest  int64           `json:"ttlMs"`
		Poll     int64           `json:"pollIntervalMs"`
		Result   json.RawMessage `json:"result,omitempty"`
		Error    json.RawMessage `json:"error,omitempty"`
		Requests any             `json:"inputRequests,omitempty"`
	}{kind, o.ID, o.status(), o.text, o.Created.UTC(), o.changed.UTC(), Longest.Milliseconds(), pollEvery.Milliseconds(),
		o.got.Result, o.got.Error, nil}
	if v.Status == asking {
		v.Requests = o.open()
	}
	if v.Status != working {
		v.Text = ""
	}
	return v
}
