package history

import (
	"context"
	"time"
)

// Settled reports whether all events up to the one with this number were taken, and their jobs have ended.
func (n *Notifier) Settled(last int64) bool {
	taken := n.last.Load() == last // first: this adds the jobs
	n.jobs.mu.Lock()
	defer n.jobs.mu.Unlock()
	return taken && n.jobs.running == 0
}

// Show shows a notice.
func (n *Notifier) Show(title, text string) { n.show(title, text) }

// RunJob runs a command as a hook's, in its home.
func RunJob(argv []string, home string, limit time.Duration) (string, error) {
	j := job{argv: argv, exe: argv[0], env: []string{"HOME=" + home}, limit: limit}
	return j.run(context.Background(), home)
}
