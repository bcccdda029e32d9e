// Package access stores who may use the manager's MCP endpoint, apart from the owner's own command line and browser:
// grants, given to a client on the consent page, and named tokens, created for a program that cannot show that page. It
// stores secrets only as digests. It implements OAuth 2.1 but not HTTP.
package access

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"devservers/app/base/home"
)

// The kinds of an Entry.
const (
	KindGrant  = "grant"  // a person clicked Allow
	KindToken  = "token"  // a person created it by name
	KindBridge = "bridge" // of a client that runs devservers mcp
	KindHelper = "helper" // of a client that runs devservers mcp headers
)

// Entry is a grant or a named token, without its secrets.
type Entry struct {
	ID        string     `json:"id"`
	Kind      string     `json:"kind"`
	Name      string     `json:"name"`               // of the client, as it calls itself, or of the token: untrusted text
	Redirect  string     `json:"redirect,omitempty"` // where the consent redirected to; grants only
	Project   string     `json:"project,omitempty"`  // the only project that it is for; "" = all
	CreatedAt time.Time  `json:"created_at"`
	UsedAt    *time.Time `json:"used_at,omitempty"`    // as precise as usedStep; nil = never
	EndsAt    *time.Time `json:"ends_at,omitempty"`    // its end unless it is used before; nil = only when it is revoked
	RevokedAt *time.Time `json:"revoked_at,omitempty"` // of a bridge or helper, which stays out until a person allows it
}

// record is an Entry as it is stored, with all valid secrets: see Grants.Refresh for why there may be several.
type record struct {
	Entry
	Client  *digest  `json:"client,omitempty"` // of the client id of a grant
	Access  []secret `json:"access"`
	Refresh []secret `json:"refresh,omitempty"`
	Used    []traded `json:"used,omitempty"` // the newest refresh tokens that were traded
}

// secret is the digest of a secret, and its end; zero = never.
type secret struct {
	Digest digest    `json:"sha256"`
	Ends   time.Time `json:"ends,omitzero"`
}

// traded is a refresh token that was traded. From is when using it again shows that it was stolen.
type traded struct {
	Digest digest    `json:"sha256"`
	From   time.Time `json:"from"`
}

// digest is the SHA-256, in hex, of a secret of 256 random bits, which it does not reveal.
type digest string

func digestOf(secret string) digest {
	sum := sha256.Sum256([]byte(secret))
	return digest(hex.EncodeToString(sum[:]))
}

// Grants holds the grants and named tokens, saved in a file of the state directory. All methods can be called
// concurrently. A method that fails to save has changed nothing.
type Grants struct {
	key     []byte // of client ids and forms
	problem string
	records *home.Store[[]record]

	mu    sync.Mutex
	codes map[digest]*code
}

// Open reads the store of a state directory. If its file is damaged, Problem explains this and all clients have to
// connect again. They can, because the key behind their ids is in a file of its own.
func Open(dir string) (*Grants, error) {
	key, err := openKey(filepath.Join(dir, "access.key"))
	if err != nil {
		return nil, err
	}
	s := &Grants{key: key, codes: map[digest]*code{},
		records: home.OpenStore[[]record](filepath.Join(dir, "access.json"), home.Write)}
	if err := s.records.Problem(); err != nil {
		s.problem = fmt.Sprintf("the connected agents and tokens could not be read (%v); connect them again, the file is "+
			"then kept with the ending .damaged", err)
	}
	return s, nil
}

// Problem returns what was wrong with the file when it was opened, or "".
func (s *Grants) Problem() string { return s.problem }

// change saves what edit makes of the records that have not ended.
func (s *Grants) change(now time.Time, edit func([]record) ([]record, error)) error {
	var refused error
	err := s.records.Change(func(list *[]record) error {
		*list, refused = edit(alive(*list, now))
		return refused
	})
	if err != nil && refused == nil {
		return fmt.Errorf("cannot save the connected agents and tokens: %w", err)
	}
	return err
}
