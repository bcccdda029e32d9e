package config

import "devservers/app/config/yml"

func (s *serverReader) readPrefixLogs(v *yml.Node, key string) {
	s.Boolean(v, key, false)
	s.Warn(v, key, "remove it", "this key is from an older version and has no effect: each line of output says which server it is from")
}
