package overlay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"devservers/app/config"
	"devservers/app/config/envvar"
	"devservers/app/config/naming"
	"devservers/app/words"
)

// Patch is one change to what devservers.yml declares of a server. It holds until it is taken back; the file itself
// is never written.
type Patch struct {
	ID     string    `json:"id"` // within the project, never used again
	Server string    `json:"server"`
	Field  string    `json:"field"`         // env.NAME, or port
	Old    *string   `json:"old,omitempty"` // what was in effect before; nil = not set
	New    *string   `json:"new,omitempty"` // what is in effect now; nil = not set, whoever else sets it
	By     By        `json:"by"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
}

// By is who asked for a patch, as an actor is told elsewhere.
type By struct {
	Kind   string `json:"kind"`
	Client string `json:"client,omitempty"`
}

// The bounds of an overlay.
const (
	MaxPatches    = 200      // of a project
	maxPatchValue = 32 << 10 // bytes of a value
	maxReason     = 300      // runes
)

// portField is the field of a patch that is not env.NAME.
const portField = "port"

// EnvField is the field of a patch that is about an environment variable.
func EnvField(name string) string { return "env." + name }

// Error says what is wrong with a change that was asked for.
type Error struct{ Msg, Hint string }

// Error returns what is wrong. Hint is shown beside it.
func (e *Error) Error() string { return e.Msg }

// CheckPatch tells whether a patch can be applied. Names and values keep the rules of env: and port: in devservers.yml.
func CheckPatch(p Patch) error {
	name, isEnv := strings.CutPrefix(p.Field, "env.")
	switch {
	case strings.TrimSpace(p.Reason) == "":
		return &Error{"the reason is missing", "say in one sentence what the change is for"}
	case len([]rune(p.Reason)) > maxReason:
		return &Error{fmt.Sprintf("the reason is longer than %d characters", maxReason), "say it in one sentence"}
	case p.New != nil && (len(*p.New) > maxPatchValue || strings.ContainsRune(*p.New, 0)):
		return &Error{"the value of " + p.Field + " has a NUL or is longer than 32 KiB", "keep it in a file that the server reads"}
	case isEnv:
		return checkEnvName(name)
	case p.Field != portField:
		return &Error{"there is no field " + words.Quote(p.Field), "env.NAME and port can be changed"}
	case p.New == nil:
		return &Error{"a port cannot be unset", "give a number from 1 to 65535, or auto"}
	}
	_, err := parsePort(*p.New)
	return err
}

// checkEnvName is the rule for names under env:, and that PORT comes from port: alone.
func checkEnvName(name string) error {
	switch {
	case !naming.IsVariable(name) || len(name) > 256:
		return &Error{words.Quote(name) + " cannot be the name of a variable", "use letters, digits and _, not beginning with a digit"}
	case strings.HasPrefix(name, "DEVSERVERS_"):
		return &Error{"names that begin with DEVSERVERS_ are set by devservers itself", "choose another name"}
	case name == "PORT":
		return &Error{"PORT is the server's port", "change the port instead"}
	}
	return nil
}

func parsePort(s string) (config.Port, error) {
	if s == "auto" {
		return config.Port{Auto: true}, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > 65535 {
		return config.Port{}, &Error{words.Quote(s) + " is not a port", "give a number from 1 to 65535, or auto"}
	}
	return config.Port{Number: n}, nil
}

// Apply returns a server with the patches that are about it, in their order. It does not alter s.
func Apply(s config.Server, patches []Patch) config.Server {
	s.Env, s.Unset = slices.Clone(s.Env), slices.Clone(s.Unset)
	for _, p := range patches {
		name, isEnv := strings.CutPrefix(p.Field, "env.")
		switch {
		case p.Server != s.Name && p.Server != s.HookOf || CheckPatch(p) != nil:
		case isEnv:
			setEnv(&s, name, p.New)
		default:
			s.Port, _ = parsePort(*p.New) // CheckPatch has looked at it
		}
	}
	return s
}

// setEnv gives a variable a value in its place, or takes it away when there is none.
func setEnv(s *config.Server, name string, value *string) {
	s.Unset = slices.DeleteFunc(s.Unset, func(n string) bool { return n == name })
	if value == nil {
		s.Env = slices.DeleteFunc(s.Env, func(v envvar.Var) bool { return v.Name == name })
		s.Unset = append(s.Unset, name)
		return
	}
	found := false
	for i, v := range s.Env {
		if v.Name == name {
			s.Env[i].Value, found = *value, true
		}
	}
	if !found {
		s.Env = append(s.Env, envvar.Var{Name: name, Value: *value})
	}
}
