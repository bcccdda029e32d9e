package project

import (
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app/config/command"
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
	known    []string // in no form but their own

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

// Mask returns text with all known secrets masked, and the keys of well-known services.
func (k *Secrets) Mask(text string) string { return k.Masker()(text) }

// Masker is Mask for several texts: it looks at the environments once.
func (k *Secrets) Masker() func(text string) string {
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
	replacer, known := k.replacer, k.known
	return func(text string) string { return command.MaskForms(cutEnd(replacer.Replace(text), known)) }
}

// leastPart is the length from which the beginning of a secret, at the end of a text that was cut, is masked.
const leastPart = 4

// cutEnd masks the beginning of a secret at the end of a text that was cut there.
func cutEnd(text string, secrets []string) string {
	whole, cut := strings.CutSuffix(text, "…")
	if !cut {
		return text
	}
	for _, secret := range secrets {
		for n := min(len(secret), len(whole)); n >= leastPart; n-- {
			if strings.HasSuffix(whole, secret[:n]) {
				return whole[:len(whole)-n] + command.Mask + "…"
			}
		}
	}
	return text
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
			env := k.files.NextEnv(d, server, 0)
			for name, value := range env {
				k.learn(command.Secrets(name, value))
			}
			if words, err := server.Command.Expand(func(name string) (string, bool) { return env[name], true }); err == nil {
				k.learn(command.InCommand(words))
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
	k.replacer, k.known = replacer(k.values), slices.Clone(k.values)
}

// learn remembers secrets.
func (k *Secrets) learn(secrets []string) {
	for _, secret := range secrets {
		if len(k.values) < mostValues && !slices.Contains(k.values, secret) {
			k.values = append(k.values, secret)
		}
	}
}

// Masker returns what masks the secrets of one environment in a text.
func Masker(env map[string]string) func(text string) string {
	var secrets []string
	for name, value := range env {
		secrets = append(secrets, command.Secrets(name, value)...)
	}
	return replacer(secrets).Replace
}

// replacer returns what masks values in all their forms; the longest first, because one may contain another.
func replacer(values []string) *strings.Replacer {
	var forms []string
	for _, value := range values {
		forms = append(forms, command.Encoded(value)...)
	}
	slices.SortStableFunc(forms, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, command.Mask)
	}
	return strings.NewReplacer(pairs...)
}
