package why

import (
	"os"
	"time"

	"devservers/app"
)

// reacting is for how long a reloader may be silent about an edit.
const reacting = 5 * time.Second

// unnoticed makes the claim about a server that serves no more be about its reloader, if a file with one of its errors
// was edited after all that it has printed, and it stays silent about that.
func (x *examination) unnoticed(c *app.Claim, r *printout) {
	if x.Status.State != app.Failing {
		return
	}
	for _, spot := range r.Spots {
		info, err := os.Stat(spot.File)
		if err != nil || !info.ModTime().After(x.quietSince()) || time.Since(info.ModTime()) < reacting {
			continue
		}
		c.See("disk", "%s was edited after that, and the server has printed nothing since: its reloader has probably "+
			"missed the edit", app.Known(r.Shown(spot.File)))
		c.Do(app.StepRestart, x.name())
		return
	}
}
