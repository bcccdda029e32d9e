// Package access keeps who, besides the owner's own command line and browser, may speak to the manager's MCP endpoint:
// grants, which a person gave a client on the consent page, and named tokens, which a person made for a program that
// cannot ask. Secrets are kept as digests alone. It knows no HTTP; the words are those of OAuth 2.1.
package access

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"devservers/app/atomicfile"
)

// The kinds of an Entry.
const (
	KindGrant = "grant" // a person clicked Allow
	KindToken = "token" // a person made it by name
)

// Entry is a grant or a named token, without its secrets.
type Entry struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind"`
	Name      string     `json:"name"`               // of the client, as it calls itself, or of the token: untrusted text
	Redirect  string     `json:"redirect,omitempty"` // where the consent led back to; grants only
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at,omitempty"` // exact to usedStep; nil = never
	EndsAt    *time.Time `json:"ends_at,omitempty"` // when it ends unless it is used before; nil = when it is revoked
}

// record is an Entry as it is kept. Every secret in it counts alike: see Store.Refresh for why there may be several.
type record struct {
	Entry
	Client  *digest  `json:"client,omitempty"` // of the client id that a grant was given to
	Access  []secret `json:"access"`
	Refresh []secret `json:"refresh,omitempty"`
}

// secret is the digest of one, and when it ends; zero = never.
type secret struct {
	Digest digest    `json:"sha256"`
	Ends   time.Time `json:"ends,omitzero"`
}

// digest is the SHA-256 of a secret of 256 random bits: who reads it has nothing.
type digest [sha256.Size]byte

// MarshalText writes it in hex.
func (d digest) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(d[:])), nil }

// UnmarshalText reads it back.
func (d *digest) UnmarshalText(text []byte) error {
	if len(text) != 2*len(d) {
		return errors.New("not a digest")
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// Store is all of them, in a file of the state folder. All methods may be called at once. A method that fails to
// save has changed nothing.
type Store struct {
	file    string
	key     []byte // of client ids and forms
	problem string

	mu      sync.Mutex
	records []record
	codes   map[digest]*code
}

// Open reads the store of a state folder. What cannot be read is put aside, never overwritten: Problem says where it
// is. Then all clients have to ask again; they can, because their ids hang on a key in a file of its own.
func Open(dir string) (*Store, error) {
	key, err := openKey(filepath.Join(dir, "access.key"))
	if err != nil {
		return nil, err
	}
	s := &Store{file: filepath.Join(dir, "access.json"), key: key, codes: map[digest]*code{}}
	data, err := os.ReadFile(s.file)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(data, &s.records)
	}
	if err != nil {
		return s, s.putAside(err)
	}
	return s, nil
}

// putAside keeps a file that cannot be read for the person to look at.
func (s *Store) putAside(why error) error {
	s.records = nil
	aside := fmt.Sprintf("%s.unreadable-%d", s.file, time.Now().UnixNano())
	if err := os.Rename(s.file, aside); err != nil {
		return fmt.Errorf("cannot put the unreadable %s aside: %w", s.file, err)
	}
	s.problem = fmt.Sprintf("the connected agents and tokens could not be read (%v): the file is now %s, and all have to connect again", why, aside)
	return nil
}

// Problem says what was wrong with the file, or "".
func (s *Store) Problem() string { return s.problem }

// save makes next what is kept; mu is held. What has ended is dropped.
func (s *Store) save(next []record) error {
	data, err := json.MarshalIndent(next, "", " ")
	if err == nil {
		err = atomicfile.Write(s.file, append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("cannot keep who is connected: %w", err)
	}
	s.records = next
	return nil
}
