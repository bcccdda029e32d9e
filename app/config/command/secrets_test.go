package command

import (
	"slices"
	"testing"
)

// TestSecretsCanBeRecognised: what is short, plain or a path would hide other text.
func TestSecretsCanBeRecognised(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string][]string{
		{"API_KEY", "k3y-of-the-sh0p"}:                    {"k3y-of-the-sh0p"},
		{"PASSWORD", "postgres"}:                          nil,
		{"SECRET_KEY", "dev"}:                             nil,
		{"SSH_KEY", "/home/me/.ssh/id_ed25519"}:           nil,
		{"DATABASE_URL", "postgres://me:pa55w0rd@db/x"}:   {"pa55w0rd"},
		{"DATABASE_URL", "postgres://postgres:postgres@"}: nil,
		{"X", "ghp_abcdefghijklmnopqrst"}:                 {"ghp_abcdefghijklmnopqrst"},
		{"DEBUG", "k3y-of-the-sh0p"}:                      nil,
		{"PASSPHRASE", "correct horse battery staple"}:    {"correct horse battery staple"},
	} {
		if got := Secrets(pair[0], pair[1]); !slices.Equal(got, want) {
			t.Errorf("%v: %q", pair, got)
		}
	}
}
