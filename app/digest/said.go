package digest

import "devservers/app/digest/parse"

// Said is the meaning of a signal.
type Said = parse.Said

// Meanings of a signal.
const (
	Begins  = parse.Begins
	Works   = parse.Works
	Fails   = parse.Fails
	Ends    = parse.Ends
	Notices = parse.Notices
)
