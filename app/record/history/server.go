package history

import (
	"time"

	"devservers/app"
	"devservers/app/config"
	"devservers/app/run"
)

// Subject is a server or task with its current or last run, for packages that follow runs.
type Subject struct {
	Ref       app.Ref
	Kind      config.Kind
	Root      string   // directory of the project
	Run       *run.Run // the current or last run; nil if none is kept
	State     app.State
	Reason    string
	Since     time.Time // when the state began
	StartedAt *time.Time
	ReadyAt   *time.Time
	EndedAt   *time.Time
	// EndedByItself: the last run is over, and nobody requested that.
	EndedByItself bool
	Due           bool   // a run of it is about to begin
	Watching      bool   // it runs, or waits for an edit to start it
	WatchOff      string // why its watch is off; "" = it is not
	URL           string
	Check         config.Check
	BrowserLogs   bool   // pages under its named URL report errors
	ReadyPage     string // the path of its readiness check; "" = none on its own port
	// Watched returns which of these files restart it when they change.
	Watched func(files []string) []string
}

// RunID returns the id of the current or last run; "" if there is none.
func (r Subject) RunID() string {
	if r.Run == nil {
		return ""
	}
	return r.Run.Record().ID
}
