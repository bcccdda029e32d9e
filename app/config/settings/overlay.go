package settings

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"devservers/app/base/words"
	"devservers/app/config"
	"devservers/app/config/command"
	"devservers/app/config/yml"
)

// Patch is one change of what devservers.yml declares of a server. It applies until it is undone.
type Patch struct {
	ID     string    `json:"id"` // within the project, never reused
	Server string    `json:"server"`
	Field  string    `json:"field"`         // env.NAME, or port
	Old    *string   `json:"old,omitempty"` // the value before; nil = not set
	New    *string   `json:"new,omitempty"` // the value now; nil = not set, even if a file or the shell sets it
	By     PatchedBy `json:"by"`
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
}

// PatchedBy is the actor who made a patch.
type PatchedBy struct {
	Kind   string `json:"kind"`
	Client string `json:"client,omitempty"`
}

// The limits of an overlay.
const (
	maxPatches    = 200      // of a project
	maxPatchValue = 32 << 10 // bytes of a value
	maxReason     = 300      // runes
)

// The fields of a patch.
const (
	portField = "port"
	envPrefix = "env."
)

// EnvField returns the field of a patch for an environment variable.
func EnvField(name string) string { return envPrefix + name }

func refuse(msg, hint string) error { return &yml.FileError{Msg: msg, Hint: hint} }

// CheckPatch returns a *yml.FileError unless the patch can be applied. The rules of env: and port: in devservers.yml
// hold for names and values.
func CheckPatch(p Patch) error {
	name, isEnv := strings.CutPrefix(p.Field, envPrefix)
	switch {
	case strings.TrimSpace(p.Reason) == "":
		return refuse("the reason is missing", "give the purpose of the change in one sentence")
	case len([]rune(p.Reason)) > maxReason:
		return refuse(fmt.Sprintf("the reason is longer than %d characters", maxReason), "give one sentence")
	case p.New != nil && (len(*p.New) > maxPatchValue || strings.ContainsRune(*p.New, 0)):
		return refuse("the value of "+p.Field+" contains a NUL or is longer than 32 KiB",
			"put it into a file that the server reads")
	case isEnv:
		return checkEnvName(name)
	case p.Field != portField:
		return refuse(words.Quote(p.Field)+" cannot be changed", "change env.NAME or port")
	case p.New == nil:
		return refuse("a port cannot be unset", "give a number from 1 to 65535, or auto")
	}
	if _, ok := config.ParsePort(*p.New); !ok {
		return refuse(words.Quote(*p.New)+" is not a port", "give a number from 1 to 65535, or auto")
	}
	return nil
}

// checkEnvName checks the name of a variable. PORT follows from the port.
func checkEnvName(name string) error {
	if msg, hint := command.CheckName(name); msg != "" {
		return refuse(msg, hint)
	}
	if name == "PORT" {
		return refuse("PORT is the server's port", "set its port instead, on the command line with --port")
	}
	return nil
}

// ApplyPatches returns a server with its patches applied in their order. It does not alter s.
func ApplyPatches(s config.Server, patches []Patch) config.Server {
	s.Env, s.Unset = slices.Clone(s.Env), slices.Clone(s.Unset)
	for _, p := range patches {
		name, isEnv := strings.CutPrefix(p.Field, envPrefix)
		switch {
		case p.Server != s.Name && p.Server != s.HookOf || CheckPatch(p) != nil:
		case isEnv:
			setEnv(&s, name, p.New)
		default:
			s.Port, _ = config.ParsePort(*p.New) // CheckPatch has checked it
		}
	}
	return s
}

// setEnv sets a variable in its place, or removes it if value is nil.
func setEnv(s *config.Server, name string, value *string) {
	s.Unset = slices.DeleteFunc(s.Unset, func(n string) bool { return n == name })
	if value == nil {
		s.Env = slices.DeleteFunc(s.Env, func(v command.Var) bool { return v.Name == name })
		s.Unset = append(s.Unset, name)
		return
	}
	if i := slices.IndexFunc(s.Env, func(v command.Var) bool { return v.Name == name }); i >= 0 {
		s.Env[i].Value = *value
	} else {
		s.Env = append(s.Env, command.Var{Name: name, Value: *value})
	}
}
