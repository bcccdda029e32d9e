package server

import (
	"time"

	"devservers/app"
)

// grownAfter is how long after it was ready a server uses what it needs.
const grownAfter = 10 * time.Second

// Grown reports whether s is ready and uses what it needs.
func (s *Server) Grown() bool {
	return s.ready() && s.Status.ReadyAt != nil && time.Since(*s.Status.ReadyAt) > grownAfter
}

// MaySleep reports whether s can make room for another server: it is ready or stands still, and no other one needs it.
func (s *Server) MaySleep(p WantedProject) bool {
	return (s.ready() || !s.Status.Frozen.IsZero()) && s.Want.Up && len(s.UsedBy(p)) == 0
}

func (s *Server) ready() bool { return s.Status.State == app.Ready || s.Status.State == app.Failing }
