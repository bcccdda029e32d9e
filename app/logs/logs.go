package logs

import (
	"devservers/app"
	"devservers/app/supervisor"
)

// Logs reads what servers and tasks have printed.
type Logs struct{ sup *supervisor.Supervisor }

// New returns the reader of a Supervisor's runs.
func New(sup *supervisor.Supervisor) *Logs { return &Logs{sup} }

func (s *Logs) refs(q MergeQuery) []app.Ref { return s.sup.Refs(q.Projects, q.Servers) }
