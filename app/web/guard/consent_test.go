package guard

import "testing"

func TestFormTarget(t *testing.T) {
	t.Parallel()
	for redirect, want := range map[string]string{
		"http://127.0.0.1:4001/callback":  "http://127.0.0.1:4001",
		"https://vscode.dev/redirect":     "https://vscode.dev",
		"cursor://anysphere.cursor/oauth": "cursor:",
		"http://[::1]:4001/callback":      "http:", // a policy cannot name IPv6 addresses
		"http://%zz":                      "http:",
	} {
		if got := formTarget(redirect); got != want {
			t.Errorf("%s: %q, want %q", redirect, got, want)
		}
	}
}
