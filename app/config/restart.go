package config

import "devservers/app/config/yml"

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

func (s *serverReader) readRestart(v *yml.Node, key string) {
	policy, ok := restartWords[v.Text]
	if v.Kind != yml.Scalar || !ok {
		s.Report(v, key, "write no, on-failure or always", "expected no, on-failure or always, found %s", yml.Found(v))
		return
	}
	s.Restart = policy
}
