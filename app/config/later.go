package config

const (
	notYet     = "accepted, but this version does not act on it yet"
	notYetHint = "it can stay; nothing else is needed"
)

func (s *serverReader) later(v *node, key string) { s.warn(v, key, notYetHint, "%s", notYet) }

func (s *serverReader) readPrefixLogs(v *node, key string) {
	s.boolean(v, key, false)
	s.warn(v, key, "remove it", "this key is from an older version and has no effect: each line of output says which server it is from")
}

// readAlive takes the same form as ready.
func (s *serverReader) readAlive(v *node, key string) {
	before := len(s.problems)
	s.readReady(v, key)
	if len(s.problems) == before {
		s.later(v, key)
	}
}
