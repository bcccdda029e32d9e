package history

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"devservers/app"
	"devservers/app/base/words"
)

// mostDeeds bounds one reading of deeds.
const mostDeeds = 500

// Last returns the number of the newest deed; 0 if there is none.
func (s *Store) Last() int64 {
	if s == nil {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.last
}

// Deeds returns the entries and the crashes after a number, in the order of their ends: the newest mostDeeds of them.
func (s *Store) Deeds(after int64) []Entry {
	if s == nil || s.Last() <= after {
		return nil
	}
	list, _ := s.Query(Query{Limit: mostDeeds, after: after, crashes: true}) // what can't be read is not told
	slices.Reverse(list)
	return list
}

// Crashed records that a run of a server ended unasked and unsuccessfully.
func (s *Store) Crashed(e app.Event) {
	if s != nil {
		_ = s.Add(Entry{Time: e.Time, Actor: app.Actor{Kind: app.ActorCrash}, Action: Crash, Target: e.Server, Run: e.Run,
			Result: "ok", Detail: e.Exit.String()})
	}
}

// Crashes returns the runs whose crashes are recorded, of the newest entries.
func (s *Store) Crashes() map[string]bool {
	runs := map[string]bool{}
	list, _ := s.Query(Query{Limit: maxEntries, Action: Crash, crashes: true}) // else they are recorded once more
	for _, e := range list {
		runs[e.Run] = true
	}
	return runs
}

const (
	entryBytes  = 16 << 10 // a longer entry loses its arguments
	detailRunes = 500
)

// Entry is one request and its result. It holds no output and no environment values.
type Entry struct {
	Number   int64          `json:"number,omitempty"` // higher than that of each entry that was added before
	Time     time.Time      `json:"time"`
	Actor    app.Actor      `json:"actor"`
	Caller   string         `json:"caller,omitempty"` // which session of the actor, if the door knows it
	Action   Action         `json:"action"`
	Target   string         `json:"target,omitempty"` // project, or project/server
	Args     map[string]any `json:"args,omitempty"`
	Result   string         `json:"result"` // ok, or the error's code
	Detail   string         `json:"detail,omitempty"`
	Run      string         `json:"run,omitempty"`
	Duration int64          `json:"duration_ms"`
}

func (e Entry) encode() ([]byte, error) {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	e.Detail, e.Actor.Client = words.Clip(e.Detail, detailRunes), words.Clip(e.Actor.Client, detailRunes)
	line, err := json.Marshal(e)
	if err == nil && len(line) > entryBytes {
		e.Args = map[string]any{"left_out": "too long"}
		line, err = json.Marshal(e)
	}
	return append(line, '\n'), err
}

// EndedAt returns when the request was answered.
func (e Entry) EndedAt() time.Time { return e.Time.Add(time.Duration(e.Duration) * time.Millisecond) }

// add records the arguments of a run beyond its command. Its secrets are masked.
func (e *Entry) add(r app.Result) {
	if e.Action == Run && r.Added != "" {
		e.Args = maps.Clone(e.Args)
		if e.Args == nil {
			e.Args = map[string]any{}
		}
		e.Args["arguments"] = words.Clip(r.Added, detailRunes)
	}
}

// fail records err. The text of an unexpected error may contain anything and is left out. A run whose caller left
// goes on: that is no failure.
func (e *Entry) fail(err error) {
	if e.Run != "" && errors.Is(err, context.Canceled) {
		e.Detail = "nobody waited for the end"
		return
	}
	known := &app.Error{Code: app.CodeInternal, Run: e.Run}
	errors.As(err, &known)
	e.Result, e.Detail, e.Run = string(known.Code), known.Detail, known.Run
}
