package history

import (
	"slices"

	"devservers/app"
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
