package settings

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"devservers/app/config"
	"devservers/app/config/command"
)

func TestApplyReturnsAnotherServer(t *testing.T) {
	value, port := "2", "auto"
	declared := config.Server{Name: "web",
		Environment: config.Environment{Env: []command.Var{{Name: "A", Value: "1"},
			{Name: "B", Value: "1"}}}, Port: config.Port{Number: 8000}}
	before := declared
	before.Env = slices.Clone(declared.Env)
	patch := func(server, field string, to *string) Patch {
		return Patch{Server: server, Field: field, New: to, Reason: "r"}
	}
	got := ApplyPatches(declared, []Patch{patch("web", "env.A", &value), patch("web", "env.B", nil),
		patch("web", "port", &port), patch("api", "env.C", &value)})
	if len(got.Env) != 1 || got.Env[0] != (command.Var{Name: "A", Value: "2"}) || len(got.Unset) != 1 ||
		got.Unset[0] != "B" || !got.Port.Auto {
		t.Errorf("%+v", got)
	}
	if d := cmp.Diff(before, declared); d != "" {
		t.Errorf("the declared server was changed:\n%s", d)
	}
	one := "1"
	if d := cmp.Diff(before, ApplyPatches(declared, []Patch{patch("web", "env.A", &one)})); d != "" {
		t.Errorf("a patch to the declared value is a change:\n%s", d)
	}
}

func TestOverlayIsLimited(t *testing.T) {
	o := OpenOverlay(t.TempDir())
	var many []Patch
	for i := range maxPatches + 1 {
		value := strings.Repeat("x", i)
		many = append(many, Patch{ID: strconv.Itoa(i), Server: "web", Field: EnvField("V" + strconv.Itoa(i)), New: &value,
			Reason: "r"})
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
