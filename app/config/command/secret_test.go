package command

import (
	"strings"
	"testing"
)

func TestMasked(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"API_KEY", "abc", Mask}, {"GITHUB_TOKEN", "abc", Mask}, {"PGPASSWORD", "abc", Mask}, {"APIKEY", "x", Mask},
		{"db_pass", "x", Mask},
		{"SENTRY_DSN", "https://abc@sentry.example/1", Mask}, {"DJANGO_SECRET_KEY", "x", Mask}, {"MYSQL_PWD", "x", Mask},
		{"ANYTHING", "sk-abcdefghijklmnopqrst", Mask}, {"X", "ghp_0123456789012345678901234567890123456789", Mask},
		{"X", "-----BEGIN RSA PRIVATE KEY-----\nabc", Mask}, {"X", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", Mask},
		{"DATABASE_URL", "postgres://me:hidden@db:5432/x?a=b", "postgres://me:" + Mask + "@db:5432/x?a=b"},
		{"CELERY", "redis://:hidden@localhost amqp://u:hidden@h", "redis://:" + Mask + "@localhost amqp://u:" + Mask + "@h"},
		{"HOOK", "https://example.test/x?api_key=hidden", "https://example.test/x?" + Mask},
		{"URL", "http://localhost:8000/", "http://localhost:8000/"}, {"PWD", "/home/me", "/home/me"}, {"DEBUG", "1", "1"},
		{"AUTH_ENABLED", "true", "true"}, {"API_KEY", "", ""}, {"MAIL", "me@example.test", "me@example.test"},
	} {
		shown, secret := Masked(c.name, c.value)
		if shown != c.want || secret != (c.want != c.value) || strings.Contains(shown, "hidden") {
			t.Errorf("%s=%s is shown as %q (%v), want %q", c.name, c.value, shown, secret, c.want)
		}
	}
}

func FuzzMasked(f *testing.F) {
	f.Add("DATABASE_URL", "postgres://me:hidden@db/x")
	f.Add("API_KEY", "x")
	f.Fuzz(func(t *testing.T, name, value string) {
		shown, secret := Masked(name, value)
		if !secret && shown != value {
			t.Errorf("%q became %q, and is no secret", value, shown)
		}
	})
}
