package project

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app/config/envvar"
)

// The bounds of what is remembered.
const (
	mostValues = 2000
	patience   = 300 * time.Millisecond // for a look at the environments
	lookAgain  = 10 * time.Second       // the environment of a shell changes without a change of any file
)

// Secrets are the secrets of all servers. Its methods are safe for concurrent use.
type Secrets struct {
	files *Projects
	look  chan struct{} // holds one token: one look at the environments at a time

	mu       sync.Mutex
	replacer *strings.Replacer

	// Owned by who has the token.
	versions map[string]int // of the projects that were looked at
	looked   time.Time
	values   []string // also from earlier environments, which running servers still have
}

// NewSecrets returns the secrets of the servers that files declare.
func NewSecrets(files *Projects) *Secrets {
	return &Secrets{files: files, look: make(chan struct{}, 1), versions: map[string]int{},
		replacer: strings.NewReplacer()}
}

// Mask returns text with all known secrets masked.
func (k *Secrets) Mask(text string) string {
	tooLong := time.After(patience) // the disk of a project hangs
	seen := make(chan struct{})
	select {
	case k.look <- struct{}{}:
		go func() {
			defer close(seen)
			defer func() { <-k.look }()
			k.refresh()
		}()
	case <-tooLong:
		close(seen)
	}
	select {
	case <-seen:
	case <-tooLong:
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.replacer.Replace(text)
}

// refresh looks at the environments that may have changed.
func (k *Secrets) refresh() {
	before, old := len(k.values), time.Since(k.looked) >= lookAgain
	for _, d := range k.files.All() {
		if version, seen := k.versions[d.Reg.ID]; seen && version == d.Version && !old {
			continue
		}
		k.versions[d.Reg.ID] = d.Version
		for _, server := range d.Servers {
			for name, value := range k.files.NextEnv(d, server, 0) {
				k.learn(name, value)
			}
		}
	}
	if old {
		k.looked = time.Now()
	}
	if len(k.values) == before {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.replacer = replacer(k.values)
}

// learn remembers the secrets in a variable.
func (k *Secrets) learn(name, value string) {
	for _, secret := range envvar.Secrets(name, value) {
		if len(k.values) < mostValues && !slices.Contains(k.values, secret) {
			k.values = append(k.values, secret)
		}
	}
}

// replacer returns what masks values, as they are and as JSON has them; the longest first, because one may contain
// another.
func replacer(values []string) *strings.Replacer {
	values = slices.Clone(values)
	slices.SortStableFunc(values, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, value := range values {
		pairs = append(pairs, value, envvar.Mask)
		if quoted, err := json.Marshal(value); err == nil && string(quoted[1:len(quoted)-1]) != value {
			pairs = append(pairs, string(quoted[1:len(quoted)-1]), envvar.Mask)
		}
	}
	return strings.NewReplacer(pairs...)
}
