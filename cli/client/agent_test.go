package client

import "testing"

// TestAgentsAreRecognizedByTheirVariables: AGENT is a word that others use, too.
func TestAgentsAreRecognizedByTheirVariables(t *testing.T) {
	t.Parallel()
	for name, one := range map[string]struct {
		variable, value, want string
		inherited             bool
	}{
		"crush":      {"CRUSH", "1", "crush", false},
		"amp":        {"AMP_CURRENT_THREAD_ID", "T-1", "amp", false},
		"AGENT":      {"AGENT", "Goose", "goose", false},
		"another":    {"AGENT", "backup-7", "", true},
		"AI_AGENT":   {"AI_AGENT", "new", "new", false},
		"not at all": {"HOME", "/home/me", "", true},
	} {
		get := func(v string) string {
			if v == one.variable {
				return one.value
			}
			return ""
		}
		if got := Agent(get); got != one.want {
			t.Errorf("%s: %q", name, got)
		}
		if got := !ofAgent(one.variable + "=" + one.value); got != one.inherited {
			t.Errorf("%s: servers inherit it: %v", name, got)
		}
	}
}
