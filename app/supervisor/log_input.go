package supervisor

import "devservers/app"

// Input types data into the terminal of this run. A later run of the server never gets it.
func (l *Log) Input(data []byte) error {
	if l.Over() {
		return l.isOver()
	}
	return overAsConflict(l.live.Input(data))
}

// Resize sets the size of this run's terminal.
func (l *Log) Resize(cols, rows int) error {
	if l.Over() {
		return l.isOver()
	}
	return overAsConflict(l.live.Resize(cols, rows))
}

func (l *Log) isOver() error {
	return app.Failf(app.CodeConflict, "start it: devservers start "+l.Ref.String(), "the run %s has ended", l.Run)
}
