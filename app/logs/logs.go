package logs

import "devservers/app"

// Logs reads what servers and tasks have printed.
type Logs struct{ sup *app.Supervisor }

// New returns the reader of a Supervisor's runs.
func New(sup *app.Supervisor) *Logs { return &Logs{sup} }

func (s *Logs) refs(q MergeQuery) []app.Ref { return s.sup.Refs(q.Projects, q.Servers) }
