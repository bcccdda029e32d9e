package config

import "devservers/app/config/yml"

// Restart is the restart policy of a server.
type Restart string

// The policies of the key restart:.
const (
	RestartNo        Restart = ""           // never
	RestartOnFailure Restart = "on-failure" // when it ends with an exit code other than 0, or by a signal
	RestartAlways    Restart = "always"     // whenever it ends without a stop
)

// restartWords are the words in the file. YAML tools may turn an unquoted yes into true.
var restartWords = map[string]Restart{
	"no": RestartNo, "false": RestartNo, "on-failure": RestartOnFailure, "always": RestartAlways, "true": RestartAlways, "yes": RestartAlways,
}

func (s *serverReader) readRestart(v *yml.Node, key string) {
	policy, ok := restartWords[v.Text]
	if !ok {
		s.Report(v, key, "write no, on-failure or always", "expected no, on-failure or always, found %s", yml.Found(v))
		return
	}
	s.Restart = policy
}
