package lists

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// dockerLimit is how long docker may take to report whether it has compose.
const dockerLimit = 5 * time.Second

// MissingForCompose returns what docker compose needs and this machine lacks, or "". A docker that doesn't answer in
// time counts as complete.
func MissingForCompose() string {
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
