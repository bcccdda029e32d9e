// Package machine has the finders that look at the system: who listens, which services answer, locks, limits, the
// rights of files, databases and the versions of languages. Like package finders, it starts and changes nothing.
package machine

import "devservers/app/reading/why/finders"

// Finders are the finders of this package.
var Finders = finders.Finders{
	finders.Port: port, finders.Lock: lock, finders.Version: version, finders.Access: access, finders.Disk: disk,
	finders.Memory: memory, finders.Service: service, finders.Host: host, finders.Migration: migration,
	finders.Watches: watches,
}
