package environment

import "context"

// removeStack removes the containers and volumes of the worktree's Compose project.
func (e *Environments) removeStack(ctx context.Context, j *job, p ground) (string, error) {
	return "", nil
}
