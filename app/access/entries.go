package access

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// mostEntries bounds what is kept; the one that was used longest ago makes place for a new grant.
const mostEntries = 200

// usedStep is how exact the time of the last use is: each step costs a write.
const usedStep = time.Minute

// The errors of named tokens.
var (
	ErrExists   = errors.New("there is a token of this name already")
	ErrName     = errors.New("a token's name has 1 to 60 printable characters")
	ErrNotFound = errors.New("there is no such agent or token")
	ErrTooMany  = errors.New("there are too many agents and tokens")
)

// List is all that may speak to the manager now, the newest first.
func (s *Store) List() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []Entry{}
	for _, r := range alive(s.records, time.Now()) {
		list = append(list, r.Entry)
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return list
}

// AddToken makes a named token. The secret is shown this once: only its digest is kept.
func (s *Store) AddToken(name string) (secretValue string, e Entry, err error) {
	if name == "" || plainName(name) != name {
		return "", Entry{}, ErrName
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	next := alive(s.records, now)
	if slices.ContainsFunc(next, func(r record) bool { return r.Kind == KindToken && r.Name == name }) {
		return "", Entry{}, fmt.Errorf("%w: %s", ErrExists, name)
	}
	if len(next) >= mostEntries {
		return "", Entry{}, ErrTooMany
	}
	value := newSecret("token")
	r := record{Entry: Entry{ID: newID(), Kind: KindToken, Name: name, CreatedAt: seconds(now)}, Access: []secret{{Digest: digestOf(value)}}}
	return value, r.Entry, s.save(append(next, r))
}

// Revoke ends the grant or token that is meant: by its id, or by the name of a token. All its secrets are refused
// from now on.
func (s *Store) Revoke(name string) (Entry, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := alive(s.records, time.Now())
	at := slices.IndexFunc(next, func(r record) bool { return r.ID == name })
	if at < 0 {
		at = slices.IndexFunc(next, func(r record) bool { return r.Kind == KindToken && r.Name == name })
	}
	if at < 0 {
		return Entry{}, ErrNotFound
	}
	gone := next[at].Entry
	return gone, s.save(slices.Delete(next, at, at+1))
}

// Who is whose the access token or named token is. It notes the use.
func (s *Store) Who(value string) (Entry, bool) {
	key, now := digestOf(value), time.Now()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.records {
		r := &s.records[i]
		if !has(r.Access, key, now) {
			continue
		}
		if r.UsedAt == nil || now.Sub(*r.UsedAt) >= usedStep {
			at := seconds(now)
			r.UsedAt = &at
			_ = s.save(s.records) // a use that could not be noted is no reason to refuse it
		}
		return r.Entry, true
	}
	return Entry{}, false
}

// alive is a copy of records without what has ended.
func alive(records []record, now time.Time) []record {
	var list []record
	for _, r := range records {
		r.Access, r.Refresh = running(r.Access, now), running(r.Refresh, now)
		if len(r.Access)+len(r.Refresh) > 0 {
			list = append(list, r)
		}
	}
	return list
}

func running(secrets []secret, now time.Time) []secret {
	return slices.DeleteFunc(slices.Clone(secrets), func(s secret) bool { return s.ended(now) })
}

func (s secret) ended(now time.Time) bool { return !s.Ends.IsZero() && !now.Before(s.Ends) }

func has(secrets []secret, key digest, now time.Time) bool {
	return slices.ContainsFunc(secrets, func(s secret) bool { return s.Digest == key && !s.ended(now) })
}

func seconds(t time.Time) time.Time { return t.UTC().Truncate(time.Second) }
