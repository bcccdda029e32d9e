package config

func (s *serverReader) readPrefixLogs(v *node, key string) {
	s.boolean(v, key, false)
	s.warn(v, key, "remove it", "this key is from an older version and has no effect: each line of output says which server it is from")
}
