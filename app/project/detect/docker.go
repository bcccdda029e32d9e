package detect

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// dockerLimit is how long docker may take to report whether it has compose.
const dockerLimit = 5 * time.Second

// services takes the databases and the like that a compose file starts in containers.
func (f *finder) services() {
	l, ok := Compose(f.root)
	if !ok {
		f.proposal.Notes = append(f.proposal.Notes, l.Notes...)
		return
	}
	if missing := missingForCompose(); missing != "" {
		for _, p := range l.Processes {
			f.note(p.From + " is left out: " + missing + " isn't installed here")
		}
		return
	}
	apps := len(f.proposal.Servers)
	f.take(l)
	for i := range apps {
		for _, s := range f.proposal.Servers[apps:] {
			f.proposal.Servers[i].Needs = append(f.proposal.Servers[i].Needs, Var{s.Name, "ready"})
		}
	}
}

// missingForCompose returns what docker compose needs and this machine lacks, or "". A docker that doesn't answer in time
// counts as complete.
func missingForCompose() string {
	docker, err := exec.LookPath("docker")
	if err != nil {
		return "docker"
	}
	ctx, cancel := context.WithTimeout(context.Background(), dockerLimit)
	defer cancel()
	var exit *exec.ExitError
	if err := exec.CommandContext(ctx, docker, "compose", "version").Run(); errors.As(err, &exit) && exit.Exited() {
		return "docker's plugin compose"
	}
	return ""
}
