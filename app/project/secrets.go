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
	usualLook  = 300 * time.Millisecond
	firstLook  = 12 * time.Second // one that is new has secrets that nobody knows yet; a shell may take 11
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
	began    time.Time      // when the look began that is under way

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
	tooLong := time.After(k.patience())
	select {
	case k.look <- struct{}{}:
		seen := make(chan struct{})
		go func() {
			defer close(seen)
			defer func() { <-k.look }()
			k.begins(time.Now())
			defer k.begins(time.Time{})
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
	return func(text string) string { return command.MaskForms(command.MaskCut(replacer.Replace(text), known)) }
}

// patience is how long to wait for a look, and for one that hangs no longer than for any.
func (k *Secrets) patience() time.Duration {
	if !slices.ContainsFunc(k.files.All(), k.isNew) {
		return usualLook
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.began.IsZero() {
		return firstLook
	}
	return max(usualLook, time.Until(k.began.Add(firstLook)))
}

// isNew reports whether nobody has looked at the environments of a project as it is.
func (k *Secrets) isNew(d *Declared) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	version, seen := k.versions[d.Reg.ID]
	return !seen || version != d.Version
}

func (k *Secrets) begins(at time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.began = at
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
