package app

import (
	"devservers/app/config/settings"
)

// Patch is one change of a project's overlay as it may be shown: what looks like a secret is masked.
type Patch struct {
	settings.Patch
	Secret bool `json:"secret,omitempty"` // old or new is masked
}

// Change is what is to be different about a server from its next start on. devservers.yml stays as it is.
type Change struct {
	SetEnv   map[string]string `json:"set_env,omitempty"`
	UnsetEnv []string          `json:"unset_env,omitempty"` // the run does not get these from anywhere
	Port     string            `json:"port,omitempty"`      // a number, or auto; "" = leave it
	Reason   string            `json:"reason"`              // one sentence, at most 300 characters
}

// Overlay is how a project's servers, or one of them, differ from devservers.yml.
type Overlay struct {
	Project string   `json:"project"`
	Server  string   `json:"server,omitempty"` // "" = all of the project
	Patches []Patch  `json:"patches"`          // in the order in which they are applied
	Diff    string   `json:"diff"`             // from what was declared to what holds; "" without patches
	Restart []string `json:"restart"`          // servers that run with something else: names
	Message string   `json:"message"`          // one sentence
}
