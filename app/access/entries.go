package access

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// mostEntries limits the store; a new grant evicts the least recently used one.
const mostEntries = 200

// usedStep is the precision of the time of the last use: each step costs a write.
const usedStep = time.Minute

// The errors of named tokens.
var (
	ErrExists   = errors.New("a token with this name exists already")
	ErrName     = errors.New("a token's name must have 1 to 60 printable characters")
	ErrNotFound = errors.New("no such agent or token exists")
	ErrTooMany  = errors.New("there are too many agents and tokens; revoke some")
)

// List returns everything that may talk to the manager now, newest first.
func (s *Grants) List() []Entry {
	list := []Entry{}
	for _, r := range alive(s.records.Get(), time.Now()) {
		list = append(list, r.Entry)
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return b.CreatedAt.Compare(a.CreatedAt) })
	return list
}

// AddToken creates a named token. The secret cannot be shown again: only its digest is stored.
func (s *Grants) AddToken(name string) (secretValue string, e Entry, err error) {
	if name == "" || plainName(name) != name {
		return "", Entry{}, ErrName
	}
	value, now := newSecret("token"), time.Now()
	r := record{Entry: Entry{ID: newID(), Kind: KindToken, Name: name, CreatedAt: seconds(now)},
		Access: []secret{{Digest: digestOf(value)}}}
	err = s.change(now, func(list []record) ([]record, error) {
		switch {
		case indexOfToken(list, name) >= 0:
			return nil, fmt.Errorf("%w: %s", ErrExists, name)
		case len(list) >= mostEntries:
			return nil, ErrTooMany
		}
		return append(list, r), nil
	})
	if err != nil {
		return "", Entry{}, err
	}
	return value, r.Entry, nil
}

func indexOfToken(list []record, name string) int {
	return slices.IndexFunc(list, func(r record) bool { return r.Kind == KindToken && r.Name == name })
}

// Revoke ends a grant or token, given by its id, or a token given by its name. All its secrets are refused from now on.
func (s *Grants) Revoke(name string) (gone Entry, err error) {
	err = s.change(time.Now(), func(list []record) ([]record, error) {
		at := slices.IndexFunc(list, func(r record) bool { return r.ID == name })
		if at < 0 {
			at = indexOfToken(list, name)
		}
		if at < 0 {
			return nil, ErrNotFound
		}
		gone = list[at].Entry
		if now := seconds(time.Now()); gone.Kind == KindBridge || gone.Kind == KindHelper {
			list[at].RevokedAt, list[at].Access = &now, nil
			return list, nil
		}
		return slices.Delete(list, at, at+1), nil
	})
	if err != nil {
		return Entry{}, err
	}
	return gone, nil
}

// Who returns the entry that an access token or a named token belongs to. It notes the use.
func (s *Grants) Who(value string) (Entry, bool) {
	key, now := digestOf(value), time.Now()
	list := s.records.Get()
	at := slices.IndexFunc(list, func(r record) bool { return has(r.Access, key, now) })
	if at < 0 {
		return Entry{}, false
	}
	e := list[at].Entry
	if e.UsedAt == nil || now.Sub(*e.UsedAt) >= usedStep {
		used := seconds(now)
		e.UsedAt = &used
		// A use that cannot be saved is not a reason to refuse it.
		_ = s.change(now, func(list []record) ([]record, error) {
			if at := slices.IndexFunc(list, func(r record) bool { return r.ID == e.ID }); at >= 0 {
				list[at].UsedAt = &used
			}
			return list, nil
		})
	}
	return e, true
}

// alive returns a copy of records without what has ended.
func alive(records []record, now time.Time) []record {
	var list []record
	for _, r := range records {
		r.Access, r.Refresh = running(r.Access, now), running(r.Refresh, now)
		if len(r.Access)+len(r.Refresh) > 0 || r.RevokedAt != nil {
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
