package config

// Restart is when a server is started again by itself.
type Restart string

// The policies of the key restart:.
const (
	RestartNo        Restart = ""           // never
	RestartOnFailure Restart = "on-failure" // when it ended with another exit code than 0, or by a signal
	RestartAlways    Restart = "always"     // whenever it ended unasked
)

// restartWords are what may stand in the file; true and yes are what YAML makes of an unquoted yes.
var restartWords = map[string]Restart{
	"no": RestartNo, "false": RestartNo, "on-failure": RestartOnFailure, "always": RestartAlways, "true": RestartAlways, "yes": RestartAlways,
}

func (s *serverReader) readRestart(v *node, key string) {
	policy, ok := restartWords[v.text]
	if v.kind != scalarNode || !ok {
		s.fault(v, key, "write no, on-failure or always", "expected no, on-failure or always, found %s", found(v))
		return
	}
	s.Restart = policy
}
