package config

import (
	"strings"
	"testing"
)

func TestWhatLooksLikeASecretIsMasked(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"API_KEY", "abc", mask}, {"GITHUB_TOKEN", "abc", mask}, {"PGPASSWORD", "abc", mask}, {"APIKEY", "x", mask}, {"db_pass", "x", mask},
		{"SENTRY_DSN", "https://abc@sentry.example/1", mask}, {"DJANGO_SECRET_KEY", "x", mask}, {"MYSQL_PWD", "x", mask},
		{"ANYTHING", "sk-abcdefghijklmnopqrst", mask}, {"X", "ghp_0123456789012345678901234567890123456789", mask},
		{"X", "-----BEGIN RSA PRIVATE KEY-----\nabc", mask}, {"X", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc", mask},
		{"DATABASE_URL", "postgres://me:hidden@db:5432/x?a=b", "postgres://me:" + mask + "@db:5432/x?a=b"},
		{"CELERY", "redis://:hidden@localhost amqp://u:hidden@h", "redis://:" + mask + "@localhost amqp://u:" + mask + "@h"},
		{"HOOK", "https://example.test/x?api_key=hidden", "https://example.test/x?" + mask},
		{"URL", "http://localhost:8000/", "http://localhost:8000/"}, {"PWD", "/home/me", "/home/me"}, {"DEBUG", "1", "1"},
		{"AUTH_ENABLED", "true", "true"}, {"API_KEY", "", ""}, {"MAIL", "me@example.test", "me@example.test"},
	} {
		shown, secret := Masked(c.name, c.value)
		if shown != c.want || secret != (c.want != c.value) || strings.Contains(shown, "hidden") {
			t.Errorf("%s=%s is shown as %q (%v), want %q", c.name, c.value, shown, secret, c.want)
		}
	}
}

func TestPatchesMakeAnotherServerAndLeaveTheDeclaredOneAsItIs(t *testing.T) {
	value, port := "2", "auto"
	declared := Server{Name: "web", Env: []EnvVar{{"A", "1"}, {"B", "1"}}, Port: Port{Number: 8000}}
	before := declared.SpecHash()
	patch := func(server, field string, to *string) Patch {
		return Patch{Server: server, Field: field, New: to, Reason: "r"}
	}
	got := declared.Apply([]Patch{patch("web", "env.A", &value), patch("web", "env.B", nil), patch("web", "port", &port), patch("api", "env.C", &value)})
	if len(got.Env) != 1 || got.Env[0] != (EnvVar{"A", "2"}) || len(got.Unset) != 1 || got.Unset[0] != "B" || !got.Port.Auto {
		t.Errorf("%+v", got)
	}
	if declared.SpecHash() != before || got.SpecHash() == before {
		t.Error("the declared server was changed, or the hash does not tell")
	}
	one := "1"
	if declared.Apply([]Patch{patch("web", "env.A", &one)}).SpecHash() != before {
		t.Error("a patch to the declared value counts as a change")
	}
}

func TestAnOverlayHasBounds(t *testing.T) {
	o := OpenOverlays(t.TempDir())
	var many []Patch
	for i := range MaxPatches + 1 {
		value := strings.Repeat("x", i)
		many = append(many, Patch{ID: itoa(i), Server: "web", Field: EnvField("V" + itoa(i)), New: &value, Reason: "r"})
	}
	if _, err := o.Add("shop", many); err == nil {
		t.Error("too many were taken")
	}
	if list, err := o.Patches("shop"); err != nil || len(list) != 0 {
		t.Errorf("%d were kept: %v", len(list), err)
	}
	large := strings.Repeat("x", maxPatchValue)
	for i := range many[:40] {
		many[i].New = &large
	}
	if _, err := o.Add("shop", many[:40]); err == nil {
		t.Error("more than a MiB was taken")
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
