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

// Tokens are what a client gets for a code or a refresh token.
type Tokens struct {
	Access, Refresh string
}

// Redeem trades a code for a grant and its first tokens. A code that comes a second time was stolen or its answer
// was: the grant that it was traded for ends (RFC 6749 4.1.2).
func (s *Store) Redeem(value, clientID, redirect, verifier string) (Tokens, Entry, error) {
	client, known := s.Client(clientID)
	if !known {
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
		ID: newID(), Kind: KindGrant, Name: client.Name, Redirect: RedirectHost(redirect), CreatedAt: seconds(now),
	}}
	tokens, r := r.issue(now)
	if err := s.save(append(room(alive(s.records, now)), r)); err != nil {
		return Tokens{}, Entry{}, err
	}
	c.grant = r.ID
	return tokens, r.Entry, nil
}

func (s *Store) replayed(c *code) error {
	next := slices.DeleteFunc(alive(s.records, time.Now()), func(r record) bool { return r.ID == c.grant })
	if err := s.save(next); err != nil {
		return err
	}
	return refuse(InvalidGrant, "the code was used before; what it was used for has ended")
}

// Refresh trades a refresh token for new tokens. The old one works for another minute: two windows of one client
// share what it has stored and may both trade it. Each then goes on with what it got.
func (s *Store) Refresh(value, clientID string) (Tokens, Entry, error) {
	if _, known := s.Client(clientID); !known {
		return Tokens{}, Entry{}, refuse(InvalidClient, "this client is not registered here")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key, now := digestOf(value), time.Now()
	next := alive(s.records, now)
	for i, r := range next {
		if !has(r.Refresh, key, now) || r.Client == nil || *r.Client != digestOf(clientID) {
			continue
		}
		for j, old := range r.Refresh {
			if soon := now.Add(overlap); old.Digest == key && soon.Before(old.Ends) {
				r.Refresh[j].Ends = soon
			}
		}
		var tokens Tokens
		tokens, next[i] = r.issue(now)
		return tokens, next[i].Entry, s.save(next)
	}
	return Tokens{}, Entry{}, refuse(InvalidGrant, "the refresh token is unknown, used up or revoked")
}

// issue gives a grant new tokens and says when it ends unless they are used.
func (r record) issue(now time.Time) (Tokens, record) {
	t := Tokens{Access: newSecret("access"), Refresh: newSecret("refresh")}
	r.Access = append(newest(r.Access), secret{digestOf(t.Access), now.Add(AccessLife)})
	r.Refresh = append(newest(r.Refresh), secret{digestOf(t.Refresh), now.Add(RefreshLife)})
	end := seconds(now.Add(RefreshLife))
	r.EndsAt = &end
	return t, r
}

// newest leaves room for one more.
func newest(secrets []secret) []secret {
	return slices.Clone(secrets[max(0, len(secrets)-mostSecrets+1):])
}

// room drops the grant that was used longest ago when there are too many.
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

// RevokeSecret ends the grant that an access or a refresh token belongs to (RFC 7009). A token that is unknown is
// revoked already.
func (s *Store) RevokeSecret(value string) error {
	key := digestOf(value)
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	next := alive(s.records, now)
	at := slices.IndexFunc(next, func(r record) bool {
		return r.Kind == KindGrant && (has(r.Access, key, now) || has(r.Refresh, key, now))
	})
	if at < 0 {
		return nil
	}
	return s.save(slices.Delete(next, at, at+1))
}
