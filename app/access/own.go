package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"slices"
	"time"
)

// ErrRevoked refuses a client whose access a person has revoked.
var ErrRevoked = errors.New("a person has revoked this client's access")

// Own returns the secret of a client that runs devservers to get in: the bridge, or the helper for its headers. It is
// the same until it is revoked, and only its digest is stored. After that the client stays out until a person allows it
// again.
func (s *Grants) Own(kind, name string) (secretValue string, e Entry, err error) {
	name = plainName(name)
	now := time.Now()
	err = s.change(now, func(list []record) ([]record, error) {
		at := slices.IndexFunc(list, func(r record) bool { return r.Kind == kind && r.Name == name })
		switch {
		case at >= 0 && list[at].RevokedAt != nil:
			return nil, ErrRevoked
		case at < 0 && len(list) >= mostEntries:
			return nil, ErrTooMany
		case at < 0:
			r := record{Entry: Entry{ID: newID(), Kind: kind, Name: name, CreatedAt: seconds(now)}}
			r.Access = []secret{{Digest: digestOf(s.ownSecret(r.Entry))}}
			list, at = append(list, r), len(list)
		}
		e = list[at].Entry
		return list, nil
	})
	if err != nil {
		return "", Entry{}, err
	}
	return s.ownSecret(e), e, nil
}

// ownSecret derives the secret of an entry from the store's key.
func (s *Grants) ownSecret(e Entry) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte("own " + e.Kind + " " + e.ID))
	return "devservers_" + e.Kind + "_" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Allow lets a client in again whose access was revoked, given by its id.
func (s *Grants) Allow(id string) (e Entry, err error) {
	err = s.change(time.Now(), func(list []record) ([]record, error) {
		at := slices.IndexFunc(list, func(r record) bool { return r.ID == id && r.RevokedAt != nil })
		if at < 0 {
			return nil, ErrNotFound
		}
		e = list[at].Entry
		return slices.Delete(list, at, at+1), nil // Own makes another one, with another secret
	})
	return e, err
}
