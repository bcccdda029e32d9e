package access

import (
	"slices"
	"time"
)

// How long the tokens of a grant live.
const (
	AccessLife  = time.Hour
	RefreshLife = 90 * 24 * time.Hour // from its last use
	overlap     = time.Minute         // a refresh token still works after it was traded: see Refresh
	mostSecrets = 20                  // of one grant at a time
)

// Tokens is what a client receives for a code or a refresh token.
type Tokens struct {
	Access, Refresh string
}

// Redeem trades a code for a grant and its first tokens. If a code is used twice, it or the first answer was stolen, so
// the grant that it was traded for ends (RFC 6749 4.1.2).
func (s *Grants) Redeem(value, clientID, redirect, verifier string) (Tokens, Entry, error) {
	if !s.knows(clientID) {
		return Tokens{}, Entry{}, refuse(InvalidClient, "this client is not registered here")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.codes[digestOf(value)]
	now := time.Now()
	switch {
	case c == nil || !now.Before(c.ends):
		return Tokens{}, Entry{}, refuse(InvalidGrant, "the code is unknown or older than a minute")
	case c.grant != "":
		return Tokens{}, Entry{}, s.replayed(c)
	case c.ClientID != clientID || c.Redirect != redirect:
		return Tokens{}, Entry{}, refuse(InvalidGrant, "the code belongs to another client or address")
	case !verifies(verifier, c.Challenge):
		delete(s.codes, digestOf(value)) // one guess
		return Tokens{}, Entry{}, refuse(InvalidGrant, "code_verifier does not fit code_challenge")
	}
	owner := digestOf(clientID)
	r := record{Client: &owner, Entry: Entry{
		ID: newID(), Kind: KindGrant, Name: c.Name, Redirect: RedirectHost(redirect), Project: c.Project,
		CreatedAt: seconds(now),
	}}
	tokens, r := r.issue(now)
	err := s.change(now, func(list []record) ([]record, error) { return append(room(list), r), nil })
	if err != nil {
		return Tokens{}, Entry{}, err
	}
	c.grant = r.ID
	return tokens, r.Entry, nil
}

func (s *Grants) replayed(c *code) error {
	err := s.change(time.Now(), func(list []record) ([]record, error) {
		return slices.DeleteFunc(list, func(r record) bool { return r.ID == c.grant }), nil
	})
	if err != nil {
		return err
	}
	return refuse(InvalidGrant, "the code was used before; the grant that it was traded for has ended")
}

// Refresh trades a refresh token for new tokens. The old one works for another minute: two windows of one client
// share their stored token and may both trade it. Each then continues with its own. Later it can only have been stolen,
// before or after it was traded, so its grant ends (RFC 9700 4.14.2).
func (s *Grants) Refresh(value, clientID string) (tokens Tokens, e Entry, err error) {
	if !s.knows(clientID) {
		return Tokens{}, Entry{}, refuse(InvalidClient, "this client is not registered here")
	}
	key, now := digestOf(value), time.Now()
	var ended *Refusal
	err = s.change(now, func(list []record) ([]record, error) {
		at := slices.IndexFunc(list, func(r record) bool {
			return has(r.Refresh, key, now) && r.Client != nil && *r.Client == digestOf(clientID)
		})
		if at < 0 {
			if used := slices.IndexFunc(list, func(r record) bool { return r.stolen(key, now) }); used >= 0 {
				ended = refuse(InvalidGrant, "the refresh token was used before; its grant has ended")
				return slices.Delete(list, used, used+1), nil
			}
			return nil, refuse(InvalidGrant, "the refresh token is unknown, used up or revoked")
		}
		for i, old := range list[at].Refresh {
			if soon := now.Add(overlap); old.Digest == key && soon.Before(old.Ends) {
				list[at].Used = append(newest(list[at].Used), traded{key, soon})
				list[at].Refresh[i].Ends = soon
			}
		}
		tokens, list[at] = list[at].issue(now)
		e = list[at].Entry
		return list, nil
	})
	if ended != nil && err == nil {
		err = ended
	}
	if err != nil {
		return Tokens{}, Entry{}, err
	}
	return tokens, e, nil
}

// stolen reports whether the refresh token was traded long enough ago that only a thief, or the client after a theft,
// uses it now.
func (r record) stolen(key digest, now time.Time) bool {
	return slices.ContainsFunc(r.Used, func(u traded) bool { return u.Digest == key && !now.Before(u.From) })
}

// issue adds new tokens to a grant and sets when it ends unless they are used.
func (r record) issue(now time.Time) (Tokens, record) {
	t := Tokens{Access: newSecret("access"), Refresh: newSecret("refresh")}
	r.Access = append(newest(r.Access), secret{digestOf(t.Access), now.Add(AccessLife)})
	r.Refresh = append(newest(r.Refresh), secret{digestOf(t.Refresh), now.Add(RefreshLife)})
	end := seconds(now.Add(RefreshLife))
	r.EndsAt = &end
	return t, r
}

// newest drops the oldest secrets to make room for one more.
func newest[S any](secrets []S) []S {
	return slices.Clone(secrets[max(0, len(secrets)-mostSecrets+1):])
}

// room drops the least recently used grant when there are too many.
func room(records []record) []record {
	if len(records) < mostEntries {
		return records
	}
	oldest := -1
	for i, r := range records {
		if r.Kind == KindGrant && (oldest < 0 || r.lastUse().Before(records[oldest].lastUse())) {
			oldest = i
		}
	}
	if oldest < 0 {
		return records
	}
	return slices.Delete(records, oldest, oldest+1)
}

func (r record) lastUse() time.Time {
	if r.UsedAt != nil {
		return *r.UsedAt
	}
	return r.CreatedAt
}

// RevokeSecret ends the grant of an access or refresh token (RFC 7009). An unknown token counts as revoked.
func (s *Grants) RevokeSecret(value string) error {
	key, now := digestOf(value), time.Now()
	return s.change(now, func(list []record) ([]record, error) {
		return slices.DeleteFunc(list, func(r record) bool {
			return r.Kind == KindGrant && (has(r.Access, key, now) || has(r.Refresh, key, now))
		}), nil
	})
}
