package project

import (
	"slices"
	"strings"
	"sync"
	"time"

	"devservers/app/config/command"
)

// The bounds of what is remembered, and of a look at the environments: the disk of a project may hang.
const (
	mostValues = 2000
	patience   = 300 * time.Millisecond
	firstLook  = 10 * time.Second // one that is new has secrets that nobody knows yet
	lookAgain  = 10 * time.Second // the environment of a shell changes without a change of any file
)

// Secrets are the secrets of all servers. Its methods are safe for concurrent use.
type Secrets struct {
	files *Projects
	look  chan struct{} // holds one token: one look at the environments at a time

	mu       sync.Mutex
	replacer *strings.Replacer
	known    []string       // in no form but their own
	versions map[string]int // of the projects that were looked at

	// Owned by who has the token.
	looked time.Time
	values []string // also from earlier environments, which running servers still have
}

// NewSecrets returns the secrets of the servers that files declare.
func NewSecrets(files *Projects) *Secrets {
	return &Secrets{files: files, look: make(chan struct{}, 1), versions: map[string]int{},
		replacer: strings.NewReplacer()}
}

// Masker returns what masks all known secrets in a text, and the keys of well-known services.
func (k *Secrets) Masker() func(text string) string {
	tooLong := time.After(patience)
	if slices.ContainsFunc(k.files.All(), k.isNew) {
		tooLong = time.After(firstLook)
	}
	select {
	case k.look <- struct{}{}:
		seen := make(chan struct{})
		go func() {
			defer close(seen)
			defer func() { <-k.look }()
			k.refresh()
		}()
		select {
		case <-seen:
		case <-tooLong:
		}
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

// isNew reports whether nobody has looked at the environments of a project as it is.
func (k *Secrets) isNew(d *Declared) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	version, seen := k.versions[d.Reg.ID]
	return !seen || version != d.Version
}

// refresh looks at the environments that may have changed.
func (k *Secrets) refresh() {
	old := time.Since(k.looked) >= lookAgain
	for _, d := range k.files.All() {
		if old || k.isNew(d) {
			k.lookAt(d)
		}
	}
	if old {
		k.looked = time.Now()
	}
}

func (k *Secrets) lookAt(d *Declared) {
	before := len(k.values)
	for _, server := range d.Servers {
		env := k.files.NextEnv(d, server, 0)
		k.learn(secretsOf(env))
		if words, err := server.Command.Expand(func(name string) (string, bool) { return env[name], true }); err == nil {
			k.learn(command.InCommand(words))
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.versions[d.Reg.ID] = d.Version; len(k.values) > before {
		k.replacer, k.known = replacer(k.values), slices.Clone(k.values)
	}
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
func Masker(env map[string]string) func(text string) string { return replacer(secretsOf(env)).Replace }

func secretsOf(env map[string]string) (list []string) {
	for name, value := range env {
		list = append(list, command.Secrets(name, value)...)
	}
	return list
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
